// Not over every binding: hosts of MCP meet the agent's own door.

import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder, replaceFile, toAgentModule } from '../support/cli-folder.ts';
import { startCli } from '../support/run-cli.ts';
import { onTestFinished } from '../support/test-end.ts';
import { connectModern, connectOld, type HostResult } from './hosts.ts';

test('hosts of both lines call on after a reload of dev, and after its restart', async () => {
  const folder = makeCliFolder({ 'agent.ts': toAgentModule('one') });
  const file = join(folder, 'agent.ts');
  const dev = (port: string) =>
    startCli(['dev', file, '--port', port], { env: { XDG_CONFIG_HOME: join(folder, 'config') } });
  const first = dev('0');
  const [address] = await first.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const url = new URL(address);
  const hosts = [await connectOld(new OldHttp(url)), await connectModern(new ModernHttp(url))];
  const call = async () => {
    const results = await Promise.all(hosts.map((host) => host.call('say', { to: 'Ada' })));
    return results.map(({ structuredContent }) => structuredContent?.['word']);
  };
  expect(await call()).toEqual(['one', 'one']);
  replaceFile(file, toAgentModule('two'));
  await first.waitFor(/Reloaded in/u);
  expect(await call()).toEqual(['two', 'two']);
  first.child.kill('SIGKILL');
  await first.exit;
  await dev(url.port).waitFor(/127\.0\.0\.1:\d+\/mcp/u);
  expect(await call()).toEqual(['two', 'two']);
});

/** Opens a program that skills ask before they answer, and which lets them wait. */
async function openDesk() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => waiting.push(response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    waiting,
  };
}

function toWaitingModule(word: string, deskUrl: string): string {
  return toAgentModule(word)
    .replace(
      'run: () => (',
      `run: async () => await fetch(${JSON.stringify(deskUrl)}).then(() => (`,
    )
    .replace('}),\n});', '})),\n});');
}

/** Returns the handle that a call names whose task goes on. */
function readHandle({ content }: HostResult): string {
  const text = content.map((part) => part['text']).join('');
  const [, handle] = /Call a2a_task with \{"task_id":"([^"]+)"\}/u.exec(text) ?? [];
  if (handle === undefined) throw new Error(`The call names no task: ${text}`);
  return handle;
}

test('calls of both lines that are under way at a reload of dev get a handle of their task, which goes on', async () => {
  const desk = await openDesk();
  const folder = makeCliFolder({ 'agent.ts': toWaitingModule('one', desk.url) });
  const file = join(folder, 'agent.ts');
  const dev = startCli(['dev', file, '--port', '0', '--store', join(folder, 'dev.sqlite')], {
    env: { XDG_CONFIG_HOME: join(folder, 'config') },
  });
  const [address] = await dev.waitFor(/http:\/\/127\.0\.0\.1:\d+\/mcp/u);
  const url = new URL(address);
  const hosts = [await connectOld(new OldHttp(url)), await connectModern(new ModernHttp(url))];
  const under = hosts.map((host) => host.call('say', { to: 'Ada' }));
  await expect.poll(() => desk.waiting.length).toBe(2);
  replaceFile(file, toAgentModule('two'));
  const handles = (await Promise.all(under)).map(readHandle);
  await dev.waitFor(/Reloaded in/u);
  for (const [at, host] of hosts.entries()) {
    const { structuredContent } = await host.call('say', { to: 'Ada' });
    expect(structuredContent).toEqual({ word: 'two' });
    const late = await host.call('a2a_task', { task_id: handles[at] });
    // The new process has the newest definition alone.
    expect(late.structuredContent).toHaveProperty('state', 'completed');
    expect(JSON.stringify(late.structuredContent)).toContain('{"word":"two"}');
  }
});

