import type { Message } from '@a2a-js/sdk';
import type { NamedSchema, Problem } from '@formwork/schema';
import { findChangedNumber, isRecord, toNumberProblem } from '@formwork/schema/internal';

/** The match of untagged JSON in a message with the agent's input schemas. */
export type UntaggedMatch =
  /** The JSON fits exactly one input schema, and counts as its input. */
  | { readonly kind: 'one'; readonly schema: string; readonly data: unknown }
  /** The JSON fits exactly one input schema, but JavaScript has changed a number of it. */
  | {
      readonly kind: 'changed';
      readonly schema: string;
      readonly data: unknown;
      readonly problem: Problem;
    }
  /** The JSON fits no input schema, or several; `fits` names them. */
  | { readonly kind: 'unclear'; readonly data: unknown; readonly fits: readonly string[] }
  /** The message holds no JSON object. */
  | { readonly kind: 'none' };

/**
 * Parses the text of a message as JSON, or takes its only data part, and finds the input schema
 * that it fits; files beside it make no difference. Card examples are JSON strings, so people and
 * models send them as text.
 */
export function matchUntagged(
  message: Message,
  schemas: ReadonlyMap<string, NamedSchema>,
): UntaggedMatch {
  const data = toJsonObject(message);
  if (data === undefined) return { kind: 'none' };
  const fits = [...schemas.values()]
    .filter((named) => named.validator.isValid(data))
    .map((named) => named.name);
  const [schema] = fits;
  if (schema === undefined || fits.length > 1) return { kind: 'unclear', data, fits };
  const number = findChangedNumber(toMessageText(message), data);
  return number === undefined
    ? { kind: 'one', schema, data }
    : { kind: 'changed', schema, data, problem: toNumberProblem(number) };
}

/** Joins the text parts of a message, one per line. */
export function toMessageText(message: Message): string {
  return message.parts
    .flatMap((part) => (part.content?.$case === 'text' ? [part.content.value] : []))
    .join('\n');
}

function toJsonObject(message: Message): object | undefined {
  const [part, second] = message.parts.filter(
    ({ content }) => content?.$case !== 'raw' && content?.$case !== 'url',
  );
  if (part?.content?.$case === 'data' && second === undefined) return asObject(part.content.value);
  const text = toMessageText(message).trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): object | undefined {
  return isRecord(value) ? value : undefined;
}
