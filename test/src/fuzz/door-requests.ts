import { createEnvelope } from '@formwork/adapters';
import { isRecord } from '@formwork/schema/json';
import fc from 'fast-check';
import { ENVELOPE_AGENT } from '../support/all-doors.ts';
import type { Wire } from './connections.ts';
import { mutateBody } from './mutate-body.ts';
import { LEGACY_BODIES, MODERN_BODIES, REST_REQUESTS } from './seed-bodies.ts';

/** The HTTP endpoint that a fuzzed request is sent to. */
export type DoorName =
  | 'JSON-RPC 1.0'
  | 'JSON-RPC 0.3'
  | 'REST'
  | 'cards'
  | 'sessions'
  | 'envelopes'
  | 'MCP'
  | 'forms'
  | 'anywhere';

/** A request to one of the HTTP endpoints of `serveAllDoors()`. */
export type DoorRequest = Omit<Wire, 'url'> & { readonly door: DoorName };

/** The ids of sessions and tasks that exist, so that requests can name them. */
export interface Things {
  readonly url: string;
  readonly sessionIds: readonly string[];
  readonly taskIds: readonly string[];
}

type Lines = Readonly<Record<string, string>>;
type Plain = Omit<DoorRequest, 'door'>;

const JSON_TYPE = { 'content-type': 'application/json' };
const MODERN = { ...JSON_TYPE, 'a2a-version': '1.0' };
const MCP = { ...JSON_TYPE, accept: 'application/json, text/event-stream' };

/** Header lines that servers read, with unexpected values. */
const ODD_LINES: readonly (readonly [string, string])[] = [
  ['a2a-version', '9.9'],
  ['a2a-version', ''],
  ['a2a-version', '0.3, 1.0'],
  ['a2a-extensions', 'https://example.com/x,'.repeat(50)],
  ['a2a-extensions', ',,,'],
  ['accept', 'text/event-stream'],
  ['accept', '*/*;q=x'],
  ['accept', ';;;'],
  ['accept-encoding', 'gzip;q=0, br, *'],
  ['accept-language', 'xx-'],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic Og=='],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-encoding', 'x, y'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-7'],
  ['content-type', 'application/json; charset="'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', ''],
  ['cookie', '__proto__=x; =; a'],
  ['idempotency-key', 'x'.repeat(300)],
  ['idempotency-key', 'the-same'],
  ['if-match', '"x"'],
  ['if-modified-since', 'yesterday'],
  ['if-none-match', '*'],
  ['last-event-id', '-1'],
  ['last-event-id', '9'.repeat(40)],
  ['last-event-id', 'x:1:2'],
  ['mcp-method', 'tools/call'],
  ['mcp-name', '=?base64??='],
  ['mcp-protocol-version', '2026-07-28'],
  ['mcp-protocol-version', '1999-01-01'],
  ['mcp-session-id', 'x'],
  ['prefer', 'wait=-1'],
  ['prefer', 'wait=x, respond-async'],
  ['range', 'bytes=5-1,-'],
  ['x-api-key', ''],
  ['x-formwork-agent-headers', '{"authorization":1}'],
  ['x-formwork-agent-headers', '{"__proto__":{"a":1}}'],
  ['x-forwarded-for', 'x, 127.0.0.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-odd', '\u00ff\u0080'],
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Texts that are added to a path to make it wrong. */
const ODD_TAILS = [
  '/',
  '//',
  '/..',
  '/../..',
  '/%2e%2e/%2e%2e/etc/passwd',
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  ';a=b',
  '?',
  '?a[__proto__][x]=1',
  '?pageSize=-1&pageSize=x',
  '?limit=1e9&before=%00',
  '#x',
  '/%F0%9F%A6%81',
  `/${'x'.repeat(2_000)}`,
  ':subscribe',
  ':',
  '\\..\\x',
  '/constructor',
  '/__proto__',
];

const mimeType = 'application/json;schema=fightComparison';
const fight = { a: 'Lion', b: 'Tiger' };

function toEnvelope(payload: Readonly<Record<string, unknown>>, type: 'request' | 'goodbye') {
  return createEnvelope({ type, sender: 'fuzz-agent-1', recipient: ENVELOPE_AGENT, payload });
}

/**
 * Lists valid requests to the MCP endpoint: with sessions, and of the protocol revision without
 * sessions.
 */
function listMcpBodies(): readonly { readonly body: unknown; readonly lines: Lines }[] {
  const toRpc = (method: string, params: object): object => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params,
  });
  const clientInfo = { name: 'fuzz', version: '1' };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const modern = (method: string, params: object) => ({
    body: toRpc(method, { ...params, _meta: meta }),
    lines: {
      ...MCP,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...('name' in params && { 'mcp-name': String(params.name) }),
    },
  });
  const name = 'demo_fight-comparison';
  return [
    modern('server/discover', {}),
    modern('tools/list', {}),
    modern('tools/list', { cursor: 'x' }),
    modern('tools/call', { name, arguments: fight }),
    modern('tools/call', { name: 'a2a_task', arguments: { task_id: 'x', action: 'wait' } }),
    modern('resources/list', {}),
    modern('resources/read', { uri: 'a2a://demo/card' }),
    modern('prompts/get', { name: 'x', arguments: {} }),
    modern('completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: {} }),
    {
      body: toRpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }),
      lines: MCP,
    },
    { body: toRpc('tools/list', {}), lines: { ...MCP, 'mcp-session-id': 'nobody' } },
    { body: { jsonrpc: '2.0', method: 'notifications/initialized' }, lines: MCP },
    { body: [toRpc('ping', {}), toRpc('tools/list', {})], lines: MCP },
  ];
}

