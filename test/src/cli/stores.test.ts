import { createPostgresRecords } from '@formwork/postgres';
import type { KeptRecord, Scope, SharedRecords } from '@formwork/runtime';
import { createSqliteEngine, createSqliteRecords } from '@formwork/runtime/sqlite';
import { parseStore } from '@formwork/runtime/store';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

/** Opens the shared records of a store, by its name. */
function openRecords(store: string): SharedRecords {
  const place = parseStore(store);
  if (place.kind === 'sqlite') return createSqliteRecords({ file: `${place.file}-records` });
  if (place.kind === 'memory') throw new TypeError('Tasks in memory have no records.');
  const { url, schema = 'formwork' } = place;
  return createPostgresRecords({ url, schema });
}

async function keepRecords(store: string, list: readonly KeptRecord[]): Promise<void> {
  const records = openRecords(store);
  for (const { key, ...record } of list) await records.set(key, record);
  await records.close();
}

async function listRecords(store: string): Promise<readonly KeptRecord[]> {
  const records = openRecords(store);
  const first = (await records.listAll?.()) ?? [];
  const rest = (await records.listAll?.(first.at(-1)?.key)) ?? [];
  await records.close();
  return [...first, ...rest];
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
  const hour = 3_600_000;
  const shared = [
    { key: 'people/vapid', value: 'a key', ttlMs: 400 * 24 * hour },
    { key: 'people:share:ada:1', value: '{}', ttlMs: hour },
    ...Array.from({ length: 1_001 }, (_, at) => ({ key: `r${at}`, value: `${at}`, ttlMs: hour })),
  ];
  await keepRecords(source.name, shared);
  for (const [from, to] of [
    [source, database],
    [database, back],
  ] as const) {
    const { code, stdout, stderr } = await runKept(['migrate-store', from.name, to.name, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const outcome = JSON.parse(stdout);
    expect(outcome).toMatchObject({ isWhole: true, tasks: 41, copied: 41, same: 41 });
    expect(outcome).toMatchObject({ records: 1_003, copiedRecords: 1_003, otherRecords: [] });
    expect(await digestStore(to.engine)).toEqual(before);
    expect(await to.engine.countStates()).toMatchObject({ completed: 10, 'input-required': 10 });
  }
  const kept = await listRecords(back.name);
  expect(kept.map(({ key }) => key)).toEqual(shared.map(({ key }) => key).toSorted());
  for (const { key, value, ttlMs } of shared) {
    const copy = kept.find((record) => record.key === key);
    expect(copy?.value).toBe(value);
    // The time goes on while records are moved, and does not begin again.
    expect(copy?.ttlMs).toBeLessThan(ttlMs);
    expect(copy?.ttlMs).toBeGreaterThan(ttlMs - hour / 2);
  }
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const env = { FORMWORK_STORE: database.name };
  const agent = startCli(['start', 'agent.js', '--port', '0'], { cwd, env });
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
  expect(existsSync(join(cwd, 'to.sqlite-records'))).toBe(false);
  const record = { key: 'people:settings:ada', ttlMs: 60_000 };
  await keepRecords(join(cwd, 'from.sqlite'), [{ ...record, value: 'old' }]);
  await keepRecords(join(cwd, 'to.sqlite'), [{ ...record, value: 'new' }]);
  const again = await runKept(args, { cwd });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`Task ${lease.taskId}: the task in the target is another`);
  expect(again.stderr).toContain('Record people:settings:ada: the target has another one');
  expect(again.stdout).toMatch(/Records +1, of which 0 copied\n/u);
  expect(await listRecords(join(cwd, 'to.sqlite'))).toMatchObject([{ value: 'new' }]);
});

test('a backup of a store whose agent writes has every task as of one moment', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const store = ['--store', 'data/tasks.sqlite'];
  const agent = startCli(['start', 'agent.js', '--port', '0', ...store], { cwd });
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
  const file = join(cwd, 'data/tasks.sqlite');
  await keepRecords(file, [{ key: 'people:share:ada:1', value: '{}', ttlMs: 60_000 }]);
  const kept = await listRecords(file);
  const made = await runCli(['backup', 'backup/tasks.sqlite', ...store, '--json'], { cwd });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { tasks, records, missingBlobs } = JSON.parse(made.stdout);
  const { completed = 0 } = await engine.countStates();
  await expect.poll(async () => (await engine.countStates()).completed).toBeGreaterThan(completed);
  over.abort();
  const sent = (await Promise.all(sending)).reduce((sum, one) => sum + one, 0);
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);

  expect(missingBlobs).toEqual([]);
  expect(statSync(join(cwd, 'backup/tasks.sqlite')).mode & 0o077).toBe(0);
  expect(readdirSync(join(cwd, 'backup')).toSorted()).toEqual([
    'tasks.sqlite',
    'tasks.sqlite-blobs',
    'tasks.sqlite-records',
  ]);
  expect(statSync(join(cwd, 'backup/tasks.sqlite-records')).mode & 0o077).toBe(0);
  cpSync(join(cwd, 'backup'), join(cwd, 'restored'), { recursive: true });
  // The key of handles of MCP hosts is among them, so hosts go on with a restored agent.
  const found = await listRecords(join(cwd, 'restored/tasks.sqlite'));
  expect(found.map(({ key, value }) => [key, value])).toEqual(
    kept.map(({ key, value }) => [key, value]),
  );
  expect(found.map(({ key }) => key)).toEqual(['mcp/handle-key', 'people:share:ada:1']);
  expect(records).toBe(2);
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
