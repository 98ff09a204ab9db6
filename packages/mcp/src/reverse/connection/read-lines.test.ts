import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function read(chunks: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks, { objectMode: false });
  readLines(stream, { most: 10, onLine: (line) => void lines.push(line) });
  await once(stream, 'close');
  return lines;
}

test('lines are read whatever their ends and pieces are', async () => {
  expect(await read(['a\nb', 'c\r', '\nd\r\n\ne'])).toEqual(['a', 'bc', '', 'd', '', 'e']);
  const [first, second] = [Buffer.from('ü\n').subarray(0, 1), Buffer.from('ü\n').subarray(1)];
  expect(await read([first, second])).toEqual(['ü']);
});

test('of a line without end only the beginning is kept', async () => {
  const chunk = 'x'.repeat(7);
  expect(await read(Array.from({ length: 1_000 }, () => chunk))).toEqual(['x'.repeat(10)]);
  expect(await read([chunk, chunk, chunk, '\n', chunk])).toEqual(['x'.repeat(10), chunk]);
});
