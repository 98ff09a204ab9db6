import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres } from '@formwork/postgres/testing';
import type { ArchivedTask, TaskEngine } from '@formwork/runtime';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { answer, createAgent, start } from '../support/asking-agent.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { POSTGRES } from '../support/programs/programs.ts';
import { startServer } from '../support/start-server.ts';

const run = promisify(execFile);

// Getting the programs may take longer than the test.
const programs = await getProgram(POSTGRES);

/** A text that is too long for a page of the database. */
const LONG = 'x'.repeat(300_000);

const agent = createAgent(async (task) => {
  await task.artifact({ id: 'long', text: LONG });
  return `Hello, ${await task.ask('Who?')}`;
});

const PAGE = new URL('../../../docs/operate/tasks.md', import.meta.url);

/** Returns the command of the documentation that begins with the name of a program. */
function findCommand(name: string): string {
  const line = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${PAGE.pathname} has no command with ${name}`);
  return line;
}

/** Runs the documented command with a client program of PostgreSQL on a store. */
async function runDocumented(
  name: string,
  { store, cwd }: { readonly store: string; readonly cwd: string },
): Promise<void> {
  const path = `${dirname(programs.file)}:${process.env['PATH']}`;
  const variables = { ...process.env, ...programs.env, PATH: path, DATABASE_URL: store };
  await run('sh', ['-c', findCommand(name)], { cwd, env: variables });
}

/** Makes an empty database that lasts until the test is over, and returns its URL. */
async function createDatabase(url: string): Promise<string> {
  const name = `formwork_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${name}`);
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  const place = new URL(url);
  place.pathname = name;
  return place.href;
}

async function exportAll({ archive }: TaskEngine): Promise<readonly (ArchivedTask | undefined)[]> {
  if (archive === undefined) throw new Error('the engine has no archive');
  const entries = await archive.list(0, 100);
  return Promise.all(entries.map(({ taskId }) => archive.export(taskId)));
}

test('what pg_dump wrote and pg_restore read are the same tasks, which go on', async () => {
  // The programs refuse a server that is newer than they are, so it is the one beside them.
  const { file, env } = programs;
  const server = await startPostgres({ programs: { folder: dirname(file), env } });
  onTestFinished(() => server.stop());
  const [source, target] = [await createDatabase(server.url), await createDatabase(server.url)];
  const folder = mkdtempSync(join(tmpdir(), 'formwork-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const before = createPostgresEngine({ url: source });
  onTestFinished(() => before.close());
  const { url } = await startServer(agent, { engine: before });
  const [ended, waiting] = [await start(url), await start(url)];
  await answer(url, ended.id, { text: 'Ada' });

  // The names of stores may have parameters that the programs of PostgreSQL do not know.
  const query = '?schema=formwork&pgbouncer=true';
  await runDocumented('pg_dump', { store: `${source}${query}`, cwd: folder });
  await runDocumented('pg_restore', { store: `${target}${query}`, cwd: folder });

  const after = createPostgresEngine({ url: target });
  onTestFinished(() => after.close());
  const kept = await exportAll(before);
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).toContain(LONG);
  expect(await exportAll(after)).toEqual(kept);
  const again = await startServer(agent, { engine: after });
  const done = await answer(again.url, waiting.id, { text: 'Ben' });
  expect(done.status.state).toBe('TASK_STATE_COMPLETED');
  expect(JSON.stringify(done.artifacts)).toContain('Hello, Ben');
});
