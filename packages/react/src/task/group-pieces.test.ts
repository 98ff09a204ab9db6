import type { Json } from '@formwork/schema';
import { expect, test } from 'vitest';
import type { ThreadArtifact } from '../agent/thread-entry.ts';
import { groupPieces, takeNewest } from './group-pieces.ts';

function toArtifact(artifactId: string, fields: Partial<ThreadArtifact>): ThreadArtifact {
  return { artifactId, name: '', text: '', data: [], files: [], isComplete: true, ...fields };
}

/**
 * Groups artifacts and returns each block in a short form: its name, its text, and the values of
 * its runs.
 */
function draw(artifacts: readonly ThreadArtifact[]): readonly Json[] {
  return groupPieces(artifacts).map(({ name, text, runs }) => ({
    name,
    text,
    runs: runs.map(({ pieces }) => pieces.map((piece) => piece.value)),
  }));
}

test('like objects of artifacts that follow each other are one table', () => {
  const rows = [
    toArtifact('1', { name: 'Trains', data: [{ train: 'IC 1', seats: 1 }] }),
    toArtifact('2', { name: 'Trains', data: [{ seats: 2, train: 'IC 2' }] }),
    toArtifact('3', { name: 'Trains', data: [{ train: 'IC 3', seats: 3 }] }),
  ];
  const [block, ...otherBlocks] = groupPieces(rows);
  expect(otherBlocks).toEqual([]);
  expect(block).toMatchObject({ id: '1', name: 'Trains', runs: [{ names: ['train', 'seats'] }] });
  expect(block?.runs[0]?.pieces).toHaveLength(3);
});

test('names that differ stay with their rows', () => {
  const [block] = groupPieces([
    toArtifact('1', { name: 'Morning', data: [{ seats: 1 }, { seats: 2 }] }),
    toArtifact('2', { name: 'Evening', data: [{ seats: 3 }] }),
  ]);
  expect(block?.name).toBe('');
  expect(block?.runs[0]?.pieces.map(({ name }) => name)).toEqual(['Morning', 'Morning', 'Evening']);
});

test('what is between keeps rows apart: text, another shape, a value that is no object', () => {
  const row = { seats: 1 };
  expect(
    draw([
      toArtifact('1', { data: [row] }),
      toArtifact('2', { text: 'Later:', data: [row] }),
      toArtifact('3', { data: [row] }),
      toArtifact('4', {}),
      toArtifact('5', { data: [row, { note: 'The last' }] }),
      toArtifact('6', { data: ['IC 1'] }),
      toArtifact('7', { data: ['IC 2'] }),
    ]),
  ).toEqual([
    { name: '', text: '', runs: [[row]] },
    { name: '', text: 'Later:', runs: [[row]] },
    { name: '', text: '', runs: [[row]] },
    { name: '', text: '', runs: [[row], [{ note: 'The last' }]] },
    { name: '', text: '', runs: [['IC 1']] },
    { name: '', text: '', runs: [['IC 2']] },
  ]);
});

test('the newest of several runs are taken, in order', () => {
  const [block] = groupPieces([
    toArtifact('1', { data: [{ a: 1 }, { a: 2 }, { b: 3 }, { b: 4 }] }),
  ]);
  const newest = takeNewest(block?.runs ?? [], 3);
  expect(newest).toMatchObject([
    { first: 0, skipped: 1, pieces: [{ value: { a: 2 } }] },
    { first: 2, skipped: 0, pieces: [{ value: { b: 3 } }, { value: { b: 4 } }] },
  ]);
});
