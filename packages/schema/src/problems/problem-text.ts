import { parsePointer } from '../json/json-pointer.ts';
import type { Json } from '../types/json.ts';
import { quote } from './preview-json.ts';
import type { Problem } from './problem.ts';

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

const INDEX = /^(?:0|[1-9]\d*)$/u;

/**
 * Describes problems for a person: one line each, with the place written as `items[2].name`.
 *
 * @example
 * ```ts
 * import { toPlainText, type Problem } from '@formwork/schema';
 *
 * declare const problems: readonly Problem[];
 * console.error(toPlainText(problems, { schema: 'order' }));
 * ```
 */
export function toPlainText(
  problems: readonly Problem[],
  {
    schema,
  }: {
    /** The name of the schema that the value does not fit; `''` if it has none. */
    readonly schema: string;
  },
): string {
  const name = schema === '' ? 'what is expected' : schema;
  if (problems.length === 0) return `The data fits ${name}.`;
  const lines = problems.map(({ pointer, message, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` (${suggestion})`;
    return `- ${formatPointer(pointer)}: ${message}${hint}`;
  });
  return [`The data does not fit ${name}:`, ...lines].join('\n');
}

/**
 * Writes a JSON pointer the way people write places: `items[2].name`, with odd names as `["a b"]`;
 * `the data` for the whole value. Numbers are shown as indexes, even where they are names.
 */
function formatPointer(pointer: string): string {
  let path = '';
  for (const segment of parsePointer(pointer)) {
    if (INDEX.test(segment)) path += `[${segment}]`;
    else if (NAME.test(segment)) path += path === '' ? segment : `.${segment}`;
    else path += `[${quote(segment)}]`;
  }
  return path === '' ? 'the data' : path;
}

/**
 * Describes problems for a language model: numbered, with JSON pointers, then a valid example, then
 * what to do. Everything that came from the value is quoted and escaped, so that it stays on its
 * line.
 *
 * @example
 * ```ts
 * import { toModelText, type Problem } from '@formwork/schema';
 *
 * declare const problems: readonly Problem[];
 * const text = toModelText(problems, { schema: 'order', example: { id: 1 } });
 * ```
 */
export function toModelText(
  problems: readonly Problem[],
  {
    schema,
    example,
  }: {
    /** The name of the schema that the value does not fit. */
    readonly schema: string;
    /** A valid value, which is shown as JSON. Default: none. */
    readonly example?: Json;
  },
): string {
  const name = quote(schema);
  if (problems.length === 0) return `The JSON you sent fits the schema ${name}.`;
  const lines = problems.map(({ pointer, message, suggestion }, index) => {
    const subject = pointer === '' ? 'The whole value' : toShownPointer(pointer);
    const hint = suggestion === undefined ? '' : `; ${suggestion}`;
    return `${index + 1}. ${subject}: ${message}${hint}`;
  });
  const isTooLong = problems.every(({ keyword }) => keyword === 'timeout');
  const exampleLines = example === undefined ? [] : ['A valid example:', JSON.stringify(example)];
  return [
    `The JSON you sent does not fit the schema ${name}. Fix these problems:`,
    ...lines,
    ...exampleLines,
    isTooLong
      ? 'Send the whole object again with less in it: the same one takes as long each time.'
      : 'Send the whole object again, not only the parts that change.',
  ].join('\n');
}

function toShownPointer(pointer: string): string {
  return /^[\p{L}\p{N}/~_.$@-]+$/u.test(pointer) ? pointer : quote(pointer);
}
