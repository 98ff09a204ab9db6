import { expect, test } from 'vitest';
import { judgeConditions, readRange } from './file-conditions.ts';

const VERSION = { tag: 'W/"a-1"', modified: 'Tue, 01 Dec 2026 12:00:00 GMT' };

test.each([
  [{}, 'send'],
  [{ 'if-match': '*' }, 'send'],
  [{ 'if-match': '"x", "a-1"' }, 'send'],
  [{ 'if-match': '"x"' }, 'failed'],
  [{ 'if-unmodified-since': VERSION.modified }, 'send'],
  [{ 'if-unmodified-since': 'Tue, 01 Dec 2026 11:59:59 GMT' }, 'failed'],
  [{ 'if-unmodified-since': 'once' }, 'send'],
  // The tag counts, and the time does not.
  [{ 'if-match': '"a-1"', 'if-unmodified-since': 'Tue, 01 Dec 2026 11:59:59 GMT' }, 'send'],
  [{ 'if-none-match': '*' }, 'unchanged'],
  [{ 'if-none-match': '"x", W/"a-1"' }, 'unchanged'],
  [{ 'if-none-match': '"x"', 'if-modified-since': VERSION.modified }, 'send'],
  [{ 'if-modified-since': VERSION.modified }, 'unchanged'],
  [{ 'if-modified-since': 'Tue, 01 Dec 2026 11:59:59 GMT' }, 'send'],
  [{ 'if-modified-since': 'once' }, 'send'],
  [{ 'if-none-match': '*', 'cache-control': 'max-age=0, no-cache' }, 'send'],
] as const)('judgeConditions() of %j: %s', (headers, judgment) => {
  expect(judgeConditions(headers, VERSION)).toBe(judgment);
});

test.each([
  ['bytes=0-3', { first: 0, last: 3 }],
  ['bytes=5-', { first: 5, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-10', { first: 0, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=8-99', { first: 8, last: 9 }],
  ['bytes= 1 - 2 ', { first: 1, last: 2 }],
  ['bytes=0-3,4-5,2-6', { first: 0, last: 6 }],
  ['bytes=0-1,20-30', { first: 0, last: 1 }],
  ['bytes=0-1,4-5', 'all'],
  ['bytes=10-', 'none'],
  ['bytes=3-1', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=1-2-3', 'all'],
  ['bytes=0-1,x', 'all'],
  ['items=0-1', 'all'],
  ['', 'all'],
] as const)('readRange() of %s in 10 bytes', (range, part) => {
  expect(readRange({ range }, { ...VERSION, size: 10 })).toEqual(part);
});

test.each([
  [VERSION.tag, { first: 0, last: 3 }],
  ['"x"', 'all'],
  [VERSION.modified, { first: 0, last: 3 }],
  ['Tue, 01 Dec 2026 11:59:59 GMT', 'all'],
  ['once', 'all'],
] as const)('readRange() of a part of the version %s', (condition, part) => {
  const headers = { range: 'bytes=0-3', 'if-range': condition };
  expect(readRange(headers, { ...VERSION, size: 10 })).toEqual(part);
});
