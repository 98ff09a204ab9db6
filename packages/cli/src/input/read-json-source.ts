import {
  findInexactNumber,
  parseJsonText,
  toPosition,
  type ParsedJson,
} from '@formwork/schema/json-text';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CliError, UsageError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Reads the text of a file, or of standard input if the path is `-`. @throws UsageError */
export async function readSource(source: string): Promise<string> {
  if (source === '-') return text(process.stdin);
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    throw new UsageError(
      `Cannot read ${JSON.stringify(source)} because it must be a file that can be read: ${toReason(cause)}`,
      { cause },
    );
  }
}

/**
 * Reads JSON from a file, or from standard input if the path is `-`. @throws CliError with the line
 * and column.
 */
export async function readJsonSource(
  source: string,
  {
    isExact = false,
  }: {
    /** True refuses numbers that JavaScript cannot represent exactly. Default false. */
    readonly isExact?: boolean;
  } = {},
): Promise<unknown> {
  const parsed = await readJsonText(source);
  const name = toName(source);
  const inexact = isExact ? findInexactNumber(parsed.tree, parsed.text) : undefined;
  if (inexact === undefined) return parsed.value;
  const { line, column } = toPosition(parsed.text, inexact.offset);
  const subject = inexact.pointer === '' ? 'it' : inexact.pointer;
  throw new CliError(
    `Cannot read ${name}:${line}:${column} because ${subject} must be ${inexact.expected}: current value is ${inexact.text}`,
    { exitCode: EXIT_CODES.invalid },
  );
}

/**
 * Reads JSON like {@link readJsonSource}, and also returns its text and the positions of its
 * values. @throws CliError with the line and column.
 */
export async function readJsonText(
  source: string,
): Promise<Extract<ParsedJson, { readonly kind: 'parsed' }>> {
  const parsed = parseJsonText(await readSource(source));
  if (parsed.kind === 'parsed') return parsed;
  const { line, column, message } = parsed;
  throw new CliError(`Cannot read ${toName(source)}:${line}:${column} because it ${message}`, {
    exitCode: EXIT_CODES.invalid,
  });
}

function toName(source: string): string {
  return source === '-' ? 'standard input' : source;
}

/** Returns in a few words why a file cannot be read. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission is denied';
  return error instanceof Error ? error.message : String(error);
}
