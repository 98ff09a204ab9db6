import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ServerProcess } from './server-process.ts';
import { findServerPrograms } from './server-programs.ts';
import { findServerFolder, findServerUser, giveFolder, isOpen } from './server-user.ts';
import { startPostgres } from './start-postgres.ts';

/** Makes a folder for a server's data that lasts until the test is over. */
function makeFolder(): string {
  const folder = mkdtempSync(join(findServerFolder(findServerUser()), 'formwork-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a server that does not start is an error with its last lines', async () => {
  const user = findServerUser();
  const cwd = makeFolder();
  writeFileSync(join(cwd, 'PG_VERSION'), '9.1\n');
  giveFolder(cwd, user);
  const { folder } = findServerPrograms(user);
  await expect(ServerProcess.start(['-D', cwd], { folder, env: {}, cwd, user })).rejects.toThrow(
    /Cannot start PostgreSQL .* ended, and wrote last:\n.*postgresql\.conf/su,
  );
});

test('a folder that only its owner may pass is not for the user of a server', () => {
  const folder = makeFolder();
  const inner = join(folder, 'inner');
  mkdirSync(inner);
  for (const path of [folder, inner]) chmodSync(path, 0o755);
  expect(isOpen(inner)).toBe(isOpen(dirname(folder)));
  chmodSync(folder, 0o700);
  expect(isOpen(inner)).toBe(false);
  expect(isOpen(findServerFolder({ uid: 1, gid: 1 }))).toBe(true);
});

test('a program that is not there is an error with its name', async () => {
  const folder = makeFolder();
  await expect(startPostgres({ programs: { folder } })).rejects.toThrow(join(folder, 'initdb'));
});

test('the tests of a run share a server, which none of them ends', async () => {
  const [one, other] = await Promise.all([startPostgres(), startPostgres()]);
  expect(other.url).toBe(one.url);
  await one.stop();
  await expect(one.crash()).rejects.toThrow('A server that tests share is not to be ended.');
  const client = new pg.Client(other.url);
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test('a server that has been crashed and restarted has its data, and ends', async () => {
  const server = await startPostgres({ isOwn: true, isDurable: true });
  const run = async (text: string): Promise<readonly unknown[]> => {
    const client = new pg.Client(server.url);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  await run('create table kept (n int); insert into kept values (1)');
  await server.crash();
  await run('insert into kept values (2)');
  await server.restart();
  await server.stopWhile(() => expect(run('select 1')).rejects.toThrow('ECONNREFUSED'));
  expect(await run('select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  await server.stop();
  await expect(run('select 1')).rejects.toThrow('ECONNREFUSED');
});
