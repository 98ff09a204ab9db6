import { demoAgent } from '@formwork/demo';
import { createApiKeyAuthentication, type ServerOptions } from '@formwork/server';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  type Client,
} from 'a2a-sdk-0.3/client';
import { expect, test } from 'vitest';
import { QUICK_PUSH } from '../support/push.ts';
import { openReceiver } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';

async function connect(options?: ServerOptions): Promise<Client> {
  const { url } = await startServer(demoAgent, options);
  return new ClientFactory().createFromUrl(url);
}

/**
 * Connects an SDK client that sends a header with every request, including the request for the
 * card.
 */
async function connectWith(
  header: Readonly<Record<string, string>>,
  options: ServerOptions,
): Promise<Client> {
  const { url } = await startServer(demoAgent, options);
  const fetchImpl: typeof fetch = (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...header },
    });
  const transports = [new JsonRpcTransportFactory({ fetchImpl })];
  const base = ClientFactoryOptions.default;
  return new ClientFactory({ ...base, transports }).createFromUrl(url);
}

function createMessage(data: Record<string, unknown>, schema: string) {
  return {
    kind: 'message' as const,
    messageId: crypto.randomUUID(),
    role: 'user' as const,
    parts: [
      {
        kind: 'data' as const,
        data,
        metadata: { mimeType: `application/json;schema=${schema}` },
      },
    ],
  };
}

test('@a2a-js/sdk 0.3 sends structured input and reads the tagged artifact', async () => {
  const client = await connect();
  const message = createMessage({ a: 'Lion', b: 'Ant' }, 'fightComparison');
  const task = await client.sendMessage({ message });
  expect(task).toMatchObject({
    kind: 'task',
    status: { state: 'completed' },
    artifacts: [
      {
        parts: [
          {
            kind: 'data',
            data: { winner: 'Lion' },
            metadata: { mimeType: 'application/json;schema=fightResponse' },
          },
          { kind: 'text', text: expect.stringContaining('"winner": "Lion"') },
        ],
      },
    ],
  });
  if (task.kind !== 'task') throw new Error('Expected a task');
  expect(await client.getTask({ id: task.id })).toMatchObject({ id: task.id });
});

test('@a2a-js/sdk 0.3 streams until the final event', async () => {
  const client = await connect();
  const contacts = [{ name: 'Ada', email: 'ada@example.com' }];
  const message = createMessage({ contacts, pauseMs: 5 }, 'contactList');
  const kinds: string[] = [];
  let final = false;
  for await (const event of client.sendMessageStream({ message })) {
    kinds.push(event.kind);
    final = event.kind === 'status-update' && event.final;
  }
  expect(kinds[0]).toBe('task');
  expect(kinds).toContain('artifact-update');
  expect(final).toBe(true);
});

test('@a2a-js/sdk 0.3 answers a question, which others who subscribe hear of', async () => {
  const client = await connect();
  const trip = { city: 'Lisbon', startDate: '2027-04-12' };
  const asked = await client.sendMessage({ message: createMessage(trip, 'cityTrip') });
  if (asked.kind !== 'task') throw new Error('Expected a task');
  const { id: taskId } = asked;
  expect(asked.status.state).toBe('input-required');
  const subscription = client.resubscribeTask({ id: taskId });
  expect((await subscription.next()).value).toMatchObject({ kind: 'task', id: taskId });
  const parts = [{ kind: 'data' as const, data: { days: 2 } }];
  const message = { ...createMessage({}, ''), taskId, parts };
  expect(await client.sendMessage({ message })).toMatchObject({ status: { state: 'completed' } });
  const states: string[] = [];
  for await (const event of subscription) {
    if (event.kind === 'status-update') states.push(`${event.status.state} ${event.final}`);
  }
  expect(states).not.toContain('input-required false');
  expect(states.at(-1)).toBe('completed true');
});

test('@a2a-js/sdk 0.3 cancels a task', async () => {
  const client = await connect();
  const contacts = [{ name: 'Ada', email: 'ada@example.com' }];
  const message = createMessage({ contacts, pauseMs: 10_000 }, 'contactList');
  const configuration = { blocking: false };
  const task = await client.sendMessage({ message, configuration });
  if (task.kind !== 'task') throw new Error('Expected a task');
  const canceled = await client.cancelTask({ id: task.id });
  expect(canceled.status.state).toBe('canceled');
});

