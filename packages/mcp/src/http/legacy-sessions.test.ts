import { Server } from '@modelcontextprotocol/server';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHandleCipher } from '../handles/handle-cipher.ts';
import { createSessionIds, type SessionIds } from '../handles/session-ids.ts';
import { type PrincipalId, toAuthInfo } from '../mcp-caller.ts';
import { LegacySessions } from './legacy-sessions.ts';

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly parsedBody?: unknown;
}

/** A tool's call that is under way. */
interface CallUnderWay {
  readonly signal: AbortSignal;
  readonly answer: () => void;
}

/** Opens sessions of a server whose only tool answers when the test says so. */
/** The ids of sessions that end with this process, so that a test sees which ones have ended. */
const FORGETFUL: SessionIds = { seal: () => randomUUID(), open: () => undefined };

/** Makes ids as each process with one key does. */
function createIds(key: Uint8Array, ttlMs = 60_000): SessionIds {
  return createSessionIds({ cipher: createHandleCipher({ key }), ttlMs });
}

function openSessions(maxSessions: number, ids = FORGETFUL) {
  const calls: CallUnderWay[] = [];
  const servers: Server[] = [];
  const sessions = new LegacySessions(
    () => {
      const server = new Server(
        { name: 'Test', version: '1' },
        { capabilities: { tools: { listChanged: true } } },
      );
      servers.push(server);
      server.setRequestHandler('tools/call', async (_, { mcpReq: { signal } }) => {
        await new Promise<void>((resolve) => {
          calls.push({ signal, answer: resolve });
        });
        return { content: [{ type: 'text' as const, text: 'done' }] };
      });
      return server;
    },
    { maxSessions, idleMs: 3_600_000, ids },
  );
  onTestFinished(() => sessions.close());
  return { sessions, calls, servers };
}

/** A host that speaks a revision with sessions; it sends JSON-RPC as the revision says. */
function createHost(first: LegacySessions, id?: string, sender?: string) {
  let sessions = first;
  let session = '';
  /** The number of requests, whose ids must differ while they are under way. */
  let requestCount = 10;
  const authInfo = id === undefined ? undefined : toAuthInfo({ id, scopes: [] });

  function post(message: object): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== '' && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    };
    const parsedBody = { jsonrpc: '2.0', ...message };
    return send('POST', { headers, parsedBody });
  }

  function send(method: string, { headers, parsedBody }: SentRequest): Promise<Response> {
    const request = new Request('http://localhost/mcp', { method, headers });
    const base = { sender, ...(authInfo !== undefined && { authInfo }) };
    return sessions.fetch(request, { ...base, ...(parsedBody !== undefined && { parsedBody }) });
  }

  /** Sends a request without a body in the session. */
  function sendBare(method: string): Promise<Response> {
    return send(method, { headers: { accept: 'text/event-stream', 'mcp-session-id': session } });
  }

  return {
    /** Sends the bare request that begins a session; resolves with the status of its answer. */
    async begin(capabilities = {}): Promise<number> {
      const clientInfo = { name: 'host', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
      const answer = await post({ id: 1, method: 'initialize', params });
      session = answer.headers.get('mcp-session-id') ?? '';
      // A host that finds no room is told when to come again.
      expect(answer.headers.get('retry-after')).toBe(answer.status === 503 ? '5' : null);
      await answer.text();
      return answer.status;
    },
    /** Uses the session; resolves with the status of the answer, 404 once the session has ended. */
    async ping(): Promise<number> {
      const answer = await post({ id: (requestCount += 1), method: 'ping' });
      await answer.text();
      return answer.status;
    },
    /** Sends all later requests to another process. */
    moveTo(next: LegacySessions): void {
      sessions = next;
    },
    listen: () => sendBare('GET'),
    end: async () => (await sendBare('DELETE')).status,
    id: () => session,
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
    const otherHost = createHost(sessions);
    expect(await otherHost.begin()).toBe(200);
    expect(await otherHost.ping()).toBe(200);
  }
  expect(calls[0]?.signal.aborted).toBe(false);
  calls[0]?.answer();
  expect(await answer.text()).toContain('done');
  expect(await host.ping()).toBe(200);
  // The answer is over, so that the session can make room again.
  const hosts = [createHost(sessions), createHost(sessions)];
  for (const otherHost of hosts) {
    await otherHost.begin();
    await otherHost.ping();
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
    const otherHost = createHost(sessions, undefined, '198.51.100.7');
    await otherHost.begin();
    return otherHost;
  };
  for (let index = 0; index < 5; index += 1) await begin();
  expect(await beginner.ping()).toBe(200);
  for (let index = 0; index < 5; index += 1) await (await begin()).ping();
  expect(await host.ping()).toBe(200);
  expect(await beginner.ping()).toBe(200);
});

