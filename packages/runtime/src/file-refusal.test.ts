import { expect, test } from 'vitest';
import { describeRefusedFile } from './file-refusal.ts';

test.each([
  ['SQLITE_FULL', 'there is no room on the disk for a.sqlite (SQLITE_FULL). Make room there'],
  ['ENOSPC', 'there is no room on the disk for a.sqlite (ENOSPC). Make room there'],
  ['SQLITE_CORRUPT', 'the file is damaged: a.sqlite (SQLITE_CORRUPT). Restore a backup of it'],
  ['SQLITE_CORRUPT_INDEX', 'the file is damaged: a.sqlite (SQLITE_CORRUPT_INDEX). Restore'],
  ['SQLITE_NOTADB', 'it is not an SQLite database that can be read and written: a.sqlite'],
])('a file that is refused with %s is named, with what to do', (code, words) => {
  expect(describeRefusedFile({ file: 'a.sqlite', code })).toContain(words);
});