/** Lists valid requests to each HTTP endpoint, each with its body as data. */
function listSeeds({ url, sessionIds, taskIds }: Things): readonly Seed[] {
  const post = (door: DoorName, target: string, lines: Lines) => (body: unknown) => ({
    door,
    method: 'POST',
    target,
    headers: lines,
    body,
  });
  const get = (door: DoorName, target: string, method = 'GET') => ({
    door,
    method,
    target,
    headers: {},
    body: undefined,
  });
  const [session = '', ...sessions] = sessionIds;
  const [task = ''] = taskIds;
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'user', content: '', artifacts: [{ id: '1', type: mimeType, data: fight }] },
    { role: 'user', content: 'x', in_reply_to: 'x', metadata: { a: [1] } },
  ];
  const requests = [
    toEnvelope({ method: 'fight-comparison', parameters: fight }, 'request'),
    toEnvelope({ method: 'task.get', parameters: { task_id: task } }, 'request'),
    toEnvelope({ reason: 'x' }, 'goodbye'),
  ];
  const message = {
    kind: 'input',
    messageId: 'x',
    skillId: 'fight-comparison',
    schema: 'fightComparison',
    data: fight,
  };
  const known = [{ id: task }, { id: task, historyLength: -1 }, { taskId: task, id: 'x' }];
  return [
    ...MODERN_BODIES.map(post('JSON-RPC 1.0', '/a2a', MODERN)),
    ...known.map((params) =>
      post('JSON-RPC 1.0', '/a2a', MODERN)({ jsonrpc: '2.0', id: 1, method: 'GetTask', params }),
    ),
    ...LEGACY_BODIES.map(post('JSON-RPC 0.3', '/a2a', JSON_TYPE)),
    ...REST_REQUESTS.map(({ path, body }) =>
      body === undefined
        ? { ...get('REST', `/a2a/rest${path}`), headers: { 'a2a-version': '1.0' } }
        : post('REST', `/a2a/rest${path}`, MODERN)(body),
    ),
    ...[`/tasks/${task}`, `/tasks/${task}/pushNotificationConfigs`, '/extendedAgentCard'].map(
      (path) => ({ ...get('REST', `/a2a/rest${path}`), headers: { 'a2a-version': '1.0' } }),
    ),
    get('cards', '/.well-known/agent-card.json'),
    get('cards', '/.well-known/agent.json'),
    get('sessions', '/sessions-api/card'),
    post('sessions', '/sessions-api/sessions', JSON_TYPE)({ metadata: { a: 1 } }),
    ...[session, ...sessions].flatMap((id) => [
      ...messages.map(post('sessions', `/sessions-api/sessions/${id}/messages`, JSON_TYPE)),
      get('sessions', `/sessions-api/sessions/${id}/messages?limit=5`),
      get('sessions', `/sessions-api/sessions/${id}`),
    ]),
    get('sessions', `/sessions-api/sessions/${session}/stream`),
    ...requests.map(post('envelopes', '/messages', JSON_TYPE)),
    ...listMcpBodies().map(({ body, lines }) => post('MCP', '/mcp', lines)(body)),
    get('MCP', '/mcp'),
    get('MCP', '/mcp', 'DELETE'),
    get('forms', '/forms/api/config'),
    post('forms', '/forms/api/describe', JSON_TYPE)({ agent: url }),
    post('forms', '/forms/api/document', JSON_TYPE)({ url: `${url}/.well-known/agent-card.json` }),
    post('forms', '/forms/api/send', JSON_TYPE)({ agent: url, message }),
    post('forms', '/forms/api/watch', JSON_TYPE)({ agent: url, task: { taskId: task } }),
    post('forms', '/forms/api/cancel', JSON_TYPE)({ agent: url, task: { taskId: 'x' } }),
    get('anywhere', '/'),
    get('anywhere', '/nowhere'),
    get('anywhere', '*', 'OPTIONS'),
  ];
}

