import { afterEach, expect, test, vi } from 'vitest';
import { createConsoleLogger } from './logger.ts';

afterEach(() => void vi.restoreAllMocks());

function readEntries(write: () => void): readonly unknown[] {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  write();
  return lines.map((line) => JSON.parse(line) as unknown);
}

test('a line on the console has the errors that a handler gives, with their causes', () => {
  const error = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  const [entry] = readEntries(() => createConsoleLogger().error('Cannot pay', { error }));
  expect(entry).toEqual({
    time: expect.any(String),
    level: 'error',
    message: 'Cannot pay',
    error: expect.stringMatching(/^TypeError: fetch failed\n[^]*Caused by: Error: connect ECON/u),
  });
});

test('a field replaces neither the message nor the level of its entry', () => {
  const fields = { message: 'of the caller', level: 'info', time: 'never' };
  const [entry] = readEntries(() => createConsoleLogger().error('Cannot pay', fields));
  expect(entry).toEqual({
    time: expect.any(String),
    level: 'error',
    message: 'Cannot pay',
    fields,
  });
});
