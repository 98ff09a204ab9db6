import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it, with a mode. One by one: where the system keeps folders of its own, such
 * as `/proc`, `recursive` of `mkdir` tries for ever.
 */
export async function makeFolder(
  folder: string,
  { mode = 0o777 }: { readonly mode?: number } = {},
): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !existsSync(path); path = dirname(path)) missing.push(path);
  for (const path of missing.toReversed()) await mkdir(path, { mode });
  if (!(await stat(folder)).isDirectory()) throw new Error('it is a file');
}
