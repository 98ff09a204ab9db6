import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TypegenWarning } from '../typegen-warning.ts';
import { generateTarget, type TypesFileOptions, type TypesTarget } from './types-target.ts';

/** What became of a target. */
export interface WrittenTypes {
  readonly file: string;
  /** `unchanged` files are not touched, so that nothing that watches them wakes up. */
  readonly state: 'written' | 'unchanged';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Generates modules and writes those that differ from their files. A file is replaced as a whole:
 * nobody reads half of one. Throws what `readTypeSource` and `generateTypes` throw; then files of
 * earlier targets have been written.
 */
export async function writeTypes(
  targets: readonly TypesTarget[],
  options: TypesFileOptions = {},
): Promise<readonly WrittenTypes[]> {
  const written: WrittenTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const { file } = target;
    const unchanged = (await readExisting(file)) === code;
    if (!unchanged) await replaceFile(file, code);
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
    throw error;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
