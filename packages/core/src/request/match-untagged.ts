import type { Message } from '@a2a-js/sdk';
import type { NamedSchema, Problem } from '@formwork/schema';
import { toChangeProblem } from '@formwork/schema/internal';
import { isRecord, findChangedValue } from '@formwork/schema/json';

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
 * models send them as text. Returns a promise only for JSON: each check of a schema may take a
 * moment, and `pause` lets others have their turn after it.
 */
export function matchUntagged(
  message: Message,
  schemas: ReadonlyMap<string, NamedSchema>,
  pause: () => Promise<void>,
): UntaggedMatch | Promise<UntaggedMatch> {
  const data = toJsonObject(message);
  return data === undefined ? { kind: 'none' } : matchJson(data, { message, schemas, pause });
}

async function matchJson(
  data: object,
  {
    message,
    schemas,
    pause,
  }: {
    readonly message: Message;
    readonly schemas: ReadonlyMap<string, NamedSchema>;
    readonly pause: () => Promise<void>;
  },
): Promise<UntaggedMatch> {
  const fits: string[] = [];
  for (const { name, validator } of schemas.values()) {
    if (validator.isValid(data)) fits.push(name);
    await pause();
  }
  const [schema] = fits;
  if (schema === undefined || fits.length > 1) return { kind: 'unclear', data, fits };
  const number = findChangedValue(toMessageText(message), data);
  return number === undefined
    ? { kind: 'one', schema, data }
    : { kind: 'changed', schema, data, problem: toChangeProblem(number) };
}

/** Joins the text parts of a message, one per line. */
export function toMessageText({ parts }: Pick<Message, 'parts'>): string {
  return parts
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
