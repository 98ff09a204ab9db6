// Not over every binding: the subject is what each binding adds to the same error.
import { Role } from '@a2a-js/sdk';
import { ClientFactory, ClientFactoryOptions, RestTransportFactory } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import type { JsonSchema } from '@formwork/schema';
import { createServer } from '@formwork/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

type Detail = Readonly<Record<string, unknown>>;

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';

const REASONS = {
  STRUCTURED_INPUT_INVALID: createTaggedPart('fightComparison', { a: 'Lion' }),
  STRUCTURED_SCHEMA_UNKNOWN: createTaggedPart('ghost', {}),
} as const;

async function sendRest(
  url: string,
  operation: 'send' | 'stream',
  part: object,
): Promise<{ readonly message: string; readonly details: readonly Detail[] }> {
  const response = await fetch(`${url}/a2a/rest/message:${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify({ message: createMessage([part]) }),
  });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as {
    error: { message: string; details: readonly Detail[] };
  };
  return error;
}

/**
 * Reads a REST error as `_parse_rest_error` of a2a-python 1.1 does: the first `ErrorInfo` needs a
 * reason that A2A defines, in any domain, or the message is lost.
 */
function readAsPython({ message, details }: Awaited<ReturnType<typeof sendRest>>): string {
  const info = details.find((detail) => detail['@type'] === ERROR_INFO);
  return info?.['reason'] === 'INVALID_PARAMS' ? message : 'HTTP Error 400';
}

describe.each(Object.entries(REASONS))('%s', (reason, part) => {
  test.each(['send', 'stream'] as const)('over REST, message:%s', async (operation) => {
    const { url } = await startServer(demoAgent);
    const error = await sendRest(url, operation, part);
    expect(readAsPython(error)).toContain('fightComparison');
    const known = { reason: 'INVALID_PARAMS', domain: 'a2a-protocol.org', metadata: { reason } };
    expect(error.details[0]).toMatchObject(known);
    expect(error.details[1]).toMatchObject({
      '@type': ERROR_INFO,
      reason,
      domain: 'urn:formwork:errors',
      metadata: { knownSchemas: expect.stringContaining('fightComparison') },
    });
  });

  test('over JSON-RPC, where the code says what A2A knows', async () => {
    const { url } = await startServer(demoAgent);
    const params = { message: createMessage([part]) };
    const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
    expect(body.error).toMatchObject({ code: -32_602 });
    expect(body.error?.data?.[0]).toMatchObject({ reason, domain: 'urn:formwork:errors' });
    expect(JSON.stringify(body.error?.data)).not.toContain('INVALID_PARAMS');
  });
});

test.each([
  ['HTTP+JSON', new RestTransportFactory()],
  ['GRPC', new GrpcTransportFactory()],
])(
  "the official SDK's client of %s gets a class that it knows, and the reason",
  async (binding, transport) => {
    const { url } = await startServer(demoAgent, WITH_GRPC);
    const transports = [transport];
    const base = ClientFactoryOptions.default;
    const preferredTransports = [binding];
    const factory = new ClientFactory({ ...base, transports, preferredTransports });
    const client = await factory.createFromUrl(url);
    const content = { $case: 'data', value: { a: 'Lion' } } as const;
    const metadata = { mimeType: 'application/json;schema=fightComparison' };
    const parts = [{ content, metadata, filename: '', mediaType: '' }];
    const ids = { messageId: crypto.randomUUID(), contextId: '', taskId: '' };
    const lists = { extensions: [], referenceTaskIds: [] };
    const message = { ...ids, ...lists, role: Role.ROLE_USER, parts, metadata: undefined };
    const request = { tenant: '', message, configuration: undefined, metadata: undefined };
    await expect(client.sendMessage(request)).rejects.toMatchObject({
      name: expect.stringMatching(/^(?:Grpc)?RequestMalformedError$/u),
      message: expect.stringContaining('/b'),
      metadata: { reason: 'STRUCTURED_INPUT_INVALID', schema: 'fightComparison' },
    });
  },
);

test.each(['JSONRPC', 'HTTP+JSON'] as const)('the typed client over %s', async (door) => {
  const { url } = await startServer(demoAgent);
  // The agent has dropped the schema since the client read the card.
  const renamed: typeof fetch = (input, init) => {
    const body = init?.body;
    const changed =
      typeof body === 'string' ? body.replace('schema=fightComparison', 'schema=x') : body;
    return fetch(input, { ...init, ...(changed != null && { body: changed }) });
  };
  const agent = await connect<typeof demoAgent>(url, { transports: [door], fetch: renamed });
  const call = agent.skill('fight-comparison').call({ a: 'Lion', b: 'Ant' });
  await expect(call).rejects.toMatchObject({ reason: 'STRUCTURED_SCHEMA_UNKNOWN' });
});

test('the typed client over gRPC, which gets the fields as well', async () => {
  const createArena = (input: Readonly<Record<string, JsonSchema>>) => {
    const texts = { name: 'Fight', description: 'Compares.', tags: [] };
    const skill = defineSkill({ id: 'fight', ...texts, input, run: () => 'Done' });
    return defineAgent({ name: 'Arena', version: '1', skills: [skill] });
  };
  const first = createArena({ pair: { type: 'object', properties: { a: { type: 'string' } } } });
  const stricter = createArena({
    pair: { type: 'object', properties: { a: { type: 'integer' } } },
  });
  const renamed = createArena({
    couple: { type: 'object', properties: { a: { type: 'string' } } },
  });
  const server = createServer(first, {
    ...WITH_GRPC,
    logger: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => server.close());
  const { url, grpcUrl } = await server.listen({ port: 0 });
  const agent = await connect(url, { transports: ['GRPC'] });
  expect(agent.door).toEqual({ binding: 'GRPC', url: grpcUrl, version: '1.0' });
  const call = () => agent.skill('fight').run({ a: 'Lion' });
  expect(await call()).toMatchObject({ state: 'completed' });
  // From here on the card that the client has read is out of date.
  server.replaceAgent(stricter);
  await expect(call()).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    foundBy: 'agent',
    problems: [{ pointer: '/a', keyword: 'type' }],
  });
  server.replaceAgent(renamed);
  await expect(call()).rejects.toMatchObject({ reason: 'STRUCTURED_SCHEMA_UNKNOWN' });
});
