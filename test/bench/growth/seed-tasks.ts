import type {
  ArchivedTask,
  NewTaskEvent,
  Scope,
  TaskEngine,
  TaskEvent,
  TaskStateName,
} from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { createChunk, createMessage } from '../stores/payload.ts';

/** The caller that has half of all tasks. */
export const HEAVY = 'alice' as Scope;

/** The number of callers that share the other half. */
const OTHERS = 1_000;

/** The number of tasks in each context. */
const PER_CONTEXT = 20;

/** The number of tasks in a rare state. */
const RARE = 20;

/** The number of imports under way at once, which share commits. */
const TOGETHER = 512;

/** The number of the oldest tasks that no call asks for, because sweeps may delete them. */
const SWEPT = 500;

const HOOK = { id: 'hook', url: 'https://receiver.example/hook', version: '1.0' } as const;

/** The stored tasks of a benchmark, and what its calls ask for. */
export interface SeededTasks {
  /** Adds tasks, as an export of another engine would give them, until there are `total`. */
  growTo(total: number): Promise<void>;
  /**
   * Adds `count` tasks of each kind that waits: for a runner, for its caller, for a delivery; and
   * some of the heavy caller in a rare state.
   */
  addWaiting(count: number): Promise<void>;
  /** Returns the id of a random finished task of the heavy caller. */
  pickTask(): string;
  /** Returns the id of a random context of the heavy caller. */
  pickContext(): string;
}

/** Makes the tasks of an engine: nearly all have ended, one in 50 of the heavy caller's as failed. */
export function createSeededTasks(engine: TaskEngine): SeededTasks {
  const ids: string[] = [];
  const contexts: string[] = [];
  let count = 0;
  // The tasks ended one after the other, a millisecond apart; those that wait came later.
  const start = Date.now() - 86_400_000;
  const later = start + 43_200_000;
  let context = randomUUID();

  function createFinished(): ArchivedTask {
    const index = count;
    count += 1;
    const isHeavy = index % 2 === 0;
    if (index % (PER_CONTEXT * 2) === 0) context = randomUUID();
    const state = index % 100 === 2 ? 'failed' : 'completed';
    const task = createTask({
      scope: isHeavy ? HEAVY : (`caller-${index % OTHERS}` as Scope),
      contextId: isHeavy ? context : randomUUID(),
      time: start + index,
      state,
    });
    if (isHeavy && index >= SWEPT) {
      ids.push(task.id);
      if (contexts.at(-1) !== context) contexts.push(context);
    }
    return task;
  }

  async function importAll(tasks: readonly ArchivedTask[]): Promise<void> {
    await Promise.all(tasks.map(async (task) => engine.archive?.import(task)));
  }

  function pick(list: readonly string[]): string {
    return list[Math.floor(Math.random() * list.length)] ?? '';
  }

  return {
    async growTo(total) {
      for (let missing = total - count; missing > 0; missing -= TOGETHER) {
        await importAll(Array.from({ length: Math.min(TOGETHER, missing) }, createFinished));
      }
    },
    async addWaiting(number) {
      for (const state of ['submitted', 'input-required', 'completed'] as const) {
        await importAll(
          Array.from({ length: number }, (_, index) => {
            const scope = `waiting-${index % 10}` as Scope;
            const options = { scope, contextId: randomUUID(), time: later + index, state };
            const task = createTask(options);
            const dueAt = task.createdAt;
            const push = { config: HOOK, after: 0, failures: 0, dueAt };
            return state === 'completed' ? { ...task, pushes: [push] } : task;
          }),
        );
      }
      const rare = {
        scope: HEAVY,
        contextId: randomUUID(),
        time: later,
        state: 'rejected',
      } as const;
      await importAll(Array.from({ length: RARE }, () => createTask(rare)));
    },
    pickTask: () => pick(ids),
    pickContext: () => pick(contexts),
  };
}

interface TaskOptions {
  readonly scope: Scope;
  readonly contextId: string;
  readonly time: number;
  readonly state: TaskStateName;
}

function createTask({ scope, contextId, time, state }: TaskOptions): ArchivedTask {
  const news: readonly NewTaskEvent[] = [
    { kind: 'status', state: 'submitted' },
    ...(state === 'submitted'
      ? []
      : ([
          { kind: 'artifact', artifact: createChunk(300), append: false, lastChunk: true },
          { kind: 'status', state },
        ] as const)),
  ];
  const timestamp = new Date(time).toISOString();
  const events = news.map((event, index): TaskEvent => ({ seq: index + 1, timestamp, event }));
  return {
    id: createId(time),
    scope,
    contextId,
    createdAt: timestamp,
    message: createMessage('Lion or tiger?'),
    metadata: {},
    invocation: { kind: 'text', text: 'Lion or tiger?', acceptedOutputModes: [] },
    creationKey: randomUUID().replaceAll('-', ''),
    replyKeys: [],
    events,
    pushes: [],
    epoch: 1,
    attempts: 1,
    turn: 0,
    cancelRequested: false,
  };
}

/** Makes the id of a task as the protocol's door makes it: a UUID of version 7. */
export function createId(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`;
}
