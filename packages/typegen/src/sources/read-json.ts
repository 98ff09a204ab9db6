import { open } from 'node:fs/promises';
import { TypegenLimitError } from '../errors/typegen-limit-error.ts';
import { TypegenSourceError, type TypegenSourceReason } from '../errors/typegen-source-error.ts';
import { LOCAL_LIMITS } from '../limits.ts';
import { toPreview } from '../prepare/to-preview.ts';

/**
 * The JSON value in a file. Throws a `TypegenSourceError` when it cannot be read or is no JSON,
 * and a `TypegenLimitError` when it is too large to try.
 */
export async function readJson(path: string): Promise<unknown> {
  return parseJson(await readText(path), path);
}

/** The value of a JSON text. Throws a `TypegenSourceError` that names `subject`. */
export function parseJson(
  text: string,
  subject: string,
  reason: TypegenSourceReason = 'invalid',
): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new TypegenSourceError(
      `Cannot read ${toPreview(subject)} as it must be JSON: ${toPreview(fault)}`,
      { cause, reason },
    );
  }
}

async function readText(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    // Four bytes are the most that UTF-8 needs for a character.
    if (size > 4 * LOCAL_LIMITS.maxCharacters) {
      const expected = `be ${LOCAL_LIMITS.maxCharacters} characters long at most`;
      throw new TypegenLimitError(path, { name: 'maxCharacters', expected });
    }
    return await file.readFile('utf8');
  } catch (cause) {
    if (cause instanceof TypegenLimitError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypegenSourceError(
      `Cannot read ${toPreview(path)} as it must be a file that can be read: ${reason}`,
      { cause, reason: 'missing' },
    );
  }
}
