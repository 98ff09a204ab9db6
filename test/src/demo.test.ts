import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { toProgram } from './support/follow-program.ts';
import { callJsonRpc, createMessage } from './support/json-rpc.ts';
import { getProgram } from './support/programs/get-program.ts';
import { CURL } from './support/programs/programs.ts';
import { runProgram, type Program } from './support/run-program.ts';
import { followTests, onTestFinished } from './support/test-end.ts';

followTests();

const WORKSPACE = join(import.meta.dirname, '../..');
const DEMO = 'apps/demo/dist/node/main.js';

/** Starts the demo on a free port with a task file of its own. */
function runDemo(env: Readonly<Record<string, string>> = {}): Program {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return runProgram(DEMO, { PORT: '0', FORMWORK_FILE: join(folder, 'tasks.sqlite'), ...env });
}

/** Makes a message that asks the demo to import `count` contacts. */
function toImport(count: number, options: object): object {
  const contacts = Array.from({ length: count }, (_, n) => ({
    name: 'Ada',
    email: `ada${n}@example.com`,
  }));
  const mediaType = 'application/json;schema=contactList';
  return createMessage([{ data: { contacts, ...options }, mediaType }]);
}

test.concurrent('the demo prints a curl line that works, keeps its file in a folder that had nothing, and stops', async ({
  expect,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The variable is absent, because the demo would read an empty one as a path.
  const env = { PORT: '0', FORMWORK_FILE: undefined, DATABASE_URL: undefined };
  const program = runProgram(DEMO, env, { folder });
  const [, command = ''] = await program.waitFor(/^ {2}(curl .*)$/mu);
  expect(existsSync(join(folder, '.formwork/demo.sqlite'))).toBe(true);
  const { file, env: variables } = await getProgram(CURL);
  const path = [dirname(file), process.env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, ...variables, PATH: path },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    result: { task: { status: { state: 'TASK_STATE_COMPLETED' } } },
  });
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
});

test.concurrent('the demo says in one line that the folder of its file is not there', async ({
  expect,
}) => {
  const program = runDemo({ FORMWORK_FILE: '/nowhere/at/all/tasks.sqlite' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toBe(
    'Cannot open the file of the task engine because its folder does not exist: /nowhere/at/all',
  );
});

test.concurrent('the demo refuses a name that stands for no store, and makes no file', async ({
  expect,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { PORT: '0', FORMWORK_FILE: undefined, DATABASE_URL: 'mysql://ada:secret@db/a' };
  const program = runProgram(DEMO, env, { folder });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toBe(
    'Cannot open the store because it must be a path, sqlite:PATH or postgres://...: current value is "mysql:" and more',
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.concurrent('the demo stops while a stream is open, and goes on with its tasks when it is started again', async ({
  expect,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { FORMWORK_FILE: join(folder, 'tasks.sqlite') };
  const first = runDemo(env);
  const [, url = ''] = await first.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const { port } = new URL(url);
  const other = runDemo({ PORT: port });
  expect(await other.exit).toBe(1);
  expect(other.output().trim()).toBe(
    `Cannot listen on 127.0.0.1:${port} because the address must be free and ours: current value is in use by another program. PORT=0 takes any free one, or listen({ port: 0 }) in a program`,
  );

  const stream = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'SendStreamingMessage',
      params: { message: toImport(1, { pauseMs: 10_000 }) },
    }),
  });
  await stream.body?.getReader().read();
  const { body } = await callJsonRpc(url, {
    method: 'SendMessage',
    params: {
      message: toImport(20, { batchSize: 5, pauseMs: 100 }),
      configuration: { returnImmediately: true },
    },
  });
  const { id } = body.result?.['task'] as { id: string };
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);

  const second = runDemo(env);
  const [, again = ''] = await second.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const get = async (): Promise<unknown> =>
    (await callJsonRpc(again, { method: 'GetTask', params: { id } })).body.result;
  await expect.poll(get).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

test.concurrent('a path whose percent-encoding is wrong is refused, also by a server that was bundled', async ({
  expect,
}) => {
  const [, url = ''] = await runDemo().waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  const answer = await fetch(`${url}/a2a/rest/tasks/%`, { headers: { 'A2A-Version': '1.0' } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { status: 'INVALID_ARGUMENT', message: 'Cannot decode the path /tasks/%' },
  });
});

test.concurrent('the demo refuses a key, for which it does not ask', async ({ expect }) => {
  const program = runDemo({ FORMWORK_API_KEY: 'secret' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toBe(
    'Cannot start because variables that begin with FORMWORK_ must be some of FORMWORK_FILE: current variable is FORMWORK_API_KEY',
  );
});

test.concurrent('the demo says in one line that PORT is no port', async ({ expect }) => {
  const program = runDemo({ PORT: 'many' });
  expect(await program.exit).toBe(1);
  expect(program.output().trim()).toMatch(/^Cannot start the demo because PORT must be .*"many"$/u);
});

test.concurrent('a signal to npm ends the demo that it started, in order', async ({ expect }) => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Without scripts around it, which would install and build.
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: WORKSPACE,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      PORT: '0',
      FORMWORK_FILE: join(folder, 'tasks.sqlite'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // npm leads a process group, so that the test can end all of its children.
    detached: true,
  });
  const { pid } = npm;
  if (pid === undefined) throw new Error('Cannot start npm.');
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  });
  const program = toProgram(npm);
  await program.waitFor(/is ready/u);
  expect(readdirSync(folder)).toContain('tasks.sqlite-wal');
  npm.kill('SIGTERM');
  // The output is closed by the last process that writes to it, which is the demo.
  await program.exit;
  expect(readdirSync(folder)).not.toContain('tasks.sqlite-wal');
});
