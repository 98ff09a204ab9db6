import { createExample, createValidator } from '@formwork/schema';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serveReversed } from './serve-reversed.ts';

const MANIFEST = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/package.json'),
);

/**
 * Code that runs in the server before its own: it shortens its pauses of one second to 300 ms, and
 * ends the server with its input, because the server would otherwise stay for its stored tasks.
 */
const HASTE = `
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...args) => wait(run, ms === 1000 ? 300 : ms, ...args);
  process.stdin.once('end', () => process.exit());
`;

function toEverything() {
  const { bin } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { bin: Record<string, string> };
  const file = join(dirname(MANIFEST), Object.values(bin)[0] ?? '');
  const haste = `data:text/javascript,${encodeURIComponent(HASTE)}`;
  return { command: process.execPath, args: ['--import', haste, file, 'stdio'] };
}

test('a tool of 2025-11-25 that can only be called as a task is, and asks meanwhile', async () => {
  const { remote } = await serveReversed(toEverything(), { allow: ['simulate-*', 'trigger-*'] });
  const research = remote.skill('simulate-research-query');
  const asking = await research.run({ topic: 'python', ambiguous: true });
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') {
    throw new Error(`It is ${asking.state}: ${asking.text}`);
  }
  const { schema } = asking.question;
  const answer = createExample(schema, createValidator(schema)) as Record<string, string>;
  expect(asking.question.check(answer)).toEqual([]);
  // The second call starts only now: while two calls run, a question could belong to either, and
  // would be asked of nobody.
  const [outcome, plain] = await Promise.all([
    asking.question.answer(answer),
    research.run({ topic: 'tigers' }),
  ]);
  expect(outcome).toMatchObject({
    state: 'completed',
    data: expect.stringContaining(Object.values(answer)[0] ?? 'nothing'),
  });
  expect(plain).toMatchObject({
    state: 'completed',
    data: expect.stringContaining('tigers'),
  });
});
