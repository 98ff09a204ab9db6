import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and the missing ones above it, with a mode. It makes them one by one, because the
 * `recursive` option of `mkdir` never ends inside a folder of the system such as `/proc`.
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
