import { type BlobStore, createFileBlobStore } from '@formwork/runtime';
import { backUpSqlite, createSqliteEngine } from '@formwork/runtime/sqlite';
import { createS3BlobStore } from '@formwork/s3';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { startS3 } from '../support/start-s3.ts';
import { addTask, digestStore, fillStore, openFile, toStatus } from '../support/task-stores.ts';

const s3 = await startS3();
afterAll(() => s3.close());

test('a store is moved to a bucket, served from there, read by operators and backed up', async () => {
  const { env } = s3;
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const source = openFile(join(cwd, 'old.sqlite'));
  await fillStore(source, 30);
  const before = await digestStore(source);
  const place = s3.createPlace();
  const name = `s3://${place.bucket}/${place.prefix}`;
  const moved = await runCli(
    ['migrate-store', 'old.sqlite', 'new.sqlite', '--to-blobs', name, '--json'],
    { cwd, env },
  );
  expect(JSON.parse(moved.stdout)).toMatchObject({ isWhole: true, tasks: 30, same: 30 });
  expect(s3.list(place.prefix)).toHaveLength(3);
  expect(readdirSync(cwd)).not.toContain('new.sqlite-blobs');

  const blobs = ['--store', 'new.sqlite', '--blobs', name];
  const engine = createSqliteEngine({
    file: join(cwd, 'new.sqlite'),
    blobStore: createS3BlobStore(place),
  });
  onTestFinished(() => engine.close());
  expect(await digestStore(engine)).toEqual(before);

  const backup = await runKept(['backup', 'copy.sqlite', ...blobs, '--json'], { cwd, env });
  expect(JSON.parse(backup.stdout)).toMatchObject({ tasks: 30, blobs: 3, missingBlobs: [] });
  expect(await digestStore(openFile(join(cwd, 'copy.sqlite')))).toEqual(before);

  const long = await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  await engine.cancel(long.scope, long.taskId, { force: true });
  expect(s3.list(place.prefix)).toHaveLength(4);
  const agent = startCli(['start', 'agent.js', '--port', '0', ...blobs], { cwd, env });
  await agent.waitFor(new RegExp(`Blobs +${name}`, 'u'));
  const retried = await runKept(['tasks', 'retry', long.taskId, '--json'], {
    cwd,
    env: { ...env, FORMWORK_STORE: 'new.sqlite', FORMWORK_BLOBS: name },
  });
  const [{ newTaskId }] = JSON.parse(retried.stdout);
  await expect
    .poll(() => engine.get(long.scope, newTaskId))
    .toMatchObject({ state: 'completed', artifacts: [{}] });
  expect(s3.list(place.prefix)).toHaveLength(5);
  agent.child.kill('SIGTERM');
  expect(await agent.exit).toBe(0);
});

const PLACE = ['--blobs', 's3://agents/x'];
const STORE = ['--store', 'a.sqlite'];
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hidden' };
const REGION = { ...KEYS, AWS_REGION: 'eu-1' };

test.each([
  [['tasks', 'list', ...STORE, '--blobs', 'gs://agents'], KEYS, 2, 'must be s3://BUCKET'],
  [['tasks', 'list', ...STORE, '--blobs', 's3://AKIA:hidden@agents'], KEYS, 2, 'must be s3://'],
  [['tasks', 'list', ...STORE, ...PLACE], {}, 2, 'must both be set'],
  [['tasks', 'list', ...STORE, ...PLACE], { AWS_ACCESS_KEY_ID: 'AKIA' }, 2, 'must both be set'],
  [['tasks', 'list', ...STORE, ...PLACE], KEYS, 2, 'S3_ENDPOINT, AWS_REGION'],
  [['tasks', 'list', ...STORE, '--blobs', 's3://agents/../x'], REGION, 2, 'prefix must be'],
  [
    ['tasks', 'list', ...STORE, ...PLACE],
    { ...KEYS, S3_ENDPOINT: 'http://minio.internal:9000' },
    2,
    'endpoint must be https',
  ],
  [['tasks', 'list', '--store', 'memory:', ...PLACE], REGION, 2, 'the tasks are in memory'],
  [['tasks', 'list', '--store', 'b.sqlite', ...PLACE], REGION, 2, 'formwork migrate-store'],
  [['tasks', 'list', ...STORE, ...PLACE], REGION, 0, ''],
] as const)('%j with %j ends with %i: %s', async (...row) => {
  const [args, env, code, reason] = row;
  const cwd = makeCliFolder({});
  await openFile(join(cwd, 'a.sqlite')).countStates();
  await openFile(join(cwd, 'b.sqlite')).countStates();
  mkdirSync(join(cwd, 'b.sqlite-blobs'));
  writeFileSync(join(cwd, 'b.sqlite-blobs', 'one'), '1');
  const ended = await runKept(args, { cwd, env });
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(reason);
  expect(ended.stderr).not.toContain('hidden');
});

test.each([
  [{}, 's3://absent/x', 'has no bucket "absent": create it, or correct its name.\n'],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:2' },
    's3://agents/x',
    'http://127.0.0.1:2 does not answer (ECONNREFUSED): check the endpoint, and that the server runs.\n',
  ],
  [
    { AWS_SECRET_ACCESS_KEY: 'hidden' },
    's3://agents/x',
    'the secret key does not belong to the access key id: check both.\n',
  ],
])('an agent with %j and --blobs %s does not start: %s', async (change, name, reason) => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const args = ['start', 'agent.js', '--port', '0', ...STORE, '--blobs', name];
  const { code, stdout, stderr } = await runKept(args, { cwd, env: { ...s3.env, ...change } });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Cannot keep blobs in the bucket because [^\n]+\n$/u);
  expect(stderr.endsWith(reason)).toBe(true);
  expect(stderr).not.toContain('hidden');
});

