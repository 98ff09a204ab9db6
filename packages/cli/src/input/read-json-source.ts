import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { parseJsonText } from './parse-json-text.ts';

/** Reads the text of a file; `-` is standard input. @throws UsageError */
export async function readSource(source: string): Promise<string> {
  if (source === '-') return text(process.stdin);
  try {
    return await readFile(source, 'utf8');
  } catch (cause) {
    throw new UsageError(
      `Cannot read ${JSON.stringify(source)} as it must be a file that can be read: ${toReason(cause)}`,
      { cause },
    );
  }
}

/** Reads JSON from a file; `-` is standard input. @throws CliError with the line and column. */
export async function readJsonSource(source: string): Promise<unknown> {
  const parsed = parseJsonText(await readSource(source));
  if (parsed.kind === 'parsed') return parsed.value;
  const { line, column, message } = parsed;
  const name = source === '-' ? 'standard input' : source;
  throw new CliError(`Cannot read ${name}:${line}:${column} as it must be JSON: ${message}`, {
    exitCode: EXIT_CODES.invalid,
  });
}

/** Why a file cannot be had, in a few words. */
export function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission is denied';
  return error instanceof Error ? error.message : String(error);
}
