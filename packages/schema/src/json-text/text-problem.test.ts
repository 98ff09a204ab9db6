import { expect, test } from 'vitest';
import { describeChangedValue, findTextFault } from './text-problem.ts';

const find = (text: string) => findTextFault(Buffer.from(text), JSON.parse(text));

test.each([
  ['{}', false],
  ['[]', false],
  ['{"a":1,"b":{"a":[{"a":2},{"a":3}]}}', false],
  ['{"a":":","b\\":":"\\\\","c":"\\u003a"}', false],
  ['"a:b"', false],
  ['{"a":1,"a":1}', true],
  ['[{"b":{"a":1,"\\u0061":2}}]', true],
  ['{"__proto__":1,"__proto__":2}', true],
  ['{"__proto__":{"a":1},"constructor":{"prototype":{}}}', false],
  ['{"":0,"":0}', true],
  ['{"ä:ö":"\\"","ß":"€:"}', false],
])('a repeated name of %s is found: %j', (text, expected) => {
  expect(find(text)).toEqual(expected ? { kind: 'repeated-name' } : undefined);
});

test.each([
  [
    '{"a":[1,{"id":9007199254740993}]}',
    '/a/1/id must be a text, or at most 15 significant digits beyond 2^53: current value is 9007199254740993',
  ],
  [
    '{"ä€":1,"b":[0,1E-400]}',
    '/b/1 must be a number that JavaScript holds exactly: current value is 1E-400',
  ],
  ['-1e999', 'it must be a number that JavaScript holds exactly: current value is -1e999'],
  [
    `[${'7'.repeat(60)}]`,
    `/0 must be a text, or at most 15 significant digits beyond 2^53: current value is ${'7'.repeat(39)}…`,
  ],
  [
    '["\\ud83d\\ude00","\\ud83d"]',
    '/1 must be text without half a surrogate pair: current value is half a surrogate pair',
  ],
  ['["\\\\ud83d"]', undefined],
  ['{"a":0,"b":"1e-400 9007199254740993","c":[-0,0.0,1e-5,1e25,0.1234567890123456789]}', undefined],
])('a number of %s that was changed is named', (text, expected) => {
  const fault = find(text);
  const shown = fault?.kind === 'changed-value' ? describeChangedValue(fault.change) : fault;
  expect(shown).toBe(expected);
});
