import { expect, test } from 'vitest';
import {
  createExecutor,
  declared,
  extension,
  legacyExecutor,
  pair,
  winner,
} from '../support/fight-agents.ts';
import { runKept } from '../support/run-kept.ts';
import { startLegacyAgent, startStockAgent } from '../support/stock-agents.ts';

const AGENTS = [
  ['1.3.0', '1.0', (card: object) => startStockAgent(createExecutor(), { ...card })],
  ['0.3.14', '0.3', (card: object) => startLegacyAgent(legacyExecutor, { ...card })],
] as const;

test.each(AGENTS)('call and inspect work with agents of @a2a-js/sdk %s', async (_, a2a, start) => {
  const url = await start(declared);
  const called = await runKept(['call', url, 'fight', '--a', 'Ant', '--b', 'Bee']);
  expect(called.stderr).toBe('');
  expect(JSON.parse(called.stdout)).toEqual({ winner: 'Bee' });
  const wrong = await runKept(['call', url, 'fight', '--a', 'Ant']);
  expect(wrong).toMatchObject({ code: 3 });
  expect(wrong.stderr).toContain('b: is required but missing');
  const inspected = await runKept(['inspect', url, '--json']);
  expect(JSON.parse(inspected.stdout)).toMatchObject({
    name: 'Stock',
    interfaces: expect.arrayContaining([
      expect.objectContaining({ binding: 'JSONRPC', version: expect.stringContaining(a2a) }),
    ]) as unknown,
    skills: [{ id: 'fight', inputs: ['pair'], outputs: ['winner'] }],
    schemas: [
      { name: 'pair', state: 'usable', schema: pair },
      { name: 'winner', state: 'usable', schema: winner },
    ],
    warnings: [],
  });
  const table = await runKept(['inspect', url]);
  expect(table.stdout).toMatch(/^ *\* +(?:JSONRPC|HTTP\+JSON) +\d/mu);
  expect(table.stdout).toMatch(/ {2}fight {2}pair {3}winner {2}Compares\./u);
});

test('an extension that must be known and is not is warned of', async () => {
  const capabilities = { extensions: [{ uri: 'https://ext.example/x', required: true }] };
  const url = await startStockAgent(createExecutor(), { ...declared, capabilities });
  const { stdout } = await runKept(['inspect', url]);
  expect(stdout).toContain('! The agent requires the extension "https://ext.example/x"');
});

test.each(AGENTS)('refused schemas are shown with the reason: %s', async (_, _a2a, start) => {
  const hostile = { $ref: 'https://evil.example/x' };
  const capabilities = { streaming: true, extensions: [extension({ pair: hostile, winner })] };
  const url = await start({ ...declared, capabilities });
  const { stdout, stderr, code } = await runKept(['inspect', url]);
  expect(stdout).toMatch(/pair {4}refused/u);
  expect(stdout).toContain('schema-reference-unresolved');
  expect(stdout).toMatch(/! Schema "pair": .*evil\.example/u);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const refused = await runKept(['call', url, 'fight', '--a', 'Ant']);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain('evil.example');
  const input = JSON.stringify({ a: 'Ant', b: 'Bee' });
  const checked = await runKept(['call', url, 'fight', '--json', '-'], { input });
  expect(checked).toMatchObject({ code: 1 });
  const unchecked = await runKept(['call', url, 'fight', '--json', '-', '--no-check'], { input });
  expect(JSON.parse(unchecked.stdout)).toEqual({ winner: 'Bee' });
});

test.each(AGENTS)('text goes to an agent that lists no skills: %s', async (_, _a2a, start) => {
  const url = await start({ skills: [] });
  const called = await runKept(['call', url, 'Hello', 'there']);
  expect(called).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(called.stdout)).toBe('Hello');
  expect(await runKept(['call', url])).toMatchObject({ code: 2 });
  const help = await runKept(['call', url, 'chat', '--help']);
  expect(help.stdout).toContain(`Takes text: formwork call ${url} "TEXT"`);
});

test('a call without a skill names those of the agent', async () => {
  const { stderr, code } = await runKept([
    'call',
    await startStockAgent(createExecutor(), declared),
  ]);
  expect({ stderr, code }).toMatchObject({ code: 2 });
  expect(stderr).toContain('SKILL must be one of fight');
});

test.each(AGENTS)('text goes to an agent without the extension: %s', async (_, _a2a, start) => {
  const chat = { id: 'chat', name: 'Chat', description: '', tags: [] };
  const url = await start({ skills: [chat] });
  const called = await runKept(['call', url, 'chat', 'Hello', 'there']);
  expect(called).toMatchObject({ code: 0 });
  expect(JSON.parse(called.stdout)).toBe('Hello');
  const empty = await runKept(['call', url, 'chat']);
  expect(empty).toMatchObject({ code: 2 });
  const inspected = await runKept(['inspect', url]);
  expect(inspected.stdout).toMatch(/chat {2}text {3}text/u);
});
