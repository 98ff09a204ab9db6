import { readFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { NOBODY } from './caller.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';
import { createJsonRpcDoor } from './json-rpc-door.ts';
import { createRestDoor } from './rest-door.ts';
import { createFakeHandler } from './testing/create-fake-handler.ts';
import { EXTENSION, MESSAGE, toRequest } from './testing/open-json-rpc-door.ts';
import { createLogRecorder } from './testing/serve-router.ts';
import type { TransportOptions } from './transport.ts';

const HEADERS = { 'a2a-version': '1.0', 'content-type': 'application/json' };

/** Asks a door for an answer, as a program would that serves HTTP without express. */
function ask(
  door: Door,
  { body, ...request }: Partial<DoorRequest> & { readonly body?: object },
): Promise<DoorAnswer> {
  return door.answer({
    method: body === undefined ? 'GET' : 'POST',
    path: '/',
    basePath: '/a2a',
    query: {},
    headers: HEADERS,
    message: Object.assign(new IncomingMessage(new Socket()), { headers: HEADERS }),
    parsedBody: undefined,
    readBytes: () => Promise.resolve(body && Buffer.from(JSON.stringify(body))),
    ...request,
  });
}

function createTransport(): TransportOptions {
  return {
    requestHandler: createFakeHandler(),
    logger: createLogRecorder().logger,
    identify: () => Promise.resolve(NOBODY),
    extensionUris: [EXTENSION],
    bodyLimit: '1mb',
  };
}

test('a door answers a request that is no request of express', async () => {
  const rest = createRestDoor(createTransport());
  expect(await ask(rest, { path: '/tasks/x' })).toMatchObject({
    kind: 'text',
    status: 200,
    body: expect.stringContaining('"id":"task-1"'),
  });
  expect(await ask(rest, { path: '/x', method: 'OPTIONS' })).toMatchObject({ status: 404 });
  expect(await ask(rest, { path: '/tasks', method: 'OPTIONS' })).toEqual({
    kind: 'empty',
    status: 204,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
  const rpc = createJsonRpcDoor(createTransport());
  const sent = toRequest('SendMessage', { message: MESSAGE });
  expect(await ask(rpc, { body: sent })).toMatchObject({
    kind: 'text',
    status: 200,
    contentType: 'application/json',
    body: expect.stringContaining('"result":{"task"'),
  });
});

test('a door answers with events that any program can write', async () => {
  const body = toRequest('SendStreamingMessage', { message: MESSAGE });
  const answer = await ask(createJsonRpcDoor(createTransport()), { body });
  if (answer.kind !== 'stream') throw new Error('The door did not answer with a stream.');
  const { source } = answer;
  const { value } = await source.events.next();
  expect(JSON.parse(source.toData(value))).toMatchObject({
    id: 7,
    result: { task: { id: 'task-1' } },
  });
  expect(source.toAnswer(new Error('secret'))).toMatchObject({ kind: 'text', status: 200 });
  source.stop();
  expect(await source.events.next()).toMatchObject({ done: true });
});

/** Lists the files that a file of this folder imports, directly and through others. */
async function listImports(file: URL, seen = new Map<string, string>()): Promise<typeof seen> {
  if (seen.has(file.href)) return seen;
  const text = await readFile(file, 'utf8');
  seen.set(file.href, text);
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+\.ts)'/gu)) {
    await listImports(new URL(path, file), seen);
  }
  return seen;
}

test.each(['json-rpc-door.ts', 'rest-door.ts', 'grpc/grpc-methods.ts'])(
  '%s knows no express',
  async (name) => {
    const files = await listImports(new URL(name, import.meta.url));
    expect(files.size).toBeGreaterThan(5);
    const knowing = [...files].filter(([, text]) => /from '[^']*express'/u.test(text));
    expect(knowing.map(([path]) => path)).toEqual([]);
  },
);
