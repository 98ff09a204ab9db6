import type { Scope } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import {
  addTask,
  CLAIM,
  closeDatabase,
  digestStore,
  fillStore,
  openFile,
  openPostgres,
  openSqlite,
  toStatus,
} from '../support/task-stores.ts';

afterAll(closeDatabase);

/** Counts the tasks in an SQLite file; 0 if the file does not exist. */
async function countTasks(file: string): Promise<number> {
  if (!existsSync(file)) return 0;
  const engine = createSqliteEngine({ file });
  try {
    return (await engine.archive?.list(0, 1_000_000))?.length ?? 0;
  } finally {
    await engine.close();
  }
}

test('a store is moved however often the move is killed, and nothing doubles', async () => {
  const cwd = makeCliFolder({});
  const source = openFile(join(cwd, 'from.sqlite'));
  await fillStore(source, 400);
  const before = await digestStore(source);
  const args = ['migrate-store', 'from.sqlite', 'sqlite:data/to.sqlite'];
  const file = join(cwd, 'data/to.sqlite');
  let there = 0;
  for (let kill = 0; kill < 5; kill += 1) {
    const move = startCli([...args, '--json'], { cwd });
    const known = there;
    await expect.poll(async () => (there = await countTasks(file))).toBeGreaterThan(known);
    move.child.kill('SIGKILL');
    await move.exit;
  }
  const { code, stdout, stderr } = await runCli([...args, '--json'], { cwd });
  const outcome = JSON.parse(stdout);
  expect([code, stderr, outcome.problems]).toEqual([0, '', []]);
  expect(outcome).toMatchObject({ isWhole: true, isChanged: false, tasks: 400, same: 400 });
  expect(outcome.existing).toBeGreaterThanOrEqual(there);
  expect(outcome.copied + outcome.existing).toBe(400);
  expect(outcome.copied).toBeGreaterThan(0);
  const target = openFile(file);
  const scope = 'user:ada' as Scope;
  expect(await digestStore(target)).toEqual(before);
  expect(await digestStore(source)).toEqual(before);
  expect(await target.countBytes(scope)).toBe(await source.countBytes(scope));
  expect(await target.countStates()).toEqual(await source.countStates());
  const fromSource = await source.claim(CLAIM, 1_000);
  const fromTarget = await target.claim(CLAIM, 1_000);
  expect(fromTarget).toEqual(fromSource);
  expect(fromTarget).toHaveLength(100);
});

test('a store goes to PostgreSQL and back unchanged, and an agent there goes on with it', async () => {
  const [source, database, back] = [await openSqlite(), await openPostgres(), await openSqlite()];
  await fillStore(source.engine, 40);
  const waiting = await addTask(source.engine);
  await source.engine.release([waiting]);
  const before = await digestStore(source.engine);
  for (const [from, to] of [
    [source, database],
    [database, back],
  ] as const) {
    const { code, stdout, stderr } = await runKept(['migrate-store', from.name, to.name, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ isWhole: true, tasks: 41, copied: 41, same: 41 });
    expect(await digestStore(to.engine)).toEqual(before);
    expect(await to.engine.countStates()).toMatchObject({ completed: 10, 'input-required': 10 });
  }
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const env = { FORMWORK_STORE: database.name };
  const agent = startCli(['start', 'agent.ts', '--port', '0'], { cwd, env });
  const { scope, taskId } = waiting;
  await expect
    .poll(() => database.engine.get(scope, taskId))
    .toMatchObject({ state: 'completed', artifacts: [{}] });
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);
});

test('a move refuses a source whose agent runs tasks, and tells every difference', async () => {
  const cwd = makeCliFolder({});
  const source = openFile(join(cwd, 'from.sqlite'));
  const lease = await addTask(source);
  const args = ['migrate-store', 'from.sqlite', 'to.sqlite'];
  const refused = await runKept(args, { cwd });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('Current number of leased tasks is 1.');
  await source.release([lease]);
  const moved = await runKept(args, { cwd });
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toMatch(/Tasks +1, with 1 events\nCopied +1, and 0 were there before\n/u);
  const target = openFile(join(cwd, 'to.sqlite'));
  const [next] = await target.claim(CLAIM, 1);
  if (next !== undefined) await target.append(next, [toStatus('completed')]);
  const again = await runKept(args, { cwd });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`Task ${lease.taskId}: the task in the target is another`);
});

test('a backup of a store whose agent writes has every task as of one moment', async () => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('hello') });
  const store = ['--store', 'data/tasks.sqlite'];
  const agent = startCli(['start', 'agent.ts', '--port', '0', ...store], { cwd });
  const [, url = ''] = await agent.waitFor(/REST +(\S+)/u);
  const engine = openFile(join(cwd, 'data/tasks.sqlite'));
  await fillStore(engine, 40);
  const over = new AbortController();
  async function send(): Promise<number> {
    let sent = 0;
    for (; !over.signal.aborted; sent += 1) {
      const answer = await fetch(`${url}/message:send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
        body: JSON.stringify({
          message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ data: { to: 'me' } }] },
        }),
      });
      if (answer.status !== 200) throw new Error(await answer.text());
    }
    return sent;
  }
  const sending = [send(), send(), send()];
  await expect.poll(async () => (await engine.countStates()).completed).toBeGreaterThan(20);
  const made = await runCli(['backup', 'backup/tasks.sqlite', ...store, '--json'], { cwd });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { tasks, missingBlobs } = JSON.parse(made.stdout);
  await sleep(50);
  over.abort();
  const sent = (await Promise.all(sending)).reduce((sum, one) => sum + one, 0);
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);

  expect(missingBlobs).toEqual([]);
  expect(statSync(join(cwd, 'backup/tasks.sqlite')).mode & 0o077).toBe(0);
  expect(readdirSync(join(cwd, 'backup')).toSorted()).toEqual([
    'tasks.sqlite',
    'tasks.sqlite-blobs',
  ]);
  cpSync(join(cwd, 'backup'), join(cwd, 'restored'), { recursive: true });
  const restored = openFile(join(cwd, 'restored/tasks.sqlite'));
  const now = await digestStore(engine);
  const then = await digestStore(restored);
  expect(then.size).toBe(tasks);
  expect(now.size).toBe(sent + 40);
  expect(then.size).toBeLessThan(now.size);
  // A task that ran during the backup may have gone on since: its restored events are the first of
  // its events now.
  for (const [taskId, digest] of then) {
    if (digest === now.get(taskId)) continue;
    const [was, is] = await Promise.all(
      [restored, engine].map(async (one) => one.archive?.export(taskId)),
    );
    expect(is?.events.slice(0, was?.events.length)).toEqual(was?.events);
  }
  const again = await runKept(['backup', 'backup/tasks.sqlite', ...store], { cwd });
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('the copy must be a new file');
  expect(existsSync(join(cwd, 'backup/tasks.sqlite.part'))).toBe(false);
});
