import { demoAgent } from '@formwork/demo';
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from 'a2a-sdk-0.3/client';
import { expect, test } from 'vitest';
import { legacyExecutor } from '../support/fight-agents.ts';
import { QUICK_PUSH } from '../support/push.ts';
import { startServer } from '../support/start-server.ts';
import { startLegacyAgent } from '../support/stock-agents.ts';
import { createRegistry } from './create-registry.ts';
import { findExchangeProblems, findProblems } from './find-problems.ts';
import { recordTraffic } from './record-traffic.ts';
import { readJson, readSchemaFiles } from './schema-files.ts';
import type { SchemaIndex } from './to-index.ts';

// The messages that the server and the SDK of A2A 0.3 really send fit the schemas.

const registry = createRegistry(readSchemaFiles());
const { dialects } = readJson('index.json') as SchemaIndex;
const legacy = dialects['a2a/v0.3'] ?? { kinds: {} };

const contacts = ['Ada', 'Grace', 'Edsger'].map((name) => ({ name, email: 'a@example.com' }));

const SERVERS = {
  Formwork: {
    schema: 'contactList',
    input: { contacts, batchSize: 1, pauseMs: 40 },
    start: async () => {
      const { url } = await startServer(demoAgent, { openTasks: true, push: QUICK_PUSH });
      return url;
    },
  },
  'the SDK of 0.3': {
    schema: 'pair',
    input: { a: 'Lion', b: 'Ant' },
    start: async () =>
      startLegacyAgent(legacyExecutor, {
        capabilities: { streaming: true, pushNotifications: true },
      }),
  },
};

function createMessage(data: Record<string, unknown>, schema: string) {
  return {
    kind: 'message' as const,
    messageId: crypto.randomUUID(),
    role: 'user' as const,
    metadata: { 'urn:example': [1, null] },
    parts: [
      { kind: 'data' as const, data, metadata: { mimeType: `application/json;schema=${schema}` } },
      { kind: 'text' as const, text: 'Go' },
      { kind: 'file' as const, file: { bytes: 'cG5n', mimeType: 'image/png', name: 'a.png' } },
      { kind: 'file' as const, file: { uri: 'https://example.com/a.png' } },
    ],
  };
}

test.each(Object.entries(SERVERS))(
  'A2A 0.3: the official client and %s say what the schemas say',
  async (_name, { schema, input, start }) => {
    const url = await start();
    const recorder = recordTraffic();
    const transports = [new JsonRpcTransportFactory({ fetchImpl: recorder.fetch })];
    const factory = new ClientFactory({ ...ClientFactoryOptions.default, transports });
    const client = await factory.createFromUrl(url);

    const blocking = { blocking: true, acceptedOutputModes: ['text/plain'], historyLength: 5 };
    const task = await client.sendMessage({
      message: createMessage(input, schema),
      configuration: blocking,
    });
    if (task.kind !== 'task') throw new Error('Expected a task');
    const { id } = task;
    for await (const event of client.sendMessageStream({ message: createMessage(input, schema) })) {
      expect(event.kind).toBeTypeOf('string');
    }
    const running = await client.sendMessage({
      message: createMessage(input, schema),
      configuration: { blocking: false },
    });
    if (running.kind !== 'task') throw new Error('Expected a task');
    for await (const event of client.resubscribeTask({ id: running.id })) {
      expect(event.kind).toBeTypeOf('string');
    }
    await client.getTask({ id, historyLength: 1 });
    await expect(client.cancelTask({ id })).rejects.toThrow(/cancel/u);
    await expect(client.getTask({ id: 'nope' })).rejects.toThrow(/not found/u);
    const hook = { id: 'hook', url: 'http://127.0.0.1:9/hook', token: 'token' };
    const authentication = { schemes: ['Bearer'], credentials: 'secret' };
    await client.setTaskPushNotificationConfig({
      taskId: id,
      pushNotificationConfig: { ...hook, authentication },
    });
    // The client's type lacks the second id, which the protocol has and the SDK's server needs.
    const named = { id, pushNotificationConfigId: 'hook' };
    await client.getTaskPushNotificationConfig(named);
    await client.listTaskPushNotificationConfig({ id });
    await client.deleteTaskPushNotificationConfig(named);

    const exchanges = await recorder.settle();
    const extended = 'agent/getAuthenticatedExtendedCard';
    expect(new Set(exchanges.map(({ operation }) => operation))).toEqual(
      new Set(Object.keys(legacy.operations ?? {}).filter((name) => name !== extended)),
    );
    expect(exchanges.filter(({ responses }) => responses.length > 2).length).toBeGreaterThan(0);
    expect(
      exchanges.flatMap((exchange) => findExchangeProblems(registry, legacy, exchange)),
    ).toEqual([]);
    const card: unknown = await (await fetch(`${url}/.well-known/agent-card.json`)).json();
    expect(findProblems(registry, legacy.kinds['card'], card)).toEqual([]);
  },
);