test('@a2a-js/sdk 0.3 is told what does not fit', async () => {
  const client = await connect();
  const message = createMessage({ a: 'Lion' }, 'fightComparison');
  await expect(client.sendMessage({ message })).rejects.toThrow(/\/b/u);
});

test('@a2a-js/sdk 0.3 finds the schemas in the card', async () => {
  const card = await (await connect()).getAgentCard();
  expect(card.capabilities.extensions?.[0]?.params).toMatchObject({
    schemas: { fightComparison: { type: 'object' } },
  });
});

test('@a2a-js/sdk 0.3 reads a stream with ids and heartbeats', async () => {
  const client = await connect({ heartbeatMs: 2 });
  const contacts = [{ name: 'Ada', email: 'ada@example.com' }];
  const message = createMessage({ contacts, pauseMs: 50 }, 'contactList');
  const kinds: string[] = [];
  for await (const event of client.sendMessageStream({ message })) kinds.push(event.kind);
  expect(kinds[0]).toBe('task');
  expect(kinds.at(-1)).toBe('status-update');
});

test('@a2a-js/sdk 0.3 reads how to authenticate, and does so', async () => {
  const options = {
    authenticate: createApiKeyAuthentication({ keys: { secret: 'ada' } }),
    requireAuthentication: true,
  };
  const client = await connectWith({ 'x-api-key': 'secret' }, options);
  const card = await client.getAgentCard();
  expect(card.securitySchemes).toEqual({
    apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  });
  expect(card.security).toEqual([{ apiKey: [] }]);
  const message = createMessage({ a: 'Lion', b: 'Ant' }, 'fightComparison');
  expect(await client.sendMessage({ message })).toMatchObject({ status: { state: 'completed' } });
  const stranger = await connect(options);
  await expect(stranger.sendMessage({ message })).rejects.toThrow(
    /its credentials are missing or unknown/u,
  );
});

test('@a2a-js/sdk 0.3 sets, reads and deletes push configs, and is notified with tasks', async () => {
  const [receiver, other] = await Promise.all([openReceiver(), openReceiver()]);
  const client = await connect({ push: QUICK_PUSH });
  const authentication = { schemes: ['Bearer'], credentials: 'key' };
  const pushNotificationConfig = { url: receiver.url, token: 'a-token', authentication };
  const contacts = Array.from({ length: 3 }, (_, index) => ({
    name: `N${index}`,
    email: `n${index}@example.com`,
  }));
  const sent = await client.sendMessage({
    message: createMessage({ contacts, batchSize: 1, pauseMs: 200 }, 'contactList'),
    configuration: { blocking: false, pushNotificationConfig },
  });
  if (sent.kind !== 'task') throw new Error('Expected a task');
  const { id: taskId } = sent;
  const inline = { taskId, pushNotificationConfig: { ...pushNotificationConfig, id: taskId } };
  expect(await client.getTaskPushNotificationConfig({ id: taskId })).toEqual(inline);
  const later = { taskId, pushNotificationConfig: { url: other.url, id: 'later' } };
  expect(await client.setTaskPushNotificationConfig(later)).toEqual(later);
  expect(await client.listTaskPushNotificationConfig({ id: taskId })).toEqual([inline, later]);
  const name = { id: taskId, pushNotificationConfigId: 'later' };
  await client.deleteTaskPushNotificationConfig(name);
  await client.deleteTaskPushNotificationConfig(name);
  await expect(client.getTaskPushNotificationConfig(name)).rejects.toThrow(/not found/u);
  await expect
    .poll(() => receiver.received.at(-1)?.body)
    .toMatchObject({ kind: 'task', id: taskId, status: { state: 'completed' } });
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { headers, body } of receiver.received) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'a2a-version': '0.3',
      authorization: 'Bearer key',
      'x-a2a-notification-token': 'a-token',
    });
    expect(body).toMatchObject({ kind: 'task', id: taskId });
  }
});
