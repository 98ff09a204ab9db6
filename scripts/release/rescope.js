// Gives a packed package another scope: in its manifest, code, types, source maps and texts. Only
// the names of published packages change, and the export condition that the sources use; other
// texts with the scope stay, because stored data contains them (`@formwork/session`).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { create, extract } from 'tar';
import { SOURCE_SCOPE, withScope } from './names.js';

/** The time of all files in a tarball, because npm and pnpm set the same. */
const TIME = new Date('1985-10-26T08:15:00Z');

/** The compressed copies of a file of the page of forms, which are made again from the new text. */
const COPIES = { '.gz': (bytes) => gzipSync(bytes, { level: 9 }), '.br': brotliCompressSync };

/**
 * Writes a copy of a packed package with another scope, and removes the original.
 *
 * @param {{ from: string, to: string, names: readonly string[], scope: string }} options The paths
 *   of the tarballs, and the names of all packages whose scope changes.
 */
export async function changeScope({ from, to, names, scope }) {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-scope-'));
  try {
    await extract({ file: from, cwd: folder });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const change = createChange(names, scope);
    for (const path of paths) await changeFile(path, { change, paths });
    await rm(from);
    await create({ file: to, cwd: folder, gzip: true, portable: true, mtime: TIME }, ['package']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Makes the function that changes the scope in a text. It returns the same text if there is nothing
 * to change.
 *
 * @param {readonly string[]} names With the scope of the sources.
 * @param {string} scope
 * @returns {(text: string) => string}
 */
export function createChange(names, scope) {
  const all = [...names, `${SOURCE_SCOPE}/source`].map((name) =>
    name.replaceAll('.', String.raw`\.`),
  );
  const pattern = new RegExp(`(?<![\\w@])(?:${all.join('|')})(?![\\w.-]*[\\w-])`, 'gu');
  return (text) => text.replaceAll(pattern, (name) => withScope(name, scope));
}

async function changeFile(path, { change, paths }) {
  const bytes = await readFile(path);
  const before = bytes.toString('utf8');
  // What is no text stays as it is.
  if (!Buffer.from(before).equals(bytes)) return;
  const after = change(before);
  if (after === before) return;
  await writeFile(path, after);
  for (const [ending, compress] of Object.entries(COPIES)) {
    if (paths.includes(`${path}${ending}`)) await writeFile(`${path}${ending}`, compress(after));
  }
}