test('a host that declares more than a session keeps begins none', async () => {
  const { sessions, servers } = openSessions(5);
  const host = createHost(sessions);
  let deep: object = {};
  for (let depth = 0; depth < 50_000; depth += 1) deep = { deep };
  for (const experimental of [{ long: { text: 'x'.repeat(20_000) } }, deep]) {
    expect(await host.begin({ experimental })).toBe(400);
  }
  expect(servers).toHaveLength(0);
  expect(await host.begin({ experimental: { long: { text: 'x'.repeat(10_000) } } })).toBe(200);
});

test('however many begin at once, there are no more sessions than allowed', async () => {
  const { sessions } = openSessions(5);
  const hosts = Array.from({ length: 30 }, () => createHost(sessions));
  const statuses = await Promise.all(hosts.map((host) => host.begin()));
  const alive = await Promise.all(
    hosts.filter((_, index) => statuses[index] === 200).map((host) => host.ping()),
  );
  const successes = alive.filter((status) => status === 200);
  expect(successes.length).toBeGreaterThan(0);
  expect(successes.length).toBeLessThanOrEqual(5);
});

describe('a session goes on', () => {
  const key = randomBytes(32);
  const forms = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

  test('at another process with the key, which knows what its host can do', async () => {
    const host = createHost(openSessions(5, createIds(key)).sessions, 'ada');
    await host.begin(forms);
    const { sessions, servers } = openSessions(5, createIds(key));
    host.moveTo(sessions);
    // Requests that come at once have one server.
    expect(await Promise.all([host.ping(), host.ping(), host.ping()])).toEqual([200, 200, 200]);
    expect(servers).toHaveLength(1);
    expect(servers[0]?.getClientCapabilities()).toEqual({
      elicitation: { form: {}, url: {} },
      sampling: {},
    });
    expect(servers[0]?.getClientVersion()).toEqual({ name: 'host', version: '1' });
    // Its host is told to read the lists again, because it missed what changed.
    const reader = (await host.listen()).body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('notifications/tools/list_changed');
    await reader?.cancel();
  });

  test('after it made room for others', async () => {
    const { sessions } = openSessions(1, createIds(key));
    const host = createHost(sessions);
    await host.begin();
    await createHost(sessions).begin();
    expect(await host.ping()).toBe(200);
  });

  test('only if there is room', async () => {
    const { sessions, calls } = openSessions(1, createIds(key));
    const host = createHost(sessions);
    await host.begin();
    const otherHost = createHost(sessions);
    await otherHost.begin();
    const answer = await otherHost.call();
    await expect.poll(() => calls.length).toBe(1);
    expect(await host.ping()).toBe(503);
    await answer.body?.cancel();
    expect(await host.ping()).toBe(200);
  });

  test('for nobody else, with no other key, and not once it has ended', async () => {
    const { sessions } = openSessions(5, createIds(key));
    const host = createHost(sessions, 'ada');
    await host.begin();
    const thief = createHost(sessions, 'eve');
    await thief.begin();
    const id = host.id();
    const asEve = toAuthInfo({ id: 'eve', scopes: [] });
    const headers = { 'mcp-session-id': id, accept: 'text/event-stream' };
    for (const replica of [sessions, openSessions(5, createIds(key)).sessions]) {
      const request = new Request('http://localhost/mcp', { headers });
      const { status } = await replica.fetch(
        request,
        asEve === undefined ? {} : { authInfo: asEve },
      );
      expect(status).toBe(404);
    }
    host.moveTo(openSessions(5, createIds(randomBytes(32))).sessions);
    expect(await host.ping()).toBe(404);
    host.moveTo(openSessions(5, createIds(key, 0)).sessions);
    expect(await host.ping()).toBe(200);
    host.moveTo(sessions);
    expect(await host.end()).toBe(200);
    expect(await host.ping()).toBe(404);
  });

  test('for as long as handles are valid', async () => {
    const host = createHost(openSessions(5, createIds(key, 0)).sessions);
    await host.begin();
    host.moveTo(openSessions(5, createIds(key)).sessions);
    expect(await host.ping()).toBe(404);
  });

  test('with an id that is short, whatever its host declares', async () => {
    const ids = createIds(key);
    const long = 'x'.repeat(100_000);
    const id = ids.seal(
      {
        protocolVersion: long,
        name: long,
        version: long,
        capabilities: { ...forms, experimental: { [long]: {} } },
      },
      'ada' as PrincipalId,
    );
    expect(id.length).toBeLessThan(600);
    // The id of a host goes into a header.
    expect(id).toMatch(/^[\w-]+$/u);
  });
});
