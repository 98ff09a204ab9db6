import { defineAgent, defineSkill } from '@formwork/core';
import { test } from 'vitest';
import { openTerminal } from '../support/run-cli.ts';
import { serveForCli } from '../support/serve-for-cli.ts';
import { followTests } from '../support/test-end.ts';

followTests();

const TRIP = ['--schema', 'cityTrip', '--city', 'Lisbon', '--startDate', '2027-04-12'];
const ESCAPE = '\u001b';

// This test comes first because it takes longest.
test.concurrent('--timeout ends a prompt as well, and cancels the task', async ({ expect }) => {
  const url = await serveForCli();
  const args = ['call', url, 'plan-trip', ...TRIP, '--timeout', '10'];
  const program = openTerminal(args);
  await program.waitFor(/days.*\(integer\)/u);
  expect(await program.exit).toBe(1);
  expect(program.output()).toMatch(/--timeout has passed|the deadline has passed/u);
  const [, taskId = ''] = /task "([\w-]+)" was asked to stop/u.exec(program.output()) ?? [];
  const headers = { 'a2a-version': '1.0' };
  const response = await fetch(`${url}/a2a/rest/tasks/${taskId}`, { headers });
  expect(await response.json()).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
});

test.concurrent('what is missing is asked for, and what is wrong is told at once', async ({
  expect,
}) => {
  const url = await serveForCli();
  const program = openTerminal(['call', url, 'fight-comparison', '--a', 'Lion']);
  await program.waitFor(/\(string\)/u);
  program.type('\r');
  await program.waitFor(/is required/u);
  program.type('Tiger\r');
  expect(await program.exit).toBe(0);
  expect(program.output()).toMatch(/winner {7}Tiger/u);
});

test.concurrent('a form is asked field by field, lists of values by a menu', async ({ expect }) => {
  const url = await serveForCli();
  const args = ['call', url, 'plan-trip', '--city', 'Lisbon', '--startDate', '2027-04-12'];
  const program = openTerminal(args);
  await program.waitFor(/Which input\?/u);
  program.type('\r');
  await program.waitFor(/How many days do you want to stay\?/u);
  await program.waitFor(/days.*\(integer\)/u);
  program.type('2\r');
  expect(await program.exit).toBe(0);
  expect(program.output()).toContain('days.1.place');
});

test.concurrent('Enter takes the value with which a field of a question begins', async ({
  expect,
}) => {
  const stay = { type: 'object', properties: { days: { type: 'integer', default: 3 } } } as const;
  const ask = defineSkill({
    id: 'ask',
    name: 'Ask',
    description: 'Asks.',
    tags: [],
    text: async ({ task }) => JSON.stringify(await task.ask('How long?', { schema: stay })),
  });
  const url = await serveForCli(defineAgent({ name: 'Asker', version: '1', skills: [ask] }));
  const program = openTerminal(['call', url, 'ask', 'go']);
  await program.waitFor(/days.*\(integer\).*\(3\)/u);
  program.type('\r');
  expect(await program.exit).toBe(0);
  expect(program.output()).toContain('{"days":3}');
});

test.concurrent('a progress line is drawn while the task runs, and Ctrl-C cancels the task', async ({
  expect,
}) => {
  const reasons: unknown[] = [];
  const slow = defineSkill({
    id: 'slow',
    name: 'Slow',
    description: 'Waits.',
    tags: [],
    input: { wait: { type: 'object', properties: {} } },
    output: { done: { type: 'object', properties: {} } },
    async run({ task }) {
      await task.progress('Half\u001b[31m of it', 0.5);
      await new Promise((resolve) => task.signal.addEventListener('abort', resolve));
      reasons.push(task.signal.reason);
      return {};
    },
  });
  const url = await serveForCli(defineAgent({ name: 'Slow', version: '1.0.0', skills: [slow] }));
  const program = openTerminal(['call', url, 'slow']);
  await program.waitFor(/\[#{10}-{10}\] {2}50 % {2}Half\\u001b\[31m of it/u);
  program.type('\u0003');
  expect(await program.exit).toBe(130);
  expect(program.output()).toContain('was asked to stop');
  await expect.poll(() => reasons).toMatchObject([{ end: 'canceled' }]);
});

test.concurrent('Ctrl-C at a question of the task cancels it; before the call nothing was begun', async ({
  expect,
}) => {
  const url = await serveForCli();
  const asked = openTerminal(['call', url, 'plan-trip', ...TRIP]);
  await asked.waitFor(/days.*\(integer\)/u);
  asked.type('\u0003');
  expect(await asked.exit).toBe(130);
  const listed = await fetch(`${url}/a2a/rest/tasks`, { headers: { 'a2a-version': '1.0' } });
  const { tasks } = (await listed.json()) as { tasks: { status: { state: string } }[] };
  expect(tasks.map(({ status }) => status.state)).toEqual(['TASK_STATE_CANCELED']);

  const unasked = openTerminal(['call', url, 'fight-comparison']);
  await unasked.waitFor(/\(string\)/u);
  unasked.type('\u0003');
  expect(await unasked.exit).toBe(130);
  const after = await fetch(`${url}/a2a/rest/tasks`, { headers: { 'a2a-version': '1.0' } });
  expect(((await after.json()) as { tasks: unknown[] }).tasks).toHaveLength(1);
});

test.concurrent('colours are for terminals, and not with NO_COLOR; tables are whole; --no-ask asks nothing', async ({
  expect,
}) => {
  const url = await serveForCli();
  const coloured = openTerminal(['inspect', url]);
  expect(await coloured.exit).toBe(0);
  expect(coloured.output()).toContain(`${ESCAPE}[1m`);
  // The terminal does not tell its width.
  expect(coloured.output()).toMatch(/ {2}plan-trip .* Plans a stay/u);
  const plain = openTerminal(['inspect', url], { env: { NO_COLOR: '1' } });
  expect(await plain.exit).toBe(0);
  expect(plain.output()).not.toContain(ESCAPE);
  const silent = openTerminal(['call', url, 'fight-comparison', '--no-ask']);
  expect(await silent.exit).toBe(3);
  expect(silent.output()).toContain('a: is required but missing');
});

test.concurrent('long results are wrapped between words', async ({ expect }) => {
  const url = await serveForCli();
  const args = ['call', url, 'fight-comparison', '--a', 'Lion', '--b', 'Tiger'];
  const narrow = openTerminal(args, { columns: 60 });
  expect(await narrow.exit).toBe(0);
  expect(narrow.output()).toMatch(/explanation {2}Lion scores[^\r]+,\r\n {13}cunning 6/u);
});

test.concurrent('entries of a list are asked for one after the other', async ({ expect }) => {
  const url = await serveForCli();
  const program = openTerminal([
    'call',
    url,
    'expense-report',
    '--employee',
    'Ada',
    '--currency',
    'EUR',
  ]);
  await program.waitFor(/Add an entry to items\?/u);
  program.type('\r');
  await program.waitFor(/items\.0\.date/u);
  program.type('2027-01-02\r');
  await program.waitFor(/items\.0\.category/u);
  program.type('\r');
  await program.waitFor(/items\.0\.description/u);
  program.type('Train\r');
  await program.waitFor(/items\.0\.amount/u);
  program.type('much\r');
  await program.waitFor(/must be number/u);
  program.type('\u0015');
  program.type('12.5\r');
  await program.waitFor(/Add another entry to items\?/u);
  program.type('\u001b[B\r');
  expect(await program.exit).toBe(0);
  expect(program.output()).toMatch(/total\s+12\.5/u);
});
