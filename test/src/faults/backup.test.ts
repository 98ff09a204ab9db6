import { createFileBlobStore } from '@formwork/runtime';
import { backUpSqlite, createSqliteRecords } from '@formwork/runtime/sqlite';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { addTask, digestStore, openFile } from '../support/task-stores.ts';
import { type Child, startChild } from './start-child.ts';

/** A store with a blob and a shared record, and a folder for its copies. */
interface Source {
  readonly file: string;
  readonly copies: string;
  readonly digest: ReadonlyMap<string, string>;
}

async function createSource(): Promise<Source> {
  const cwd = makeCliFolder({});
  const file = join(cwd, 'a.sqlite');
  const engine = openFile(file);
  await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  const records = createSqliteRecords({ file: `${file}-records` });
  await records.set('people:share:ada:1', { value: '{}', ttlMs: 3_600_000 });
  await records.close();
  const copies = join(cwd, 'copies');
  mkdirSync(copies);
  return { file, copies, digest: await digestStore(engine) };
}

/** Expects a whole copy, and nothing else of its name. */
async function expectCopy(to: string, { copies, digest }: Source): Promise<void> {
  const names = ['', '-blobs', '-records'].map((ending) => `${to}${ending}`);
  const listed = readdirSync(copies).map((name) => join(copies, name));
  expect(listed.filter((name) => name.startsWith(to)).toSorted()).toEqual(names);
  expect(readdirSync(`${to}-blobs`)).toHaveLength(1);
  expect(await digestStore(openFile(to))).toEqual(digest);
}

async function backUp(child: Child, to: string): Promise<unknown> {
  child.send(to);
  return child.next();
}

test('of backups to one name at once, one makes a whole copy and the others say why not', async () => {
  const source = await createSource();
  const { file, copies } = source;
  const children = await Promise.all(
    Array.from({ length: 5 }, () => startChild('backup-child', file)),
  );
  for (let round = 0; round < 4; round += 1) {
    const to = join(copies, `${round}.sqlite`);
    // Every second round has two in this process, too.
    const own = round % 2 === 0 ? [] : [backUpSqlite({ file, to }), backUpSqlite({ file, to })];
    const [answers, others] = await Promise.all([
      Promise.all(children.map((child) => backUp(child, to))),
      Promise.allSettled(own),
    ]);
    const refused = [
      ...answers.flatMap((answer) => (answer as { reason?: string }).reason ?? []),
      ...others.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : [])),
    ];
    expect(refused).toHaveLength(children.length + own.length - 1);
    for (const reason of refused) {
      expect(reason).toMatch(
        /must be a new file: current value|only one backup at a time may make a copy of this name/u,
      );
      expect(reason).toContain(JSON.stringify(to));
    }
    await expectCopy(to, source);
  }
});

test('a backup that is killed at any step leaves no whole name, and the next one succeeds', async () => {
  const source = await createSource();
  const { file, copies } = source;
  const whole = await startChild('backup-child', file);
  const { calls } = (await backUp(whole, join(copies, 'whole.sqlite'))) as { calls: number };
  expect(calls).toBeGreaterThan(10);
  let published = 0;
  for (let call = 1; call <= calls; call += 1) {
    const to = join(copies, `${call}.sqlite`);
    const child = await startChild('backup-child', file, String(call));
    expect(await backUp(child, to)).toBeUndefined();
    if (existsSync(to)) {
      published += 1;
      await expect(backUpSqlite({ file, to })).rejects.toThrow('must be a new file');
    } else {
      expect(await backUpSqlite({ file, to })).toMatchObject({ blobs: 1, missingBlobs: [] });
    }
    await expectCopy(to, source);
  }
  expect(published).toBeLessThan(calls / 2);
});

test('a copy that cannot be made says which folder or file is in its way', async () => {
  const { file, copies } = await createSource();
  const folder = join(copies, 'film.sqlite');
  writeFileSync(`${folder}.part`, 'mine');
  await expect(backUpSqlite({ file, to: folder })).rejects.toThrow(
    `must be a folder or nothing: it is a file. Remove it if nothing needs it, or name another`,
  );
  expect(readFileSync(`${folder}.part`, 'utf8')).toBe('mine');
  for (const [name, fault] of [
    ['missing', 'which is missing (ENOENT)'],
    ['film.sqlite.part', 'which is no folder (ENOTDIR)'],
  ] as const) {
    const place = join(copies, name);
    await expect(backUpSqlite({ file, to: join(place, 'a.sqlite') })).rejects.toMatchObject({
      code: 'ENGINE_STORAGE',
      message: `Cannot back up tasks because the folder of the copy must be one that can be written to: current value is ${JSON.stringify(place)}, ${fault}`,
    });
  }
  expect(readdirSync(copies)).toEqual(['film.sqlite.part']);
});

test('a backup replaces and removes nothing that other programs have put at its names', async () => {
  const { file, copies } = await createSource();
  const blobs = createFileBlobStore({ folder: `${file}-blobs` });
  for (const ending of ['', '-blobs', '-records']) {
    const to = join(copies, `late${ending}.sqlite`);
    const path = `${to}${ending}`;
    const get = async (id: string) => {
      if (!existsSync(path)) writeFileSync(path, 'mine');
      return blobs.get(id);
    };
    await expect(backUpSqlite({ file, to, blobStore: { ...blobs, get } })).rejects.toThrow(
      JSON.stringify(path),
    );
    expect(readFileSync(path, 'utf8')).toBe('mine');
    // Before it begins, a backup looks as well, and says what to do.
    await expect(backUpSqlite({ file, to })).rejects.toThrow(
      ending === '' ? 'must be a new file' : 'Remove it if nothing needs it',
    );
    expect(readFileSync(path, 'utf8')).toBe('mine');
  }
  expect(readdirSync(copies).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('what killed backups left under other names goes after an hour, and running ones stay', async () => {
  const source = await createSource();
  const { file, copies } = source;
  const blobs = createFileBlobStore({ folder: `${file}-blobs` });
  const [running, killed] = [join(copies, 'running.sqlite'), join(copies, 'killed.sqlite')];
  let go = () => {};
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  let made: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begin) => {
    const get = async (id: string) => {
      begin();
      await gone;
      return blobs.get(id);
    };
    made = backUpSqlite({ file, to: running, blobStore: { ...blobs, get } });
  });
  const child = await startChild('backup-child', file, '8');
  expect(await backUp(child, killed)).toBeUndefined();
  // A folder with the same ending that is none of a backup.
  mkdirSync(join(copies, 'film.part'));
  writeFileSync(join(copies, 'film.part', 'film'), '');
  const parts = ['film.part', 'killed.sqlite.part', 'running.sqlite.part'];
  const listParts = () => readdirSync(copies).filter((name) => name.endsWith('.part'));
  await backUpSqlite({ file, to: join(copies, '1.sqlite') });
  expect(listParts()).toEqual(parts);
  for (const part of parts) {
    const folder = join(copies, part);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const paths = names.map((name) => join(folder, name));
    for (const path of [folder, ...paths]) utimesSync(path, 1, 1);
  }
  await backUpSqlite({ file, to: join(copies, '2.sqlite') });
  expect(listParts()).toEqual(['film.part', 'running.sqlite.part']);
  go();
  await made;
  await expectCopy(running, source);
});
