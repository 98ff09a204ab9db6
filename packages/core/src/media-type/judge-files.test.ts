import { expect, test } from 'vitest';
import { judgeFiles, readFileLimits, toFileRules } from './judge-files.ts';

const rules = { types: ['image/*'], maxBytes: 10, maxFiles: 2 };
const fits = { mediaType: 'image/png', size: 10 };

test('each file is told apart from what fits', () => {
  expect(judgeFiles([fits, fits], rules)).toEqual([]);
  expect(judgeFiles([{ ...fits, size: 11 }, { ...fits, mediaType: '' }, fits], rules)).toEqual([
    { kind: 'size', index: 0, size: 11, maxBytes: 10 },
    { kind: 'type', index: 1, types: ['image/*'] },
    { kind: 'count', index: 2, count: 3, maxFiles: 2 },
  ]);
});

test('a file elsewhere has no size to judge, and no rules take anything', () => {
  expect(judgeFiles([{ ...fits, size: undefined }], rules)).toEqual([]);
  expect(judgeFiles([{ mediaType: '', size: 10 ** 12 }], {})).toEqual([]);
  expect(judgeFiles([fits], { types: [] })).toMatchObject([{ kind: 'type' }]);
});

test('rules of a card leave text and JSON to the agent', () => {
  const told = toFileRules(['image/*'], { maxBytes: 5 });
  expect(judgeFiles([{ mediaType: 'text/plain', size: 6 }], told)).toMatchObject([
    { kind: 'size' },
  ]);
  expect(judgeFiles([{ mediaType: 'application/zip', size: 1 }], toFileRules([]))).toEqual([]);
});

test.each([
  [undefined, {}],
  [
    { maxBytes: 5, maxFiles: 2, more: 1 },
    { maxBytes: 5, maxFiles: 2 },
  ],
  [{ maxBytes: -5, maxFiles: '2' }, {}],
  [{ maxBytes: 1.5 }, {}],
])('limits of a card are read: %j', (value, limits) => {
  expect(readFileLimits(value)).toEqual(limits);
});
