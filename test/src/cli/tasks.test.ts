import type { Scope } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import {
  addTask,
  CLAIM,
  closeDatabase,
  openFile,
  openPostgres,
  openSqlite,
  toInvocation,
  toPart,
  toStatus,
} from '../support/task-stores.ts';

afterAll(closeDatabase);

const push = { id: 'p1', url: 'https://receiver.example/hook?key=secret', version: '1.0' } as const;

async function runJson(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runKept([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe.each([
  ['SQLite', openSqlite],
  ['PostgreSQL', openPostgres],
])('formwork tasks on %s', (_, openStore) => {
  test('lists tasks of all callers by every filter, page by page', async () => {
    const { name, engine } = await openStore();
    const failed = await addTask(engine);
    await engine.append(failed, [toStatus('failed')]);
    const running = await addTask(engine, {
      scope: 'user:bob' as Scope,
      invocation: toInvocation('sing'),
    });
    const resting = await addTask(engine, { scope: '' as Scope });
    await engine.release([resting], { retryAfterMs: 600_000 });
    const find = async (...flags: readonly string[]) => {
      const { tasks } = (await runJson(['tasks', 'list', '--store', name, ...flags])) as {
        readonly tasks: readonly { readonly taskId: string }[];
      };
      return tasks.map(({ taskId }) => taskId).toSorted();
    };
    const all = [failed, running, resting].map(({ taskId }) => taskId).toSorted();
    expect(await find()).toEqual(all);
    expect(await find('--state', 'failed')).toEqual([failed.taskId]);
    expect(await find('--scope', 'user:bob')).toEqual([running.taskId]);
    expect(await find('--scope', '')).toEqual([resting.taskId]);
    expect(await find('--skill', 'sing')).toEqual([running.taskId]);
    expect(await find('--context', 'c2')).toEqual([]);
    const page = (await runJson(['tasks', 'list', '--store', name, '--limit', '2'])) as {
      readonly tasks: readonly { readonly taskId: string }[];
      readonly next: string;
    };
    const rest = await find('--page', page.next);
    expect([...page.tasks.map(({ taskId }) => taskId), ...rest].toSorted()).toEqual(all);

    const { stdout, stderr } = await runKept(['tasks', 'list', '--store', name, '--limit', '2']);
    expect(stdout.split('\n')[0]).toMatch(/^task +state +since +skill +scope +run$/u);
    expect(stderr).toMatch(/^There are more: add --page \S+\n$/u);
    const table = (await runKept(['tasks', 'list', '--store', name])).stdout;
    expect(table).toMatch(new RegExp(`${running.taskId}.* sing +user:bob +leased until 20`, 'u'));
    expect(table).toMatch(new RegExp(`${resting.taskId}.*\\(nobody\\) +rests until 20`, 'u'));
    const none = await runKept(['tasks', 'list', '--store', name, '--state', 'rejected']);
    expect(none).toEqual({ code: 0, stdout: 'There are no such tasks.\n', stderr: '' });
  });

  test('shows a task and its log, and what was said only with --data', async () => {
    const { name, engine } = await openStore();
    const lease = await addTask(engine, { push });
    const secretWord = (await engine.get(lease.scope, lease.taskId))?.history[0];
    if (secretWord === undefined) throw new Error('the task has no message');
    const artifact = {
      artifactId: 'a1',
      name: 'result\u001b[2J',
      description: '',
      parts: [toPart('the secret result')],
      metadata: undefined,
      extensions: [],
    };
    await engine.append(lease, [
      toStatus('working'),
      { kind: 'artifact', artifact, append: false, lastChunk: true },
      { kind: 'memo', position: 0, key: 'look', value: 'the secret memo' },
      { kind: 'status', state: 'completed', message: secretWord },
    ]);
    const show = ['tasks', 'show', lease.taskId, '--store', name];
    const shown = await runKept(show);
    expect(shown.code).toBe(0);
    expect(shown.stdout).not.toMatch(/secret|[^ -~\n]/u);
    expect(shown.stdout).toMatch(/State +completed since/u);
    expect(shown.stdout).toMatch(/Message +of user: text text\/plain 17 B/u);
    expect(shown.stdout).toMatch(/Log +5 events/u);
    expect(shown.stdout).toContain('p1 at https://receiver.example/hook\n');
    expect(JSON.stringify(await runJson(show))).not.toContain('secret');
    expect(JSON.stringify(await runJson([...show, '--data']))).toContain('the secret result');

    const events = ['tasks', 'events', lease.taskId, '--store', name];
    const log = await runKept([...events, '--follow']);
    expect(log.stdout.trimEnd().split('\n')).toHaveLength(5);
    expect(log.stdout).not.toMatch(/secret|[^ -~\n]/u);
    expect(log.stdout).toContain('remembers step 1, look');
    expect(log.stdout).toMatch(/ completed, with a message$/mu);
    const told = (await runKept([...events, '--after', '4', '--json'])).stdout;
    expect(JSON.parse(told)).toMatchObject({
      state: 'completed',
      about: 'completed, with a message',
    });
    const lines = (await runKept([...events, '--after', '2', '--data', '--json'])).stdout;
    const seqs = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).seq);
    expect(seqs).toEqual([3, 4, 5]);
    expect(lines).toContain('the secret memo');
    const absent = await runKept(['tasks', 'show', 'absent', '--store', name]);
    expect(absent).toMatchObject({ code: 1, stdout: '' });
    expect(absent.stderr).toContain('the store has no such task');
  });

  test('follows a log until the task ends', async () => {
    const { name, engine } = await openStore();
    const lease = await addTask(engine);
    const program = startCli(['tasks', 'events', lease.taskId, '--follow', '--store', name]);
    await program.waitFor(/submitted/u);
    await engine.append(lease, [toStatus('working')]);
    await program.waitFor(/working/u);
    await engine.append(lease, [toStatus('completed')]);
    expect(await program.exit).toBe(0);
    expect(program.output()).toMatch(/submitted\n.*working\n.*completed\n$/u);
  });

  test('cancels, deletes, and says of each task what became of it', async () => {
    const { name, engine } = await openStore();
    const held = await addTask(engine);
    const waiting = await addTask(engine);
    await engine.append(waiting, [toStatus('input-required')]);
    const store = ['--store', name];
    expect(await runJson(['tasks', 'cancel', held.taskId, waiting.taskId, ...store])).toEqual([
      { taskId: held.taskId, outcome: 'requested' },
      { taskId: waiting.taskId, outcome: 'canceled' },
    ]);
    const forced = await runKept(['tasks', 'cancel', held.taskId, '--force', ...store]);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    const again = await runKept(['tasks', 'cancel', held.taskId, 'absent', ...store]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('current state is canceled');
    expect(again.stderr).toContain('no such task');
    expect(await runJson(['tasks', 'delete', held.taskId, ...store])).toEqual([
      { taskId: held.taskId, outcome: 'deleted' },
    ]);
    expect(await engine.findScope(held.taskId)).toBeUndefined();
  });

  test('retries a task that failed as a new one, once, and wakes one that rests', async () => {
    const { name, engine } = await openStore();
    const store = ['--store', name];
    const failed = await addTask(engine);
    await engine.append(failed, [toStatus('failed')]);
    const retry = async () => {
      const [made] = (await runJson(['tasks', 'retry', failed.taskId, ...store])) as [
        { readonly newTaskId: string },
      ];
      return made;
    };
    const first = await retry();
    expect(first).toMatchObject({ taskId: failed.taskId, outcome: 'created' });
    expect(await retry()).toEqual({ ...first, outcome: 'repeated' });
    expect(await engine.get(failed.scope, first.newTaskId)).toMatchObject({
      state: 'submitted',
      scope: 'user:ada',
      contextId: 'c1',
      invocation: { skillId: 'say', data: { to: 'the secret word' } },
      history: [{ taskId: first.newTaskId, parts: [toPart('the secret word')] }],
    });
    expect(await engine.get(failed.scope, failed.taskId)).toMatchObject({ state: 'failed' });

    const stepped = [await addTask(engine), await addTask(engine)];
    const made: unknown[] = [];
    for (const [index, lease] of stepped.entries()) {
      await engine.append(lease, [{ kind: 'memo', position: 0, key: 'step:pay', value: 'paid' }]);
      await engine.append(lease, [toStatus('failed')]);
      const flags = index === 0 ? [] : ['--from-start'];
      const told = await runJson(['tasks', 'retry', lease.taskId, ...flags, ...store]);
      const [{ newTaskId }] = told as [{ readonly newTaskId: string }];
      made.push(await engine.get(lease.scope, newTaskId));
      await engine.cancel(lease.scope, newTaskId);
    }
    expect(made).toMatchObject([
      { state: 'working', seq: 3, memos: [{ key: 'step:pay', value: 'paid' }] },
      { state: 'submitted', seq: 1 },
    ]);

    const resting = await addTask(engine);
    await engine.release([resting], { retryAfterMs: 600_000 });
    const woken = await runKept(['tasks', 'retry', resting.taskId, ...store]);
    expect(woken).toMatchObject({ code: 0, stderr: '' });
    const leases = await engine.claim(CLAIM, 10);
    expect(new Map(leases.map(({ taskId, attempt }) => [taskId, attempt]))).toEqual(
      new Map([
        [resting.taskId, 2],
        [first.newTaskId, 1],
      ]),
    );
    const refused = await runKept(['tasks', 'retry', resting.taskId, ...store]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('it is running');
  });

  test('lists dead letters, without secrets, and revives those that are selected', async () => {
    const { name, engine } = await openStore();
    const store = ['--store', name];
    const leases = [
      await addTask(engine, { push }),
      await addTask(engine, { push, scope: 'user:bob' as Scope }),
    ];
    for (const delivery of await engine.claimDeliveries(CLAIM, 10)) {
      await engine.settleDelivery(delivery, { kind: 'dead', reason: 'it answers 410' });
    }
    const { stdout } = await runKept(['tasks', 'dead-letters', ...store]);
    expect(stdout).toMatch(/user:bob.*https:\/\/receiver.example\/hook +it answers 410/u);
    expect(stdout).not.toContain('secret');
    expect((await runKept(['tasks', 'revive', ...store])).code).toBe(2);
    const revive = ['tasks', 'revive', ...store];
    expect(await runJson([...revive, '--scope', 'user:bob'])).toEqual({ revived: 1 });
    expect(await engine.listDeadLetters()).toMatchObject([{ taskId: leases[0]?.taskId }]);
    const prefix = 'https://receiver.example/';
    expect(await runJson([...revive, '--url', prefix, '--receiver', 'p1'])).toEqual({ revived: 1 });
    expect(await runKept([...revive, '--all'])).toMatchObject({ code: 1 });
  });
});

test('a failed task is retried by the agent that runs on the store', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const store = ['--store', 'sqlite:data/tasks.sqlite'];
  const agent = startCli(['start', 'agent.js', '--port', '0', ...store], { cwd });
  await agent.waitFor(/Tasks +data\/tasks.sqlite/u);
  const engine = openFile(join(cwd, 'data/tasks.sqlite'));
  const lease = await addTask(engine);
  await engine.append(lease, [toStatus('failed')]);
  const { stdout } = await runCli(['tasks', 'retry', lease.taskId, '--json', ...store], { cwd });
  const [{ newTaskId }] = JSON.parse(stdout);
  await expect
    .poll(() => engine.get(lease.scope, newTaskId))
    .toMatchObject({ state: 'completed', artifacts: [{}] });
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);
});

test('an agent keeps its tasks in the database that DATABASE_URL names, without its password', async () => {
  const { name, engine } = await openPostgres();
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const env = { DATABASE_URL: name };
  const agent = startCli(['start', 'agent.js', '--port', '0'], { cwd, env });
  await agent.waitFor(/Tasks +PostgreSQL at .*schema formwork_/u);
  const { taskId, scope } = await addTask(engine);
  await engine.cancel(scope, taskId, { force: true });
  const { stdout } = await runKept(['tasks', 'retry', taskId, '--json'], { cwd, env });
  const [{ newTaskId }] = JSON.parse(stdout);
  await expect.poll(() => engine.get(scope, newTaskId)).toMatchObject({ state: 'completed' });
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);
});

