import { expect, test } from 'vitest';
import { CliError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { checkWithSchema, LIMIT_MS } from './check-with-schema.ts';

const schema = {
  type: 'object',
  properties: { a: { type: 'string', pattern: '^(a+)+$' } },
} as const;

function toThrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test('a check that does not end is given up, and the pattern that is to blame is told', () => {
  const endless = { a: `${'a'.repeat(60)}!` };
  const start = performance.now();
  const before = process.cpuUsage();
  const error = toThrown(() => checkWithSchema(endless, { schema, name: 'x.json', limitMs: 300 }));
  const tookMs = performance.now() - start;
  expect(tookMs).toBeGreaterThan(250);
  // The limit of this call was used, not the longer default that users get. The processor's time
  // does not grow on a busy machine.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(LIMIT_MS);
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({
    exitCode: EXIT_CODES.invalid,
    message: expect.stringMatching(
      /^Cannot check the document as x\.json must be a schema that decides within 0\.3 s\.\n.*\^\(a\+\)\+\$/u,
    ),
  });
});

test('a check has the five seconds that the docs promise, and most need none of them', () => {
  expect(LIMIT_MS).toBe(5_000);
  expect(checkWithSchema({ a: 'aaa' }, { schema, name: 'x.json' })).toEqual([]);
  expect(checkWithSchema({ a: 5 }, { schema, name: 'x.json' })).toMatchObject([{ pointer: '/a' }]);
});
