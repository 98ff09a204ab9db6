import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFaultyAgent } from '../conformance/faulty-agent.ts';
import { SCHEMA_FAULTS } from '../conformance/planted-faults.ts';
import { referee } from '../conformance/referee-agent.ts';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

test('conformance prints a table of all rules, says what it called, and ends with 0', async () => {
  const url = await serveForCli(referee);
  const { code, stdout, stderr } = await runCli(['conformance', url, '--skill', 'fight']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`Referee 1.0.0  ${url}/.well-known/agent-card.json`);
  expect(stdout).toMatch(/^Called fight \(\d+ messages\)\.$/mu);
  expect(stdout).toMatch(/rule +level +section +card +JSON-RPC 1\.0 +REST 1\.0 +JSON-RPC 0\.3\n/u);
  expect(stdout).toMatch(/task\.unknown +MUST +A2A 3\.1\.3 +pass +pass +pass\n/u);
  expect(stdout).toMatch(/- {2}no task asked a question: subscribe\.waiting, /u);
  expect(stdout).toMatch(/All MUSTs hold\. \d+ pass, 0 fail, 0 warn, \d+ not applicable, in/u);
});

test('a broken MUST ends with 1, with a repair on the table and in the files for CI', async () => {
  const good = await serveForCli(referee);
  const fault = SCHEMA_FAULTS.find(({ rules }) => rules[0] === 'schemas.invalid-input');
  if (fault === undefined) throw new Error('This fault must be planted.');
  const url = await startFaultyAgent(good, fault);
  const file = join(makeCliFolder({}), 'report.xml');
  const args = ['conformance', url, '--skill', 'fight', '--junit', file];
  const shown = await runKept(args);
  expect(shown.code).toBe(1);
  expect(shown.stdout).toMatch(/schemas\.invalid-input +MUST +object-schemas 3 +FAIL\n/u);
  expect(shown.stdout).toContain(
    [
      'MUST schemas.invalid-input (JSON-RPC 1.0): data that does not fit its schema is not used as the input of a task',
      '  sent      data without "a", which does not fit the schema "pair"',
      '  expected  no task that uses it',
      '  came      a task as completed',
      '  change    Validate the data of a tagged part by its schema before a task is started.',
    ].join('\n'),
  );
  expect(shown.stderr).toBe(
    'Cannot pass because the agent breaks a MUST once: schemas.invalid-input.\n',
  );
  expect(readFileSync(file, 'utf8')).toContain('<failure type="MUST" message="Sent data without');
  const { stdout, stderr, code } = await runKept([...args, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ holds: false, summary: { fail: 1 } });
  expect(JSON.parse(stderr)).toMatchObject({ error: { exitCode: 1 } });
});

test('conformance says what is wrong with its own flags, and with the way to the agent', async () => {
  const url = await serveForCli(referee);
  const folder = makeCliFolder({ 'inputs.json': '{"pair": {"a": 1}}' });
  const file = join(folder, 'inputs.json');
  const wrong = await runKept(['conformance', url, '--input', file]);
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('the given input must fit the schema "pair"');
  const unknown = await runKept(['conformance', url, '--skill', 'nope']);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('a skill must be one of its card, "fight", "approve"');
  const nobody = await runKept(['conformance', 'http://127.0.0.1:1']);
  expect(nobody.code).toBe(4);
  expect(nobody.stderr).toMatch(/^Cannot check the agent because .* must answer: .*ECONNREFUSED/u);
  const slow = await runKept(['conformance', url, '--timeout', 'soon']);
  expect(slow.code).toBe(2);
  const card = await runKept(['conformance', url, '--no-calls']);
  expect(card.code).toBe(0);
  expect(card.stdout).toContain('Called no skill.');
  expect(card.stdout).not.toContain('task.unknown');
});

test('given inputs are sent, also from standard input', async () => {
  const url = await serveForCli(referee);
  const input = '{"fight": {"a": "Ant", "b": "Bee"}}';
  const args = ['conformance', url, '--skill', 'fight', '--input', '-', '--json'];
  const { stdout, code } = await runKept(args, { input });
  expect(code).toBe(0);
  const answer = await fetch(`${url}/a2a/rest/tasks?pageSize=1`, {
    headers: { 'a2a-version': '1.0' },
  });
  expect(JSON.parse(stdout)).toMatchObject({ holds: true });
  expect(JSON.stringify(await answer.json())).toContain('"a":"Ant","b":"Bee"');
});
