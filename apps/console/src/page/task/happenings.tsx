import type { ReactNode } from 'react';
import type { ConsoleEvent, ConsoleSpan, ConsoleTask } from '../../api/console-api.ts';
import { type Format, useFormat } from '../parts/format.ts';
import { StateLabel } from '../parts/state-label.tsx';
import type { Texts } from '../texts/english.ts';
import { useTexts } from '../texts/use-texts.ts';
import { toStepName } from './to-lanes.ts';

/** A line of the list of what happened. */
interface Line {
  readonly key: string;
  readonly time: number;
  readonly what: ReactNode;
  readonly took?: number;
}

/** The number of lines that are shown: the newest. */
const MAX_LINES = 1_000;

/** Draws the list of what happened in a task, the oldest first. */
export function Happenings({ value }: { readonly value: ConsoleTask }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const lines = toLines(value, { texts, format });
  const [first] = lines;
  return (
    <section>
      <h2>{texts.task.happened}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={texts.task.happened}>
        <table className="happenings">
          <thead>
            <tr>
              <th scope="col">{texts.task.time}</th>
              <th scope="col">{texts.task.what}</th>
              <th scope="col">{texts.task.took}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, time, what, took }) => (
              <tr key={key}>
                <td>
                  <time dateTime={new Date(time).toISOString()} title={format.time(time)}>
                    +{format.span(time - (first?.time ?? time))}
                  </time>
                </td>
                <td>{what}</td>
                <td>{took !== undefined && format.span(took)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The means to write a line. */
interface Words {
  readonly texts: Texts;
  readonly format: Format;
}

function toLines({ events, spans }: ConsoleTask, words: Words): readonly Line[] {
  const steps = new Set(spans.filter(({ kind }) => kind === 'step').map(({ name }) => name));
  const lines = [
    ...events.flatMap((event): readonly Line[] => {
      const what = describeEvent(event, { steps, words });
      const time = Date.parse(event.timestamp);
      return what === undefined ? [] : [{ key: `${event.seq}`, time, what }];
    }),
    ...spans.map((span, place): Line => {
      const took = span.endedAt === undefined ? undefined : span.endedAt - span.startedAt;
      return {
        key: `span ${place} ${span.startedAt}`,
        time: span.startedAt,
        what: describeSpan(span, words),
        ...(took !== undefined && { took }),
      };
    }),
  ];
  return lines.toSorted((a, b) => a.time - b.time).slice(-MAX_LINES);
}

function describeSpan({ kind, name, outcome, reason }: ConsoleSpan, { texts }: Words): ReactNode {
  const what = {
    attempt: texts.task.attempt,
    step: texts.task.step,
    webhook: texts.task.webhook,
  }[kind](name);
  const end = [outcome, reason].filter((text) => text !== undefined).join(', ');
  return (
    <>
      {what} {end !== '' && <code>{end}</code>}
    </>
  );
}

/** Describes an event; `undefined` for one that a span or another event tells already. */
function describeEvent(
  { shape }: ConsoleEvent,
  { steps, words }: { readonly steps: ReadonlySet<string>; readonly words: Words },
): ReactNode {
  const { texts } = words;
  switch (shape.kind) {
    case 'status': {
      const { state, question, hasMessage } = shape;
      if (state === 'working' && hasMessage) return texts.task.progress;
      const form = question?.form;
      return (
        <>
          <StateLabel state={state} />{' '}
          {question !== undefined &&
            (form === undefined ? texts.task.question : texts.task.questionOf(form))}
        </>
      );
    }
    case 'artifact': {
      const name = shape.append ? texts.task.more(shape.name) : texts.task.artifact(shape.name);
      return <Parts {...{ name, parts: shape.parts, words }} />;
    }
    case 'message': {
      const { answeredFor, answeredBy } = shape;
      if (answeredFor === undefined) {
        const name =
          answeredBy === undefined ? texts.task.message : texts.task.answerBy(answeredBy);
        return <Parts {...{ name, parts: shape.parts, words }} />;
      }
      return texts.task.answerFor(answeredFor.by ?? texts.task.anOperator, answeredFor.reason);
    }
    case 'metadata':
      return texts.task.metadata(shape.entries);
    case 'memo': {
      const name = toStepName(shape.key);
      if (name === undefined) return texts.task.answer;
      return steps.has(name) ? undefined : texts.task.step(name);
    }
  }
}

function Parts({
  name,
  parts,
  words: { texts, format },
}: {
  readonly name: string;
  readonly parts: readonly { readonly bytes: number }[];
  readonly words: Words;
}): ReactNode {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return (
    <>
      {name} <span className="note">{texts.task.parts(parts.length, format.bytes(bytes))}</span>
    </>
  );
}
