import { expect, test } from 'vitest';
import { SerialReads } from './serial-reads.ts';

test('many changes during a reading lead to one more, and those before the start to one', async () => {
  const ends: (() => void)[] = [];
  const reads = new SerialReads(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const endReading = async (): Promise<void> => {
    ends.at(-1)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  reads.request();
  reads.request();
  expect(ends).toHaveLength(0);
  reads.start();
  expect(ends).toHaveLength(1);
  for (let change = 0; change < 100; change += 1) reads.request();
  expect(ends).toHaveLength(1);
  await endReading();
  expect(ends).toHaveLength(2);
  await endReading();
  expect(ends).toHaveLength(2);
  reads.request();
  expect(ends).toHaveLength(3);
});
