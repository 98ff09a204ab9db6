import type { Json } from '../types/json.ts';
import { quote } from './preview-json.ts';
import type { Problem } from './problem.ts';

/** Options of {@link toModelText}. */
export interface ToModelTextOptions {
  /** Name of the schema. */
  readonly schema: string;
  /** A valid value, to be shown as JSON. Default none. */
  readonly example?: Json;
}

/**
 * Problems for a language model: numbered, with JSON pointers, then a valid example, then what to
 * do. Everything that came from the value is quoted and escaped, so that it stays on its line.
 */
export function toModelText(
  problems: readonly Problem[],
  { schema, example }: ToModelTextOptions,
): string {
  const name = quote(schema);
  if (problems.length === 0) return `The JSON you sent fits the schema ${name}.`;
  const lines = problems.map(({ pointer, message, suggestion }, index) => {
    const place = pointer === '' ? 'The whole value' : toShownPointer(pointer);
    const hint = suggestion === undefined ? '' : `; ${suggestion}`;
    return `${index + 1}. ${place}: ${message}${hint}`;
  });
  const shown = example === undefined ? [] : ['A valid example:', JSON.stringify(example)];
  return [
    `The JSON you sent does not fit the schema ${name}. Fix these problems:`,
    ...lines,
    ...shown,
    'Send the whole object again, not only the parts that change.',
  ].join('\n');
}

function toShownPointer(pointer: string): string {
  return /^[\p{L}\p{N}/~_.$@-]+$/u.test(pointer) ? pointer : quote(pointer);
}
