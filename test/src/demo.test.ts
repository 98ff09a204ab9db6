import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { callJsonRpc, createMessage } from './support/json-rpc.ts';
import { runProgram, type Program } from './support/run-program.ts';

const DEMO = 'apps/demo/dist/node/main.js';

/** A demo on a free port, with tasks of its own. */
function runDemo(env: Readonly<Record<string, string>> = {}): Program {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return runProgram(DEMO, { PORT: '0', FORMWORK_FILE: join(folder, 'tasks.sqlite'), ...env });
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'the demo prints a curl line that works, and %s stops it cleanly',
  async (signal) => {
    const program = runDemo();
    const [, command = ''] = await program.waitFor(/^ {2}(curl .*)$/mu);
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({
      result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
    });
    program.child.kill(signal);
    expect(await program.exit).toBe(0);
  },
);

test('the demo starts with its default file from a folder that has nothing in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // An absent variable, not an empty one: that would be a path.
  vi.stubEnv('FORMWORK_FILE', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const program = runProgram(DEMO, { PORT: '0' }, { folder });
  await program.waitFor(/Card\s+http:/u);
  expect(existsSync(join(folder, '.formwork/demo.sqlite'))).toBe(true);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('the demo says in one line that the folder of its file is not there', async () => {
  const program = runDemo({ FORMWORK_FILE: '/nowhere/at/all/tasks.sqlite' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toBe(
    'Cannot open the file of the task engine as its folder must exist: current value is /nowhere/at/all',
  );
});

test('the demo stops while a task runs and a stream is open', async () => {
  const program = runDemo();
  const [, url = ''] = await program.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const data = { contacts: [{ name: 'Ada', email: 'ada@example.com' }], pauseMs: 10_000 };
  const parts = [{ data, mediaType: 'application/json;schema=contactList' }];
  const message = { messageId: 'm', role: 'ROLE_USER', parts };
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message },
    }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('the demo says in one line that its port is taken', async () => {
  const first = runDemo();
  const [, port = ''] = await first.waitFor(/127\.0\.0\.1:(\d+)/u);
  const second = runDemo({ PORT: port });
  expect(await second.exit).toBe(1);
  expect(second.output().trim()).toBe(
    `Cannot listen on 127.0.0.1:${port} as the address must be free and ours: current value is in use by another program`,
  );
});

test('the demo says in one line that PORT is no port', async () => {
  const program = runDemo({ PORT: 'many' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toMatch(/^Cannot start the demo as PORT must be .*"many"$/u);
});

test('a task that ran when the demo was killed goes on when it is started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { FORMWORK_FILE: join(folder, 'tasks.sqlite') };
  const first = runDemo(env);
  const [, url = ''] = await first.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const contacts = Array.from({ length: 20 }, (_, n) => ({
    name: 'N',
    email: `n${n}@example.com`,
  }));
  const data = { contacts, batchSize: 5, pauseMs: 100 };
  const parts = [{ data, mediaType: 'application/json;schema=contactList' }];
  const { body } = await callJsonRpc(url, {
    method: 'SendMessage',
    params: { message: createMessage(parts), configuration: { returnImmediately: true } },
  });
  const { id } = body.result?.['task'] as { id: string };
  first.child.kill('SIGTERM');
  await first.exit;

  const second = runDemo(env);
  const [, again = ''] = await second.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const get = async (): Promise<unknown> =>
    (await callJsonRpc(again, { method: 'GetTask', params: { id } })).body.result;
  await expect
    .poll(get, { timeout: 15_000 })
    .toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});
