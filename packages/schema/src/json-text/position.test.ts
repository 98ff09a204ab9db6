import { expect, test } from 'vitest';
import { parseJsonText } from './parse-json-text.ts';
import { findPosition } from './position.ts';

const TEXT = '{\r\n  "a/b": [1,\n    { "c~": 2 }],\n  "d": 3\n}';

test.each([
  ['', 1, 1],
  ['/a~1b', 2, 10],
  ['/a~1b/0', 2, 11],
  ['/a~1b/1/c~0', 3, 13],
  // For a missing value, the place of the nearest value around it is found.
  ['/a~1b/1/nope', 3, 5],
  ['/a~1b/x', 2, 10],
  ['/d/e/f', 4, 8],
])('%j is in line %i, column %i', (pointer, line, column) => {
  const parsed = parseJsonText(TEXT);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  expect(findPosition(parsed, pointer)).toEqual({ line, column });
});
