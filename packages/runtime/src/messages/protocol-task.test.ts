import type { Message, Part } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { readNotifications } from '../push/notification.ts';
import type { Scope } from '../scope.ts';
import { message } from '../testing/start-runner.ts';
import { createTextPart } from './agent-message.ts';
import { toProtocolTask } from './protocol-task.ts';

// Parts of A2A 0.3 have no mediaType, so the schema's name is in metadata.mimeType only.

const MODE = 'application/json;schema=item';

function dataPart(fields: Partial<Part>): Part {
  const content = { $case: 'data', value: {} } as const;
  return { content, metadata: undefined, filename: '', mediaType: '', ...fields };
}

const tagged = dataPart({ mediaType: MODE, metadata: { from: 'ada' } });

const parts: readonly Part[] = [
  createTextPart('Hello'),
  tagged,
  dataPart({ metadata: { mimeType: MODE } }),
  dataPart({ mediaType: MODE, metadata: { mimeType: 'application/json;schema=other' } }),
  dataPart({ mediaType: 'application/json' }),
  { ...dataPart({ mediaType: MODE }), content: { $case: 'url', value: 'https://a.example' } },
];

const sent: Message = { ...message, parts: [...parts] };

async function createTask(engine = createMemoryEngine()): Promise<TaskSnapshot> {
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = {
    id: 't',
    scope: '' as Scope,
    contextId: 'c',
    message: sent,
    metadata: {},
    invocation,
  };
  const push = { id: 'p', url: 'https://a.example', version: '0.3' } as const;
  await engine.create({ ...task, push });
  const snapshot = await engine.get('' as Scope, 't');
  if (snapshot === undefined) throw new Error('Expected a task');
  return snapshot;
}

test('a task for A2A 0.3 has the tags of its history where 0.3 has them', async () => {
  const snapshot = await createTask();
  const shown = toProtocolTask(snapshot, { version: '0.3' });
  expect(shown.history[0]?.parts).toEqual([
    parts[0],
    { ...tagged, metadata: { from: 'ada', mimeType: MODE } },
    ...parts.slice(2),
  ]);
  // The stored message is the one that was sent, without changes.
  expect(snapshot.history).toEqual([sent]);
});

test('a task for A2A 1.0 has its history as it came', async () => {
  const snapshot = await createTask();
  expect(toProtocolTask(snapshot).history).toEqual([sent]);
  expect(toProtocolTask(snapshot, { version: '1.0' }).history).toEqual([sent]);
});

test('a notification for A2A 0.3 has the tags of the history, too', async () => {
  const engine = createMemoryEngine();
  await createTask(engine);
  const request = { worker: 'w', ttlMs: 1_000 };
  const [delivery] = await engine.claimDeliveries(request, 1);
  if (delivery === undefined) throw new Error('Expected a delivery');
  const { value } = await readNotifications(engine, delivery).next();
  const body: unknown = JSON.parse((value ?? {}).body ?? '');
  expect(body).toMatchObject({
    history: [{ parts: [{}, { metadata: { from: 'ada', mimeType: MODE } }, {}, {}, {}, {}] }],
  });
});
