import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test.for([
  '12345678901234567890',
  '{"id": 9007199254740993}',
  '[1, -9007199254740993]',
  '{"a\\"": "b", "c": 1e400}',
])('a number that would be another one is a fault: %s', (text) => {
  expect(parseJson(text)).toEqual({ kind: 'fault', fault: 'jsonInexact' });
});

test.for([
  '"12345678901234567890"',
  '{"9007199254740993": "say \\"9007199254740993\\""}',
  '[9007199254740991, 0.1, -1.5e3, 1e21, 0, 123456789012345680000]',
  '{"text": "\\\\", "n": 1}',
])('other JSON is its value: %s', (text) => {
  expect(parseJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) });
});

test.for(['', '{', '01', '"a'])('what is no JSON is a fault: %s', (text) => {
  expect(parseJson(text)).toEqual({ kind: 'fault', fault: 'jsonInvalid' });
});
