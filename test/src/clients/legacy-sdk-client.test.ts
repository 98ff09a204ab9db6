import { ClientFactory, type Client } from 'a2a-sdk-0.3/client';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

async function connect(): Promise<Client> {
  const { url } = await startServer(demoAgent);
  return new ClientFactory().createFromUrl(url);
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
