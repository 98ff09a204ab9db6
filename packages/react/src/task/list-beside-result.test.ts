import { expect, test } from 'vitest';
import type { ThreadArtifact } from '../agent/thread-entry.ts';
import { listBesideResult } from './list-beside-result.ts';

const PIECES = [
  { artifactId: 'a', name: 'Rows', text: 'two', data: [{ row: 1 }, { row: 2 }], files: [] },
  { artifactId: 'b', name: '', text: '', data: [{ rows: 2 }], files: [] },
] as unknown as readonly ThreadArtifact[];

test('pieces stay, and the result is not there twice', () => {
  expect(listBesideResult(PIECES, { data: { rows: 2 } })).toMatchObject([
    { name: 'Rows', text: '', data: [{ row: 1 }, { row: 2 }] },
  ]);
  expect(listBesideResult(PIECES.slice(1), { data: { rows: 2 } })).toEqual([]);
});

test('a task whose result is text keeps its data', () => {
  expect(listBesideResult(PIECES, {})).toHaveLength(2);
});