test('a task that cannot be read keeps no other from being retried', async () => {
  const cwd = makeCliFolder({});
  const engine = openFile(join(cwd, 'a.sqlite'));
  const lost = await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  const kept = await addTask(engine);
  for (const lease of [lost, kept]) await engine.append(lease, [toStatus('failed')]);
  rmSync(join(cwd, 'a.sqlite-blobs'), { recursive: true });
  const order = ['tasks', 'retry', lost.taskId, kept.taskId, ...STORE];
  const first = await runKept([...order, '--json'], { cwd });
  expect(first.code).toBe(1);
  expect(JSON.parse(first.stdout)).toEqual([
    { taskId: lost.taskId, outcome: 'failed' },
    { taskId: kept.taskId, outcome: 'created', newTaskId: expect.any(String) },
  ]);
  expect(first.stderr).toContain(`Cannot read task ${lost.taskId} because its blob`);
  const again = await runKept(order, { cwd });
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining('was retried before')]);
});

test('a backup has no blob that came damaged or short, and says which it could not copy', async () => {
  const cwd = makeCliFolder({});
  const files = createFileBlobStore({ folder: join(cwd, 'a.sqlite-blobs') });
  const engine = openFile(join(cwd, 'a.sqlite'));
  await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  await addTask(engine, { metadata: { long: 'y'.repeat(300_000) } });
  const wanted = await digestStore(engine);
  const answers: ((bytes: Uint8Array) => Uint8Array)[] = [];
  const blobStore: BlobStore = {
    ...files,
    async get(id) {
      const bytes = await files.get(id);
      return bytes && (answers.shift()?.(bytes) ?? bytes);
    },
  };
  const back = (to: string) =>
    backUpSqlite({ file: join(cwd, 'a.sqlite'), to: join(cwd, to), blobStore });
  answers.push(
    (bytes) => bytes.with(30, (bytes[30] ?? 0) ^ 1),
    (bytes) => bytes.subarray(0, 1_000),
  );
  expect(await back('once.sqlite')).toMatchObject({ blobs: 2, missingBlobs: [] });
  expect(await digestStore(openFile(join(cwd, 'once.sqlite')))).toEqual(wanted);
  answers.push(...Array.from({ length: 4 }, () => (bytes: Uint8Array) => bytes.subarray(1)));
  const { missingBlobs } = await back('never.sqlite');
  expect(missingBlobs).toHaveLength(2);
  expect(readdirSync(join(cwd)).filter((name) => name === 'never.sqlite-blobs')).toEqual([]);
});

test('an agent whose long data are elsewhere does not start, with a wrong prefix or without', async () => {
  const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
  const { env } = s3;
  const { bucket, prefix } = s3.createPlace();
  const engine = createSqliteEngine({
    file: join(cwd, 'a.sqlite'),
    blobStore: createS3BlobStore({ ...s3.createPlace(), prefix }),
  });
  onTestFinished(() => engine.close());
  await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  const start = ['start', 'agent.js', '--port', '0', ...STORE];
  for (const [args, place] of [
    [['--blobs', `s3://${bucket}/${prefix}x`], `s3://${bucket}/${prefix}x`],
    [[], 'the folder a.sqlite-blobs'],
  ] as const) {
    const ended = await runKept([...start, ...args], { cwd, env });
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toBe(
      `Cannot open the store because its long data are not in ${place}: name the bucket and prefix that has them with --blobs, or, if they are lost, move the other tasks to a new store with formwork migrate-store.\n`,
    );
  }
  const listed = await runKept(['tasks', 'list', ...STORE], { cwd, env });
  expect(listed.code).toBe(0);
  expect(s3.list(prefix)).toHaveLength(1);
});

test('a bucket that does not answer is an error that says so', async () => {
  const cwd = makeCliFolder({});
  const engine = createSqliteEngine({
    file: join(cwd, 'a.sqlite'),
    blobStore: createS3BlobStore(s3.createPlace()),
  });
  onTestFinished(() => engine.close());
  const { taskId } = await addTask(engine, { metadata: { long: 'x'.repeat(300_000) } });
  const ended = await runKept(['tasks', 'show', taskId, ...STORE, ...PLACE], {
    cwd,
    env: { ...s3.env, AWS_SECRET_ACCESS_KEY: 'hidden' },
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('its blob store fails (S3_CREDENTIALS)');
  expect(ended.stderr).toContain('the secret key does not belong to the access key id');
  expect(ended.stderr).not.toContain('hidden');
});

test('without the package for S3 one sentence says how to get it', async () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name === '@formwork/s3') throw new Error('There is no such package.');
        return next(name, context);
      },
    });`;
  const cwd = makeCliFolder({ 'hook.mjs': hook, 'agent.js': toAgentModule('hello') });
  const env = { ...REGION, NODE_OPTIONS: `--import=${join(cwd, 'hook.mjs')}` };
  const args = ['start', 'agent.js', '--port', '0', ...STORE, ...PLACE];
  const { code, stdout, stderr } = await runCli(args, { cwd, env });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'Cannot keep long data in a bucket because its package is not installed. Install it with: npm install @formwork/s3.\n',
  );
});
