import { startPostgres } from '@formwork/postgres/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from './support/run-cli.ts';
import { callJsonRpc, createMessage } from './support/json-rpc.ts';
import { type Program, runProgram } from './support/run-program.ts';

// Checks the section "Try it on one machine" of docs/replicas.md.

const DEMO = 'apps/demo/dist/node/main.js';

async function startDemo(env: Readonly<Record<string, string | undefined>>) {
  const program = runProgram(DEMO, { PORT: '0', ...env });
  const [, url = ''] = await program.waitFor(/Card\s+(http:\/\/\S+?)\/\.well-known/u);
  return { program, url };
}

async function stop({ child, exit }: Program): Promise<void> {
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
}

async function send(url: string, contacts: number): Promise<string> {
  const all = Array.from({ length: contacts }, (_, n) => ({
    name: 'Ada',
    email: `ada${n}@example.com`,
  }));
  const data = { contacts: all, batchSize: 2, pauseMs: 300 };
  const { body } = await callJsonRpc(url, {
    method: 'SendMessage',
    params: {
      message: createMessage([{ data, mediaType: 'application/json;schema=contactList' }]),
      configuration: { returnImmediately: true },
    },
  });
  return (body.result?.['task'] as { id: string }).id;
}

async function readState(url: string, id: string): Promise<string | undefined> {
  const { body } = await callJsonRpc(url, { method: 'GetTask', params: { id } });
  return (body.result as { status?: { state?: string } } | undefined)?.status?.state;
}

test('tasks of the demo move from a file to three replicas on PostgreSQL, one of which dies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({ isOwn: true });
  onTestFinished(() => server.stop());
  const file = join(folder, 'tasks.sqlite');

  const single = await startDemo({ FORMWORK_FILE: file });
  const id = await send(single.url, 20);
  await stop(single.program);
  const moved = await runCli(['migrate-store', file, server.url]);
  expect(moved).toMatchObject({ code: 0, stderr: '' });

  const env = { FORMWORK_FILE: undefined, DATABASE_URL: server.url };
  const replicas = [await startDemo(env), await startDemo(env), await startDemo(env)];
  const urls = replicas.map(({ url }) => url);
  const [first, second = ''] = urls;
  if (first === undefined) throw new Error('There is no replica.');
  const other = await send(first, 12);
  expect(await readState(second, other)).toMatch(/SUBMITTED|WORKING/u);
  replicas[0]?.program.child.kill('SIGKILL');
  for (const url of urls.slice(1)) {
    await expect.poll(() => readState(url, id), { timeout: 40_000 }).toMatch(/COMPLETED/u);
    await expect.poll(() => readState(url, other), { timeout: 40_000 }).toMatch(/COMPLETED/u);
  }
  expect(replicas[1]?.program.output()).not.toContain('test@');
}, 120_000);
