import { Server } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { toAuthInfo } from '../mcp-caller.ts';
import { createLegacySessions, type LegacySessions } from './legacy-sessions.ts';

/** A tool's call that is under way. */
interface CallUnderWay {
  readonly signal: AbortSignal;
  readonly answer: () => void;
}

/** Opens sessions of a server whose only tool answers when the test says so. */
function openSessions(maxSessions: number) {
  const calls: CallUnderWay[] = [];
  const sessions = createLegacySessions(
    () => {
      const server = new Server({ name: 'Test', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/call', async (_, { mcpReq: { signal } }) => {
        await new Promise<void>((resolve) => {
          calls.push({ signal, answer: resolve });
        });
        return { content: [{ type: 'text' as const, text: 'done' }] };
      });
      return server;
    },
    { maxSessions, idleMs: 3_600_000 },
  );
  onTestFinished(() => sessions.close());
  return { sessions, calls };
}

/** A host that speaks a revision with sessions; it sends JSON-RPC as the revision says. */
function createHost(sessions: LegacySessions, id?: string, sender?: string) {
  let session = '';
  const authInfo = id === undefined ? undefined : toAuthInfo({ id, scopes: [] });

  function post(message: object): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== '' && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
    return sessions.fetch(request, { sender, ...(authInfo !== undefined && { authInfo }) });
  }

  return {
    /** Sends the bare request that begins a session; resolves with the status of its answer. */
    async begin(): Promise<number> {
      const clientInfo = { name: 'host', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const answer = await post({ id: 1, method: 'initialize', params });
      session = answer.headers.get('mcp-session-id') ?? '';
      // A host that finds no room is told when to come again.
      expect(answer.headers.get('retry-after')).toBe(answer.status === 503 ? '5' : null);
      await answer.text();
      return answer.status;
    },
    /** Uses the session; resolves with the status of the answer, 404 once the session has ended. */
    async ping(): Promise<number> {
      const answer = await post({ id: 2, method: 'ping' });
      await answer.text();
      return answer.status;
    },
    call: () => post({ id: 3, method: 'tools/call', params: { name: 'wait', arguments: {} } }),
  };
}

test('sessions that others begin end no call that is under way', async () => {
  const { sessions, calls } = openSessions(2);
  const host = createHost(sessions);
  await host.begin();
  const answer = await host.call();
  await expect.poll(() => calls.length).toBe(1);
  for (let index = 0; index < 5; index += 1) {
    const other = createHost(sessions);
    expect(await other.begin()).toBe(200);
    expect(await other.ping()).toBe(200);
  }
  expect(calls[0]?.signal.aborted).toBe(false);
  calls[0]?.answer();
  expect(await answer.text()).toContain('done');
  expect(await host.ping()).toBe(200);
  // The answer is over, so that the session can make room again.
  const others = [createHost(sessions), createHost(sessions)];
  for (const other of others) {
    await other.begin();
    await other.ping();
  }
  expect(await host.ping()).toBe(404);
});

test('a host that leaves while its call is answered leaves its place', async () => {
  const { sessions, calls } = openSessions(1);
  const host = createHost(sessions);
  await host.begin();
  const answer = await host.call();
  await expect.poll(() => calls.length).toBe(1);
  expect(await createHost(sessions).begin()).toBe(503);
  await answer.body?.cancel();
  expect(await createHost(sessions).begin()).toBe(200);
});

test('sessions that were begun and never used are the first to end', async () => {
  const { sessions } = openSessions(3);
  const host = createHost(sessions);
  await host.begin();
  await host.ping();
  for (let index = 0; index < 10; index += 1) expect(await createHost(sessions).begin()).toBe(200);
  expect(await host.ping()).toBe(200);
});

test('a principal with many sessions ends their own', async () => {
  const { sessions } = openSessions(4);
  const ada = createHost(sessions, 'ada');
  await ada.begin();
  await ada.ping();
  for (let index = 0; index < 10; index += 1) {
    const eve = createHost(sessions, 'eve');
    await eve.begin();
    expect(await eve.ping()).toBe(200);
  }
  expect(await ada.ping()).toBe(200);
});

test('strangers end sessions of their own network, used or not', async () => {
  const { sessions } = openSessions(4);
  const host = createHost(sessions, undefined, '192.0.2.1');
  await host.begin();
  await host.ping();
  const beginner = createHost(sessions, undefined, '192.0.2.2');
  await beginner.begin();
  const begin = async (): Promise<ReturnType<typeof createHost>> => {
    const other = createHost(sessions, undefined, '198.51.100.7');
    await other.begin();
    return other;
  };
  for (let index = 0; index < 5; index += 1) await begin();
  expect(await beginner.ping()).toBe(200);
  for (let index = 0; index < 5; index += 1) await (await begin()).ping();
  expect(await host.ping()).toBe(200);
  expect(await beginner.ping()).toBe(200);
});

test('however many begin at once, there are no more sessions than allowed', async () => {
  const { sessions } = openSessions(5);
  const hosts = Array.from({ length: 30 }, () => createHost(sessions));
  const statuses = await Promise.all(hosts.map((host) => host.begin()));
  const alive = await Promise.all(
    hosts.filter((_, index) => statuses[index] === 200).map((host) => host.ping()),
  );
  const left = alive.filter((status) => status === 200);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThanOrEqual(5);
});
