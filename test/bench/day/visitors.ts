import { connect, ConnectError, RequestError } from '@formwork/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildInput } from '../../src/faults/load/build-skill.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../../src/support/json-rpc.ts';

/** A kind of visitor of a server with every door. */
export interface Visitor {
  readonly name: string;
  /** The usual pause between two visits, in milliseconds. */
  readonly pauseMs: number;
  /** Visits the server once; rejects if an answer is wrong. */
  visit(url: string): Promise<void>;
}

const HEADERS = { 'x-user': 'dan' };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };
const STEPS = 3;
const INPUT: BuildInput = { rounds: STEPS, pauseMs: 5, asks: false, fails: false, stalls: 'no' };
const RESULT = `built ${STEPS}`;
/** The pieces of the artifact, which a typed call returns before the text of the result. */
const PIECES = '0 1 2 ';

/** The number of calls that come at once: more than the server answers at once. */
const CROWD = 300;

/** Lets a call pass that the server refuses, or does not begin in time, because it has too much to do. */
async function unlessRefused(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (error instanceof ConnectError) return;
    const isRefused =
      error instanceof RequestError && ['UNAVAILABLE', 'RATE_LIMITED'].includes(error.reason);
    if (!isRefused) throw error;
  }
}

const agents = new Map<string, Awaited<ReturnType<typeof connect>>>();

/** Calls the skill by the typed client over one binding, with one connection for each process. */
async function callTyped(url: string, transport: 'HTTP+JSON' | 'GRPC'): Promise<void> {
  const key = `${transport} ${url}`;
  await unlessRefused(async () => {
    const agent = agents.get(key) ?? (await connectOver(url, transport));
    agents.set(key, agent);
    assert.equal(await agent.skill('build').call(INPUT), `${PIECES}\n${RESULT}`);
  });
}

async function connectOver(url: string, transport: 'HTTP+JSON' | 'GRPC') {
  const { supportedInterfaces } = (await fetchAnswer(`${url}/.well-known/agent-card.json`)) as {
    readonly supportedInterfaces: readonly { url: string; protocolBinding: string }[];
  };
  const door = supportedInterfaces.find(({ protocolBinding }) => protocolBinding === transport);
  // The door of gRPC has another port, so another origin.
  const origin = transport === 'GRPC' ? `http://${door?.url}` : url;
  return connect(url, { headers: HEADERS, transports: [transport], trustedOrigins: [origin] });
}

/** Opens a stream of pieces; the sum of their texts is `rounds * size`. */
async function openStream(url: string, rounds: number, size: number): Promise<Response> {
  const message = createMessage([
    createTaggedPart('build', { ...INPUT, rounds, size, pauseMs: 1 }),
  ]);
  const request = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: { message } };
  return fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, 'a2a-version': '1.0' },
    body: JSON.stringify(request),
  });
}

/** True for an answer that says that the server has too much to do. */
function isBusy(text: string): boolean {
  return text.includes('UNAVAILABLE') || text.includes('the server is busy');
}

function isEventStream({ headers }: Response): boolean {
  return String(headers.get('content-type')).includes('event-stream');
}

async function fetchAnswer(url: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { ...JSON_HEADERS, 'a2a-version': '1.0' };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (response.status === 503 || response.status === 429) return undefined;
  assert.ok(response.ok, `${url} answered ${response.status}: ${text}`);
  const isJson = String(response.headers.get('content-type')).includes('json');
  return isJson ? JSON.parse(text) : text;
}

/** All kinds of visitors but those of JSON-RPC, whose errands `day.ts` runs. */
export const VISITORS: readonly Visitor[] = [
  { name: 'calls over REST', pauseMs: 300, visit: (url) => callTyped(url, 'HTTP+JSON') },
  { name: 'calls over gRPC', pauseMs: 300, visit: (url) => callTyped(url, 'GRPC') },
  {
    name: 'tools over MCP',
    pauseMs: 300,
    async visit(url) {
      const host = new Client({ name: 'day', version: '1' });
      const options = { requestInit: { headers: HEADERS } };
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options);
      await host.connect(transport);
      try {
        const result = await host.callTool({ name: 'demo_build', arguments: { ...INPUT } });
        const text = JSON.stringify(result);
        assert.ok(text.includes(RESULT) || isBusy(text), text);
        await transport.terminateSession();
      } finally {
        await host.close();
      }
    },
  },
  {
    name: 'sessions',
    pauseMs: 300,
    async visit(url) {
      const path = `${url}/sessions-api/sessions`;
      const session = await fetchAnswer(path, { method: 'POST' });
      if (session === undefined) return;
      const { id } = (session as { readonly session: { readonly id: string } }).session;
      const artifact = { id: '1', type: 'application/json;schema=build', data: INPUT };
      const body = JSON.stringify({ role: 'user', content: 'Build.', artifacts: [artifact] });
      const answer = await fetchAnswer(`${path}/${id}/messages`, { method: 'POST', body });
      const text = JSON.stringify(answer ?? '');
      // The message itself comes back while the task takes longer than the door waits.
      assert.ok(answer === undefined || text.includes(RESULT) || text.includes('"user"'), text);
      await fetchAnswer(`${path}/${id}/messages?limit=1`);
      await fetchAnswer(`${path}/${id}`, { method: 'DELETE' });
    },
  },
  {
    name: 'pages and lists',
    pauseMs: 200,
    async visit(url) {
      await fetchAnswer(`${url}/.well-known/agent-card.json`);
      await fetchAnswer(`${url}/forms/`);
      await fetchAnswer(`${url}/a2a/rest/tasks?pageSize=20`);
    },
  },
  {
    name: 'streams read slowly',
    pauseMs: 2_000,
    async visit(url) {
      const response = await openStream(url, 20, 20_000);
      if (!isEventStream(response)) return void (await response.text());
      let text = '';
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += piece;
        await sleep(100);
      }
      assert.match(text, /TASK_STATE_COMPLETED/u);
      assert.equal(text.match(/"artifactUpdate"/gu)?.length, 20 + 1);
    },
  },
  {
    name: 'streams that are not read',
    pauseMs: 5_000,
    async visit(url) {
      const response = await openStream(url, 300, 20_000);
      // The server drops the reader, who learns of it later.
      await sleep(10_000);
      await response.text().catch(() => undefined);
    },
  },
  {
    name: 'halves of requests',
    pauseMs: 1_000,
    async visit(url) {
      const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
      await once(socket, 'connect');
      // The server may end the connection first.
      socket.on('error', () => undefined);
      socket.write('POST /a2a HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{"json');
      await sleep(500);
      socket.destroy();
    },
  },
  {
    name: 'crowds',
    pauseMs: 30_000,
    async visit(url) {
      const calls = Array.from({ length: CROWD }, async () => {
        const message = createMessage([createTaggedPart('build', INPUT)]);
        const params = { message };
        const options = { headers: HEADERS };
        const { body } = await callJsonRpc(url, { method: 'SendMessage', params }, options);
        const text = JSON.stringify(body);
        assert.ok(text.includes(RESULT) || isBusy(text), text);
      });
      await Promise.all(calls);
    },
  },
];
