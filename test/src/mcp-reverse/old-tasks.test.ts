import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExample, createValidator } from '@formwork/schema';
import { expect, test } from 'vitest';
import { serveReversed } from './serve-reversed.ts';

const MANIFEST = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/package.json'),
);

/**
 * Each of the four steps that it pretends to take is a pause of a second: a third of one will do. And it
 * stays for the tasks that it keeps, until it is killed: so it goes when its input ends.
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
  // The other call only now: a question that may be of either of two calls is put to nobody.
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
}, 60_000);
