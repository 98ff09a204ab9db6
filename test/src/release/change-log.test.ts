import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CHANGES = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

/** The number of characters by which two entries are taken for versions of one. */
const BEGINNING = 60;

/** Lists the beginnings of entries that stand more than once, as merges of two branches leave them. */
function listRepeated(changes: string): readonly string[] {
  const beginnings = changes
    .split('\n')
    .filter((line) => line.startsWith('- ') && line.length > BEGINNING)
    .map((line) => line.slice(0, BEGINNING));
  return beginnings.filter((beginning, index) => beginnings.indexOf(beginning) !== index);
}

test('the change log says each change once', () => {
  const entry =
    '- The files of a table that was run have all its rows, also those that did not fit.';
  expect(listRepeated(`${entry}\n\n${entry} They were missing.`)).toHaveLength(1);
  expect(listRepeated(CHANGES)).toEqual([]);
});