test('calls of both lines that are under way at a restart of start get a handle of their task, which goes on', async () => {
  const desk = await openDesk();
  const folder = makeCliFolder({ 'agent.ts': toWaitingModule('one', desk.url) });
  const file = join(folder, 'agent.ts');
  const start = (port: string) =>
    startCli(['start', file, '--port', port, '--mcp', '--store', join(folder, 'start.sqlite')], {
      env: { XDG_CONFIG_HOME: join(folder, 'config') },
    });
  const first = start('0');
  const [origin] = await first.waitFor(/http:\/\/127\.0\.0\.1:\d+/u);
  const url = new URL('/mcp', origin);
  const hosts = [await connectOld(new OldHttp(url)), await connectModern(new ModernHttp(url))];
  const under = hosts.map((host) => host.call('say', { to: 'Ada' }));
  await expect.poll(() => desk.waiting.length).toBe(2);
  first.child.kill('SIGTERM');
  const handles = (await Promise.all(under)).map(readHandle);
  await first.exit;
  const second = start(url.port);
  await second.waitFor(/127\.0\.0\.1:\d+/u);
  // The tasks go on in the new process, and ask again.
  await expect.poll(() => desk.waiting.length).toBe(4);
  for (const waiting of desk.waiting) waiting.end();
  for (const [at, host] of hosts.entries()) {
    const late = await host.call('a2a_task', { task_id: handles[at] });
    expect(late.structuredContent).toHaveProperty('state', 'completed');
    expect(JSON.stringify(late.structuredContent)).toContain('{"word":"one"}');
  }
});

test.each(['told', 'silent'])(
  'calls of both lines that are under way when start is killed name their task once it is back, %s ones',
  async (kind) => {
    const desk = await openDesk();
    const module = toWaitingModule('one', desk.url)
      .replace(
        'run: async () => await',
        "run: async ({ task }) => await task.progress('Weighing').then(() =>",
      )
      .replace(').then(() => (', ')).then(() => (');
    const folder = makeCliFolder({ 'agent.ts': module });
    const file = join(folder, 'agent.ts');
    const start = (port: string) =>
      startCli(['start', file, '--port', port, '--mcp', '--store', join(folder, 'start.sqlite')], {
        env: { XDG_CONFIG_HOME: join(folder, 'config') },
      });
    const first = start('0');
    const [origin] = await first.waitFor(/http:\/\/127\.0\.0\.1:\d+/u);
    const url = new URL('/mcp', origin);
    const ids: string[] = [];
    /** Fetches for a host, and reads the ids of events as they come. */
    const fetchNoted = async (...request: Parameters<typeof fetch>): Promise<Response> => {
      const answer = await fetch(...request);
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream !== true || answer.body === null) return answer;
      const noting = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, output) {
          // A chunk may have several events.
          for (const [, id = ''] of new TextDecoder().decode(chunk).matchAll(/^id: (.*)$/gmu)) {
            ids.push(id);
          }
          output.enqueue(chunk);
        },
      });
      return new Response(answer.body.pipeThrough(noting), answer);
    };
    const options = { fetch: fetchNoted };
    const hosts = [
      await connectOld(new OldHttp(url, options)),
      await connectModern(new ModernHttp(url, options)),
    ];
    const under = hosts.map((host) =>
      host.call('say', { to: 'Ada' }, kind === 'told' ? { onProgress: () => {} } : {}),
    );
    await expect.poll(() => desk.waiting.length).toBe(2);
    await expect.poll(() => ids.filter((id) => id.includes(';')).length).toBe(2);
    expect(ids.join()).not.toContain('say');
    first.child.kill('SIGKILL');
    await first.exit;
    await start(url.port).waitFor(/127\.0\.0\.1:\d+/u);
    const results = await Promise.all(under);
    expect(results.map(({ isError }) => isError)).toEqual([true, true]);
    const handles = results.map(readHandle);
    // The tasks go on in the new process, and ask again.
    await expect.poll(() => desk.waiting.length).toBe(4);
    for (const waiting of desk.waiting) waiting.end();
    for (const [at, host] of hosts.entries()) {
      const late = await host.call('a2a_task', { task_id: handles[at] });
      expect(late.structuredContent).toHaveProperty('state', 'completed');
      expect(JSON.stringify(late.structuredContent)).toContain('{"word":"one"}');
    }
  },
);
