import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { numberFileName } from './to-file-name.ts';

/** Options of {@link writeNewFile}. */
export interface WriteNewFileOptions {
  readonly folder: string;
  readonly name: string;
  /** The last number given to each name; many files of one name need not try all before them. */
  readonly numbers: Map<string, number>;
}

/** Writes a file where none is: if the name is taken, under one with a number. Gives the path. */
export async function writeNewFile(
  bytes: Uint8Array,
  { folder, name, numbers }: WriteNewFileOptions,
): Promise<string> {
  for (let number = numbers.get(name) ?? 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : numberFileName(name, number));
    numbers.set(name, number + 1);
    try {
      // Neither an existing file nor what a link points to is written to.
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if (toCode(error) === 'EEXIST') continue;
      // Half a file would look like a whole one.
      await rm(path, { force: true });
      throw error;
    }
  }
}

function toCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
