import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExample, createValidator } from '@formwork/core';
import { expect, test } from 'vitest';
import { serveReversed } from './serve-reversed.ts';

const MANIFEST = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/package.json'),
);

function toEverything() {
  const { bin } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { bin: Record<string, string> };
  const file = join(dirname(MANIFEST), Object.values(bin)[0] ?? '');
  return { command: process.execPath, args: [file, 'stdio'] };
}

test('a tool of 2025-11-25 that can only be called as a task is, and asks meanwhile', async () => {
  const { remote } = await serveReversed(toEverything(), { allow: ['simulate-*', 'trigger-*'] });
  const research = remote.skill('simulate-research-query');
  expect(await research.run({ topic: 'tigers' })).toMatchObject({
    state: 'completed',
    data: expect.stringContaining('tigers'),
  });
  const asking = await research.run({ topic: 'python', ambiguous: true });
  if (asking.state !== 'input-required' || asking.question.kind !== 'form') {
    throw new Error(`It is ${asking.state}: ${asking.text}`);
  }
  const { schema } = asking.question;
  const answer = createExample(schema, createValidator(schema)) as Record<string, string>;
  expect(asking.question.check(answer)).toEqual([]);
  const outcome = await asking.question.answer(answer);
  expect(outcome).toMatchObject({
    state: 'completed',
    data: expect.stringContaining(Object.values(answer)[0] ?? 'nothing'),
  });
}, 60_000);
