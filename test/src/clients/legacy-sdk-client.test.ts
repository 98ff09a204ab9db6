import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  type Client,
} from 'a2a-sdk-0.3/client';
import { demoAgent } from '@formwork/demo';
import { createApiKeyAuthentication, type ServerOptions } from '@formwork/server';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

async function connect(options?: ServerOptions): Promise<Client> {
  const { url } = await startServer(demoAgent, options);
  return new ClientFactory().createFromUrl(url);
}

/** A client that sends a header with every request, that for the card included. */
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
  await expect(stranger.sendMessage({ message })).rejects.toThrow(/must say who sends it/u);
});
