import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

test('a document of very many values is checked', () => {
  const data = Array.from({ length: 130_000 }, () => 1);
  const text = JSON.stringify({ messageId: 'a', role: 'ROLE_USER', parts: [{ data }] });
  expect(checkText(text)).toMatchObject({ kind: 'checked', report: { valid: true } });
});

test('what cannot be checked is told, and not thrown', () => {
  expect(checkText('{}', { kind: 'nothing-is-called-so' })).toEqual({ kind: 'failed' });
});
