import { defineAgent, defineSkill } from '@formwork/core';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

const REPORT = ['--employee', 'Ada', '--currency', 'EUR'];
const ITEM = [
  '--items.0.date=2027-01-02',
  '--items.0.category',
  'meals',
  '--items.0.description',
  'Lunch',
  '--items.0.amount',
  '12.5',
];

test('call makes flags of the schema and prints JSON to a pipe', async () => {
  const url = await serveForCli();
  const { code, stdout, stderr } = await runCli([
    'call',
    url,
    'fight-comparison',
    '--a',
    'Lion',
    '--b',
    'Tiger',
  ]);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ winner: 'Tiger', probability: 0.52 });
  expect(code).toBe(0);
});

test('call fills nested places and lists, and takes JSON with flags on top', async () => {
  const url = await serveForCli();
  const args = ['call', url, 'expense-report', ...REPORT, ...ITEM];
  const nested = await runKept([...args, '--items.0.attendees', 'Bo', '--items.0.attendees', 'Cy']);
  expect(nested.stderr).toBe('');
  expect(JSON.parse(nested.stdout)).toMatchObject({ total: 12.5 });
  const folder = mkdtempSync(join(tmpdir(), 'formwork-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'input.json');
  writeFileSync(file, JSON.stringify({ a: 'Lion', b: 'Bear' }));
  const fromFile = await runKept(['call', url, 'fight-comparison', '--json', file, '--b', 'Tiger']);
  expect(JSON.parse(fromFile.stdout)).toMatchObject({ winner: 'Tiger' });
  const fromPipe = await runCli(['call', url, 'fight-comparison', '--json', '-'], {
    input: '{"a":"Lion","b":"Tiger"}',
  });
  expect(JSON.parse(fromPipe.stdout)).toMatchObject({ winner: 'Tiger' });
});

test('call prints a table when told to', async () => {
  const url = await serveForCli();
  const { stdout } = await runKept([
    'call',
    url,
    'fight-comparison',
    '--a',
    'Lion',
    '--b',
    'Tiger',
    '--output',
    'table',
  ]);
  expect(stdout).toMatch(/^winner {7}Tiger\nprobability {2}0\.52\n/u);
});

test.each([
  [['--a', 'Lion'], 3, /b: is required but missing/u],
  [['--a', 'Lion', '--bb', 'x'], 2, /Cannot use --bb because the skill's schema does not have it/u],
  [['--a', 'Lion', '--a', 'Bear'], 2, /Cannot use --a twice/u],
  [['--a'], 2, /--a because it takes a value/u],
  [['Lion'], 2, /input must be given with flags/u],
  [['--schema', 'nope'], 2, /--schema must be one of "fightComparison"/u],
  [['--timeout', 'soon'], 2, /number of seconds/u],
  [['--header', 'nope'], 2, /must be "Name: value"/u],
  [['--json', '/nowhere.json'], 2, /there is no such file/u],
  [['--output', 'xml'], 2, /Allowed choices are table, json/u],
] as const)('call refuses %j with %i and one reason', async (args, expected, reason) => {
  const url = await serveForCli();
  const { code, stdout, stderr } = await runKept(['call', url, 'fight-comparison', ...args]);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/\n {4}at /u);
  expect(stdout).toBe('');
  expect(code).toBe(expected);
});

test('call names the line and column of broken JSON', async () => {
  const url = await serveForCli();
  const { code, stderr } = await runKept(['call', url, 'fight-comparison', '--json', '-'], {
    input: '{\n  "a": "Lion",\n  b: 1\n}',
  });
  expect(stderr).toMatch(/standard input:3:3 because it must be JSON/u);
  expect(code).toBe(3);
});

test('call tells an agent that cannot be reached from one without the skill', async () => {
  const url = await serveForCli();
  const unknown = await runKept(['call', url, 'nope', '--a', '1']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('must be one of "fight-comparison"');
  const gone = await runKept(['call', 'http://127.0.0.1:1', 'nope', '--output', 'json']);
  expect(gone.code).toBe(4);
  expect(JSON.parse(gone.stderr)).toMatchObject({
    error: { code: 'CONNECT_FAILED', exitCode: 4 },
  });
});

test('a question that nobody answers ends with 5, and --task goes on with it', async () => {
  const url = await serveForCli();
  const args = ['call', url, 'plan-trip'];
  const trip = ['--schema', 'cityTrip', '--city', 'Lisbon', '--startDate', '2027-04-12'];
  const open = await runKept([...args, ...trip]);
  expect(open.code).toBe(5);
  const [, task = ''] = /--task (\S+)/u.exec(open.stderr) ?? [];
  const answered = await runKept([...args, '--task', task, '--answer', '{"days":2}']);
  expect(answered.stderr).toBe('');
  expect(JSON.parse(answered.stdout)).toMatchObject({ days: [{}, {}] });
  const wrong = await runKept([...args, ...trip, '--answer', '{"days":"many"}']);
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('days');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s cancels the task and ends with %i', async (signal, expected) => {
  const reasons: unknown[] = [];
  const slow = defineSkill({
    id: 'slow',
    name: 'Slow',
    description: 'Waits.',
    tags: [],
    input: { wait: { type: 'object', properties: {} } },
    output: { done: { type: 'object', properties: {} } },
    async run({ task }) {
      await task.progress('Waiting', 0.5);
      await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
      reasons.push(task.signal.reason);
      return {};
    },
  });
  const url = await serveForCli(defineAgent({ name: 'Slow', version: '1.0.0', skills: [slow] }));
  const program = startCli(['call', url, 'slow', '--verbose']);
  await program.waitFor(/\[#{10}-{10}\] {2}50 % {2}Waiting/u);
  program.child.kill(signal);
  expect(await program.exit).toBe(expected);
  expect(program.output()).toContain('was asked to stop');
  await expect.poll(() => reasons).toMatchObject([{ end: 'canceled' }]);
});

test('what an agent says never acts on the terminal', async () => {
  const hostile = '\u001b]0;title\u0007\u001b[2Jgone\u009b31m \u202Eright to left';
  const speaks = defineSkill({
    id: 'speaks',
    name: hostile,
    description: hostile,
    tags: [],
    text: () => hostile,
  });
  const url = await serveForCli(defineAgent({ name: hostile, version: '1', skills: [speaks] }));
  for (const args of [
    ['call', url, 'speaks', 'hello'],
    ['call', url, 'speaks', 'hello', '--output', 'table'],
    ['call', url, 'speaks', '--help'],
    ['inspect', url],
    ['inspect', url, '--json'],
  ]) {
    const { code, stdout, stderr } = await runKept(args);
    expect(stderr).toBe('');
    // oxlint-disable-next-line no-control-regex -- these must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/u);
    expect(stdout).toContain('gone');
    expect(code).toBe(0);
  }
});

test('Ctrl-C while an agent is looked for ends with 130', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const program = startCli(['call', `http://127.0.0.1:${port}`, 'fight']);
  await once(silent, 'request');
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(130);
  expect(program.output()).toBe('Interrupted: nothing was begun.\n');
});

test('a task that takes too long is canceled, and JSON that is too deep is refused', async () => {
  const url = await serveForCli();
  const slow = ['call', url, 'import-contacts', '--contacts.0.name', 'Ada'];
  const contact = ['--contacts.0.email', 'ada@example.com', '--pauseMs', '5000'];
  const late = await runKept([...slow, ...contact, '--timeout', '0.3']);
  expect(late.stderr).toContain('the deadline has passed');
  expect(late.code).toBe(1);
  const depth = 100_000;
  const input = '['.repeat(depth) + ']'.repeat(depth);
  const deep = await runKept(['call', url, 'fight-comparison', '--json', '-'], { input });
  expect(deep.stderr).toMatch(/nested too deep/u);
  expect(deep.code).toBe(3);
});
