import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TypegenFileError } from '../errors/typegen-file-error.ts';
import { GENERATED_BY } from '../generate/generate-types.ts';
import type { TypegenWarning } from '../typegen-warning.ts';
import { generateTarget, type TypesFileOptions, type TypesTarget } from './types-target.ts';

/** Options of {@link writeTypes}. */
export interface WriteTypesOptions extends TypesFileOptions {
  /** Write over files that were not generated, too. Default false. */
  readonly overwrite?: boolean;
}

/** What became of a target. */
export interface WrittenTypes {
  readonly file: string;
  /** `unchanged` files are not touched, so that nothing that watches them wakes up. */
  readonly state: 'written' | 'unchanged';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Generates modules and writes those that differ from their files. A file is replaced as a whole:
 * nobody reads half of one, and one that was not generated is left alone. Throws what
 * `readTypeSource` and `generateTypes` throw, and `TypegenFileError`; then files of earlier targets
 * have been written.
 */
export async function writeTypes(
  targets: readonly TypesTarget[],
  options: WriteTypesOptions = {},
): Promise<readonly WrittenTypes[]> {
  const written: WrittenTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const { file } = target;
    const existing = await readExisting(file);
    const unchanged = existing === code;
    if (!unchanged) {
      if (options.overwrite !== true) assertGenerated(file, existing);
      await replaceFile(file, code);
    }
    written.push({ file, state: unchanged ? 'unchanged' : 'written', warnings });
  }
  return written;
}

/** The text of a file; `undefined` if there is none. */
export async function readExisting(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw toFileError(file, error);
  }
}

/** Tools put lines of their own before the comment that every generated module begins with. */
const HEAD = 2_000;

/** @throws TypegenFileError for a file that somebody wrote by hand; an empty one is nobody's. */
function assertGenerated(file: string, existing = ''): void {
  if (existing.trim() === '' || existing.slice(0, HEAD).includes(GENERATED_BY)) return;
  throw new TypegenFileError(
    `Cannot write ${JSON.stringify(file)} as it must be a generated module: it has text of somebody else, without the line "${GENERATED_BY}".`,
    { reason: 'foreign' },
  );
}

function toFileError(file: string, cause: unknown): TypegenFileError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const found = cause instanceof Error ? cause.message : String(cause);
  return code === 'EISDIR'
    ? new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} as it must be a file: it is a folder.`,
        {
          reason: 'folder',
          cause,
        },
      )
    : new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} as it must be a file that can be written: ${found}`,
        { reason: 'refused', cause },
      );
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw toFileError(file, error);
  }
}
