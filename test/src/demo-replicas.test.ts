import { startPostgres } from '@formwork/postgres/testing';
import { createGatewaySource } from '@formwork/react';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { post } from './gateway/start-forms.ts';
import { connectModern } from './mcp/hosts.ts';
import { collect } from './support/event-stream.ts';
import { callJsonRpc, createMessage } from './support/json-rpc.ts';
import { runCli } from './support/run-cli.ts';
import { type Program, runProgram } from './support/run-program.ts';

// Checks the section "Try it on one machine" of docs/operate/replicas.md.

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

/** Returns the numbers of the batches that a task has sent, in the order of its log. */
async function listBatches(store: string, id: string): Promise<readonly number[]> {
  const args = ['tasks', 'events', id, '--store', store, '--data', '--json'];
  const { stdout } = await runCli(args);
  return stdout
    .trim()
    .split('\n')
    .flatMap((line) => [...line.matchAll(/"batch":(\d+)/gu)].map(([, number]) => Number(number)));
}

/** Starts a proxy that sends each request to the next of the given servers. */
async function startProxy() {
  const targets: string[] = [];
  let turn = 0;
  const proxy = createServer((incoming, response) => {
    const target = targets[(turn += 1) % targets.length];
    const { method, headers, url = '' } = incoming;
    const passed = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, targets };
}

test('behind a proxy, forms and tools of the demo are the same at every replica', async () => {
  const server = await startPostgres({ isOwn: true });
  onTestFinished(() => server.stop());
  const proxy = await startProxy();
  const env = {
    FORMWORK_FILE: undefined,
    DATABASE_URL: `${server.url}?schema=replicas`,
    PUBLIC_URL: proxy.url,
  };
  const programs = [0, 1].map(() => runProgram(DEMO, { PORT: '0', ...env }));
  for (const program of programs) {
    const [, own = ''] = await program.waitFor(/Here\s+(http:\/\/\S+)/u);
    expect(program.output()).toContain(`Forms     ${proxy.url}/ `);
    expect(program.output()).toContain(', schema replicas\n');
    proxy.targets.push(own);
  }
  const api = `${proxy.url}/api`;
  for (let round = 0; round < 4; round += 1) {
    const config = await (await fetch(`${api}/config`)).json();
    expect(config).toMatchObject({ agents: [{ url: proxy.url }] });
    const source = createGatewaySource(api, proxy.url);
    const events = await collect(source.send({ kind: 'text', messageId: `m${round}`, text: 'x' }));
    expect(events).not.toContainEqual(expect.objectContaining({ reason: 'AGENT' }));
    expect(await post(`${api}/describe`, { agent: proxy.url })).toMatchObject({ status: 200 });
  }
  for (const own of [proxy.url, ...proxy.targets]) {
    const host = await connectModern(new StreamableHTTPClientTransport(new URL(`${own}/mcp`)));
    const names = (await host.listTools()).map(({ name }) => name);
    const fight = names.find((name) => name.includes('fight')) ?? '';
    expect(names.join(' ')).toContain('import');
    const result = await host.call(fight, { a: 'Lion', b: 'Tiger' });
    expect(result.isError ?? false).toBe(false);
  }
  for (const program of programs) await stop(program);
});

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
  await expect.poll(() => listBatches(server.url, other)).toContain(2);
  replicas[0]?.program.child.kill('SIGKILL');
  for (const url of urls.slice(1)) {
    await expect.poll(() => readState(url, id)).toMatch(/COMPLETED/u);
    await expect.poll(() => readState(url, other)).toMatch(/COMPLETED/u);
  }
  // The replica that took the import over went on with the batch that was not finished.
  expect(await listBatches(server.url, other)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(replicas[1]?.program.output()).not.toContain('test@');
});