test('without the package for PostgreSQL one sentence says how to get it', async () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name === '@formwork/postgres') throw new Error('There is no such package.');
        return next(name, context);
      },
    });`;
  const cwd = makeCliFolder({ 'hook.mjs': hook, 'agent.js': toAgentModule('hello') });
  const store = ['--store', 'postgres://ada:secret@127.0.0.1:1/db'];
  const env = { NODE_OPTIONS: `--import=${join(cwd, 'hook.mjs')}` };
  for (const args of [
    ['tasks', 'list'],
    ['start', 'agent.js', '--port', '0'],
  ]) {
    const { code, stdout, stderr } = await runCli([...args, ...store], { cwd, env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^Cannot open a PostgreSQL store because its package is not installed\./u,
    );
    expect(stderr).not.toContain('secret');
  }
});

test.each([
  [['tasks', 'list'], 2, 'none is named'],
  [['tasks', 'list', '--store', 'absent.sqlite'], 1, 'there is no such file'],
  [['tasks', 'list', '--store', 'other.sqlite'], 1, 'the database of another program'],
  [['tasks', 'list', '--store', 'memory:'], 2, 'their own process alone'],
  [['tasks', 'list', '--store', 'mysql://root:secret@localhost/db'], 2, '"mysql:"'],
  [['tasks', 'list', '--store', 'postgres//ada:secret@localhost/db'], 2, 'not shown'],
  [
    ['tasks', 'list', '--store', 'postgres://ada:secret@127.0.0.1:1/db'],
    1,
    'nothing listens there',
  ],
  [['tasks', 'list', '--store', 'a.sqlite', '--limit', '0'], 2, '--limit must be'],
  [['tasks', 'list', '--store', 'a.sqlite', '--older-than', 'x'], 2, '--older-than must be'],
  [['tasks', 'events', 'x', '--store', 'a.sqlite', '--after', '-1'], 2, '--after must be'],
  [['backup', 'x.sqlite', '--store', 'postgres://ada:secret@h/db'], 2, 'pg_dump'],
  [['migrate-store', 'a.sqlite', 'sqlite:./a.sqlite'], 2, 'both stores are the same'],
] as const)('%j says what is wrong, and no password', async (args, code, reason) => {
  const cwd = makeCliFolder({});
  const engine = createSqliteEngine({ file: join(cwd, 'a.sqlite') });
  await engine.countStates();
  await engine.close();
  const other = new DatabaseSync(join(cwd, 'other.sqlite'));
  other.exec('create table own (x)');
  other.close();
  const before = readFileSync(join(cwd, 'other.sqlite'));
  const ended = await runKept(args, { cwd });
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(readFileSync(join(cwd, 'other.sqlite'))).toEqual(before);
  expect(ended.stderr).toContain(reason);
  expect(ended.stderr).not.toContain('secret');
});
