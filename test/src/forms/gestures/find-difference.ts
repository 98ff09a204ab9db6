import { toFormSchema } from '@formwork/react';
import type { Json, JsonSchema } from '@formwork/schema';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { FormModel, SEND } from './form-model.ts';
import type { Gesture } from './list-gestures.ts';
import { type Act, type Moment, perform } from './perform.ts';
import { type GroupShape, isFolded, toSchema } from './shapes.ts';

/** What a person expects after a gesture. */
interface Expected {
  readonly data: Json;
  readonly shown: Readonly<Record<string, string>>;
  /** The places with a problem. */
  readonly problems: readonly string[];
}

/** Makes gestures, each chosen by a number, and returns the first difference from the model. */
export async function findDifference(
  page: Page,
  shape: GroupShape,
  choices: readonly number[],
): Promise<unknown> {
  const model = new FormModel(shape);
  const acts: Act[] = [];
  const look = (): Expected => ({
    data: model.read(),
    shown: model.show(),
    problems: model.problems(),
  });
  const expected = [look()];
  const follow = ({ act, apply }: Gesture): void => {
    apply();
    acts.push(act);
    expected.push(look());
  };
  for (const choice of choices) {
    const gestures = model.list();
    const gesture = gestures[choice % gestures.length];
    if (gesture === undefined) break;
    follow(gesture);
  }
  follow(SEND);
  const schema = toSchema(shape);
  const limits = { visible: isFolded(shape) ? toFewest(schema) : 500 };
  const moments = await perform(page, { schema, limits, example: model.example }, acts);
  for (const [at, moment] of moments.entries()) {
    const wanted = expected[at];
    if (wanted !== undefined && isAsExpected(moment, wanted, acts[at - 1])) continue;
    return {
      schema,
      acts: acts.slice(0, at),
      is: { ...moment, data: toValue(moment.data) },
      wanted,
    };
  }
  return undefined;
}

/** Returns the number of fields at once below which a form folds its groups. */
function toFewest(schema: JsonSchema): number {
  const outcome = toFormSchema(schema);
  return outcome.kind === 'drawable' ? outcome.count.visible - 1 : 0;
}

/** A form that is sent sends all its data, or shows all its problems; later none that is mended. */
function isAsExpected(moment: Moment, wanted: Expected, act: Act | undefined): boolean {
  const { data, sent, listed, marked } = moment;
  const isSame =
    moment.fault === '' &&
    isDeepStrictEqual(moment.shown, wanted.shown) &&
    (data === 'none' || isDeepStrictEqual(toValue(data), wanted.data));
  const isLeft = [...listed, ...marked].every((place) => wanted.problems.includes(place));
  if (act?.do !== 'send') return isSame && isLeft && sent === 'none';
  const isSent = isDeepStrictEqual(
    toValue(sent),
    wanted.problems.length > 0 ? 'none' : wanted.data,
  );
  return isSame && isLeft && isSent && isDeepStrictEqual(listed, wanted.problems);
}

function toValue(text: string): unknown {
  return text === 'none' || text === 'nothing' ? text : JSON.parse(text);
}
