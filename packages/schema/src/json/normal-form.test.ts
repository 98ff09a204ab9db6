import { expect, test } from 'vitest';
import { toNormalForm } from './normal-form.ts';

test('toNormalForm() leaves marks in a row that no language writes as they are, and only those', () => {
  const marks = '\u0301\u0327'.repeat(1000);
  expect(toNormalForm(`e\u0301 a${marks} e\u0301`, 'NFC')).toBe(`é a${marks} é`);
  expect(toNormalForm(`a${marks}`, 'NFKD')).toBe(`a${marks}`);
  const signs = '\uff9e\u0327'.repeat(1000);
  expect(toNormalForm(`ﬁ${signs}`, 'NFKC')).toBe(`fi${signs}`);
  const written = `a${'\u0301\u0327'.repeat(15)}`;
  expect(toNormalForm(written, 'NFC')).toBe(written.normalize('NFC'));
});
