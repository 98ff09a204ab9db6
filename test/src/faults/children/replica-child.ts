// A replica with its own process: `node replica-child.js SETTINGS`. It makes the tasks that its
// parent process orders, runs the tasks that it gets, and reports both to the parent.

import { Role } from '@a2a-js/sdk';
import { defineAgent, defineSkill } from '@formwork/core';
import { createPostgresEngine } from '@formwork/postgres';
import type { Dispatcher, Scope } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicaOrder, ReplicaReport, ReplicaSettings } from '../../dispatch/start-replica.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as ReplicaSettings;

function report(said: ReplicaReport): void {
  process.send?.(said);
}

const made = new Set<string>();
const skill = defineSkill({
  id: 'wait',
  name: 'Wait',
  description:
    'Waits for as many milliseconds as the text says; "fail" fails once, "third" waits until its ' +
    'third attempt, and "elsewhere" until another process than the one that made the task runs it.',
  tags: [],
  retry: { maxAttempts: 2, delayMs: 500, isTransient: () => true },
  async text({ text, task }) {
    report({ kind: 'began', taskId: task.id, attempt: task.attempt, at: Date.now() });
    if (text === 'fail' && task.attempt === 1) throw new Error('once');
    if (text === 'elsewhere' && !made.has(task.id)) return 'done';
    if (text === 'third' && task.attempt === 3) return 'done';
    const ms = text === 'elsewhere' || text === 'third' ? 600_000 : Number(text) || 0;
    // Real time: a task takes as long as its text says.
    if (ms > 0) await sleep(ms, undefined, { signal: task.signal });
    return 'done';
  },
});
const agent = defineAgent({ name: 'Replica', version: '1', skills: [skill] });
const { url, schema, concurrency, leaseMs } = settings;
const engine = createPostgresEngine({ url, schema });
const dispatcher = await createDispatcher();
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const runner = createRunner(engine, agent, {
  logger,
  concurrency,
  leaseMs,
  ...(dispatcher && { dispatcher: withReports(dispatcher) }),
  ...(settings.pollMs !== undefined && { pollMs: settings.pollMs }),
});

/** Loads only the queue that the settings name, because loading both takes most of the start. */
async function createDispatcher(): Promise<Dispatcher | undefined> {
  if (settings.dispatch === 'rows') return undefined;
  if (settings.dispatch === 'pg-boss') {
    const { createPgBossDispatcher } = await import('@formwork/postgres/pg-boss');
    return createPgBossDispatcher({ url, schema: `${schema}_jobs` });
  }
  const { createBullMqDispatcher } = await import('@formwork/runtime/bullmq');
  return createBullMqDispatcher({ url: settings.redisUrl ?? '', prefix: schema });
}

/** Takes no more jobs; resolves when none is in the hands of this process. */
let leaveQueue = async (): Promise<void> => undefined;

/** Makes a dispatcher that also reports which tasks were put into its queue. */
function withReports(queue: Dispatcher): Dispatcher {
  return {
    async enqueue(job) {
      await queue.enqueue(job);
      report({ kind: 'queued', taskId: job.taskId });
    },
    async consume(...args) {
      leaveQueue = await queue.consume(...args);
      return leaveQueue;
    },
    close: () => queue.close(),
  };
}

async function make(text: string): Promise<void> {
  const id = randomUUID();
  made.add(id);
  const invocation = { kind: 'text', skillId: 'wait', text, acceptedOutputModes: [] } as const;
  const message = {
    messageId: id,
    contextId: id,
    taskId: '',
    role: Role.ROLE_USER,
    parts: [],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const task = { id, scope: '' as Scope, contextId: id, message, metadata: {}, invocation };
  const { isHere } = await runner.admit('wait', async (place) => {
    const { taskId, lease } = await engine.create(task, place?.claim);
    if (lease !== undefined) void place?.run(lease);
    return { taskId, isHere: lease !== undefined };
  });
  report({ kind: 'made', taskId: id, isHere, at: Date.now() });
}

process.on('message', (order: ReplicaOrder) => void obey(order));

async function obey(order: ReplicaOrder): Promise<void> {
  if (order.kind === 'stop') {
    await runner.stop();
    await dispatcher?.close();
    await engine.close();
    process.disconnect();
    return;
  }
  if (order.kind === 'die') {
    await leaveQueue();
    process.kill(process.pid, 'SIGKILL');
    return;
  }
  const { count, text, everyMs } = order;
  const making: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    making.push(make(text));
    // Real time: tasks come at the rate that is ordered.
    if (everyMs !== undefined) await sleep(everyMs);
    else if (making.length % 32 === 0) await Promise.all(making);
  }
  await Promise.all(making);
}

// The replica is ready when the tables exist and the connection to the queue works.
await engine.countStates();
await dispatcher?.enqueue({ taskId: 'none' });
report({ kind: 'ready' });
