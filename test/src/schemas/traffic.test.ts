import { Role, TaskState, type SendMessageRequest } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { demoAgent } from '@formwork/demo';
import { isRecord } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { QUICK_PUSH } from '../support/push.ts';
import { startServer } from '../support/start-server.ts';
import { startStockAgent } from '../support/stock-agents.ts';
import { createRegistry } from './create-registry.ts';
import { findExchangeProblems, findProblems } from './find-problems.ts';
import { recordTraffic } from './record-traffic.ts';
import { readJson, readSchemaFiles } from './schema-files.ts';
import type { DialectIndex, SchemaIndex } from './to-index.ts';

// The messages that the server and the official SDK really send fit the schemas.

const registry = createRegistry(readSchemaFiles());
const { dialects } = readJson('index.json') as SchemaIndex;
const wire = dialects['a2a/v1.0'] ?? { kinds: {} };
/** The closed forms of the same schemas, which allow no unknown properties. */
const document = JSON.parse(JSON.stringify(wire).replaceAll(':wire#', '#')) as DialectIndex;

const TRANSPORTS = { 'JSON-RPC': JsonRpcTransportFactory, REST: RestTransportFactory };

const SERVERS = {
  Formwork: {
    schema: 'contactList',
    input: {
      contacts: ['Ada', 'Grace', 'Edsger'].map((name) => ({ name, email: 'a@example.com' })),
      batchSize: 1,
      pauseMs: 40,
    },
    start: async () => {
      const { url } = await startServer(demoAgent, { openTasks: true, push: QUICK_PUSH });
      return url;
    },
  },
  'the official SDK': {
    schema: 'pair',
    input: { a: 'Lion', b: 'Ant' },
    start: async () => {
      const capabilities = { ...declared.capabilities, pushNotifications: true };
      return startStockAgent(createExecutor(), { ...declared, capabilities });
    },
  },
};

const CASES = Object.entries(SERVERS).flatMap(([server, rest]) =>
  Object.entries(TRANSPORTS).map(([name, Transport]) => ({
    server,
    ...rest,
    name,
    Transport,
  })),
);

function createRequest(schema: string, data: unknown, immediately = false): SendMessageRequest {
  const metadata = { mimeType: `application/json;schema=${schema}` };
  return {
    tenant: '',
    message: {
      messageId: crypto.randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [
        { content: { $case: 'data', value: data }, metadata, filename: '', mediaType: '' },
        {
          content: { $case: 'text', value: 'Go' },
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
        {
          content: { $case: 'raw', value: Buffer.from('png') },
          metadata: undefined,
          filename: 'a.png',
          mediaType: 'image/png',
        },
      ],
      metadata: { 'urn:example': [1, null] },
      extensions: ['urn:example'],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: ['text/plain'],
      taskPushNotificationConfig: undefined,
      returnImmediately: immediately,
      historyLength: 5,
    },
    metadata: undefined,
  };
}

/**
 * Starts a task and subscribes to it; resolves with the number of events. On a busy machine the
 * task may end before the subscription, which is then refused; the refusal is recorded like any
 * answer.
 */
async function subscribeToNew(client: Client, request: SendMessageRequest): Promise<number> {
  const running = await client.sendMessage({
    ...request,
    message: request.message && { ...request.message, messageId: crypto.randomUUID() },
  });
  if (!('artifacts' in running)) throw new Error('Expected a task');
  let count = 0;
  try {
    for await (const event of client.resubscribeTask({ id: running.id, tenant: '' })) {
      expect(event.payload).toBeDefined();
      count += 1;
    }
  } catch (error) {
    expect(String(error)).toContain('is in a terminal state');
  }
  return count;
}

describe.each(CASES)('A2A 1.0: the official client and $server over $name', (one) => {
  test('say what the schemas say', async () => {
    const { schema, input, start, Transport } = one;
    const url = await start();
    const recorder = recordTraffic();
    const transports = [new Transport({ fetchImpl: recorder.fetch })];
    const client = await new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
        transports,
        preferredTransports: transports.map(({ protocolName }) => protocolName),
      }),
    ).createFromUrl(url);

    const task = await client.sendMessage(createRequest(schema, input));
    if (!('artifacts' in task)) throw new Error('Expected a task');
    const { id, contextId } = task;
    for await (const event of client.sendMessageStream(createRequest(schema, input))) {
      expect(event.payload).toBeDefined();
    }
    await client.getTask({ id, tenant: '' });
    await client.listTasks({
      tenant: '',
      contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
      includeArtifacts: true,
    });
    await expect
      .poll(() => subscribeToNew(client, createRequest(schema, input, true)))
      .toBeGreaterThan(0);
    await expect(client.cancelTask({ id, tenant: '', metadata: undefined })).rejects.toThrow(
      /cancel/u,
    );
    await expect(client.getTask({ id: 'nope', tenant: '' })).rejects.toThrow(/nope/u);
    const config = { tenant: '', taskId: id, id: 'hook' };
    await client.createTaskPushNotificationConfig({
      ...config,
      url: 'http://127.0.0.1:9/hook',
      token: 'token',
      authentication: { scheme: 'Bearer', credentials: 'secret' },
    });
    await client.getTaskPushNotificationConfig(config);
    await client.listTaskPushNotificationConfig({ ...config, pageSize: 0, pageToken: '' });
    await client.deleteTaskPushNotificationConfig(config);

    const exchanges = await recorder.settle();
    expect(new Set(exchanges.map(({ operation }) => operation))).toEqual(
      new Set(Object.keys(wire.operations ?? {}).filter((name) => name !== 'GetExtendedAgentCard')),
    );
    expect(exchanges.filter(({ responses }) => responses.length > 2).length).toBeGreaterThan(0);
    for (const dialect of [wire, document]) {
      const problems = exchanges.flatMap((exchange) =>
        findExchangeProblems(registry, dialect, exchange),
      );
      expect(problems).toEqual([]);
    }
  });
});

test.each(Object.entries(SERVERS))(
  'A2A 1.0: the card of %s is what the schemas say',
  async (_name, { start }) => {
    const headers = { 'a2a-version': '1.0' };
    const response = await fetch(`${await start()}/.well-known/agent-card.json`, { headers });
    const card: unknown = await response.json();
    if (!isRecord(card)) throw new Error('Expected a card');
    const { schemas: _schemas, ...rest } = card;
    const extension = dialects['extensions/object-schemas-v1']?.kinds['card'];
    expect(findProblems(registry, wire.kinds['card'], card)).toEqual([]);
    expect(findProblems(registry, extension, card)).toEqual([]);
    // Apart from the extension's key `schemas`, the card fits the closed schema of A2A.
    expect(findProblems(registry, document.kinds['card'], rest)).toEqual([]);
  },
);

test('a question of Formwork is what the follow-up forms say', async () => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const client = await new ClientFactory().createFromUrl(url);
  const items = [{ date: '2026-11-02', category: 'travel', description: 'Train', amount: 2_000 }];
  const report = { employee: 'Ada', email: 'ada@example.com', currency: 'EUR', items };
  const task = await client.sendMessage(createRequest('expenseReport', report));
  if (!('artifacts' in task)) throw new Error('Expected a task');
  const forms = dialects['extensions/follow-up-forms-v1']?.kinds ?? {};
  expect(findProblems(registry, forms['question'], task.status?.message?.metadata)).toEqual([]);
  const { capabilities } = await client.getAgentCard();
  const declaration = capabilities?.extensions.find(({ uri }) => uri.includes('follow-up-forms'));
  expect(findProblems(registry, forms['declaration'], declaration)).toEqual([]);
});