interface Seed extends Omit<Plain, 'body'> {
  readonly door: DoorName;
  /** The body of a valid request as data, before it is made wrong; `undefined` for none. */
  readonly body: unknown;
}

/**
 * Generates requests to all HTTP endpoints, about as many to each, that are wrong in one or a few
 * places.
 */
export function createDoorRequests(things: Things): fc.Arbitrary<DoorRequest> {
  const seeds = listSeeds(things);
  const kinds = [...new Set(seeds.map(({ door }) => door))].map((door) =>
    fc.oneof(...seeds.filter((seed) => seed.door === door).map(toRequests)),
  );
  return fc.oneof(...kinds);
}

function toRequests(seed: Seed): fc.Arbitrary<DoorRequest> {
  const { door, method, target, headers } = seed;
  const body = seed.body === undefined ? fc.constant(null) : toBodies(seed.body, door);
  const rarely = <T>(value: T, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd });
  return fc
    .record({
      body,
      method: rarely(method, fc.constantFrom(...METHODS)),
      tail: rarely('', fc.constantFrom(...ODD_TAILS)),
      lines: rarely([], fc.array(fc.constantFrom(...ODD_LINES), { minLength: 1, maxLength: 3 })),
    })
    .map((drawn) => ({
      door,
      method: drawn.method,
      target: target + drawn.tail,
      headers: { ...headers, ...Object.fromEntries(drawn.lines) },
      body: drawn.method === 'GET' || drawn.method === 'HEAD' ? null : drawn.body,
    }));
}

/** Generates variants of a body: wrong as data, cut off, random text or random bytes. */
function toBodies(seed: unknown, door: DoorName): fc.Arbitrary<string | Uint8Array> {
  const mutated = mutateBody(seed).map((body) => JSON.stringify(renew(body, door)) ?? '');
  const text = JSON.stringify(seed);
  return fc.oneof(
    { weight: 20, arbitrary: mutated },
    { weight: 1, arbitrary: fc.constant(text) },
    { weight: 1, arbitrary: fc.nat({ max: text.length }).map((end) => text.slice(0, end)) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 100 }) },
    { weight: 1, arbitrary: fc.string() },
  );
}

/**
 * Gives a message envelope a new id and time, because the server would otherwise recognize it as a
 * repetition. Other bodies stay the same.
 */
function renew(body: unknown, door: DoorName): unknown {
  if (door !== 'envelopes' || !isRecord(body) || typeof body['message_id'] !== 'string')
    return body;
  return { ...body, message_id: crypto.randomUUID(), timestamp: new Date().toISOString() };
}
