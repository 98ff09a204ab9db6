import { Role } from '@a2a-js/sdk';
import {
  createMemoryEngine,
  type IdempotencyKey,
  type NewTask,
  type Scope,
  type TaskEngine,
} from '@formwork/runtime';
import { createRandom, type Random } from '../faults/load/random.ts';
import { createDatabaseModel, type StatementKind } from './database-model.ts';
import { createDistribution, type Distribution } from './distribution.ts';
import { createReplicaModel, type ReplicaModel } from './replica-model.ts';
import { createVirtualTime } from './virtual-time.ts';

/** The options of {@link simulate}: the load, the replicas and the database, and the failures. */
export interface SimulationOptions {
  readonly seed: number;
  readonly replicas: number;
  /** The number of tasks that would come in a day. */
  readonly tasksPerDay: number;
  /** The part of the day that is simulated, in milliseconds since midnight. */
  readonly from: number;
  readonly until: number;
  readonly processors: number;
  readonly costMs: Readonly<Record<StatementKind, number>>;
  /** The failures during the simulation, in the order of time. */
  readonly harms: readonly Harm[];
  /**
   * Makes the engine to simulate on. Default: a memory engine, which has the rules of all engines.
   */
  readonly createEngine?: (now: () => number) => TaskEngine;
}

/** A failure of replicas or of the database, at a time in milliseconds since midnight. */
export interface Harm {
  readonly at: number;
  readonly kind: 'kill' | 'cut off' | 'rolling restart' | 'database restart';
  /** The number of replicas that fail; ignored for a restart of the database. Default 1. */
  readonly count?: number;
  /** The time until the replicas or the database are back, in milliseconds. */
  readonly awayMs: number;
}

/** The counts and times of one simulation. */
export interface SimulationReport {
  /** The number of messages that were sent. */
  readonly sent: number;
  readonly accepted: number;
  readonly ended: number;
  /** The number of tasks that were stored and never ended. */
  readonly stuck: number;
  /** The number of ends that were stored for tasks that had already ended. */
  readonly doubled: number;
  /** The number of messages that made more than one task. */
  readonly repeated: number;
  /** The number of runs whose end was refused because another runner had taken the task over. */
  readonly fenced: number;
  /** The number of runs that began, including take-overs. */
  readonly runs: number;
  /** The number of calls that were repeated because they failed or got no answer. */
  readonly retries: number;
  /** The times from the first call for a task until a replica accepted it. */
  readonly accept: Distribution;
  /** The times from storing a task until its handler begins for the first time. */
  readonly begin: Distribution;
  /** The times from the death of a replica until its tasks begin on another one. */
  readonly takeOver: Distribution;
  /** The times that statements waited for a processor of the database. */
  readonly waits: Distribution;
  /** The share of the time for which the database was busy, in each tenth of the simulated time. */
  readonly utilisation: readonly number[];
  readonly statements: ReadonlyMap<StatementKind, number>;
}

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2026-01-01T00:00:00Z');
/** The time that a call waits for an answer before it is repeated, in milliseconds. */
const CALL_MS = 15_000;
const RETRY_MS = 500;
/** The time that tasks get to end after the last message, in milliseconds of simulated time. */
const SETTLE_MS = 1_200_000;
const SCOPES = 1_000;

const message = {
  messageId: 'm',
  contextId: 'c',
  taskId: '',
  role: Role.ROLE_USER,
  parts: [],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
};

interface OpenTask {
  readonly createdAt: number;
  /** The index of the replica that runs the task; absent before it begins. */
  runner?: number;
  /**
   * The time when the replica that ran the task was killed; absent once the task has begun again.
   */
  orphanedAt?: number;
}

/**
 * Simulates replicas on one database with a virtual clock, and counts the outcomes of all tasks.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const { seed, replicas, tasksPerDay, from, until, harms } = options;
  const random = createRandom(seed);
  const time = createVirtualTime(MIDNIGHT + from);
  const { createEngine = createBoundedEngine } = options;
  const engine = createEngine(() => time.now());
  const database = createDatabaseModel({ ...options, time, random });
  const open = new Map<string, OpenTask>();
  /** The number of messages that the counters below have room for. */
  const room = Math.ceil((tasksPerDay * 3 * (until - from)) / DAY_MS) + 1_000;
  const [madeOf, endsOf] = [new Uint8Array(room), new Uint8Array(room)];
  const counts = { accepted: 0, ended: 0, doubled: 0, repeated: 0, fenced: 0, runs: 0, retries: 0 };
  const accept = createDistribution();
  const begin = createDistribution();
  const takeOver = createDistribution();
  const utilisation: number[] = [];
  let sent = 0;

  const observed: TaskEngine = {
    ...engine,
    async create(task, claim) {
      const created = await engine.create(task, claim);
      if (created.created) {
        open.set(task.id, { createdAt: time.now() });
        if (count(madeOf, task.id) > 1) counts.repeated += 1;
      }
      return created;
    },
  };

  const all = Array.from({ length: replicas }, (_, index) =>
    createReplicaModel({
      time,
      engine: observed,
      database,
      name: String(index),
      phase: index / replicas,
      durationOf: () => drawDuration(random),
      onBegun({ taskId }) {
        counts.runs += 1;
        const task = open.get(taskId);
        if (task === undefined) return;
        if (task.runner === undefined) begin.add(time.now() - task.createdAt);
        if (task.orphanedAt !== undefined) takeOver.add(time.now() - task.orphanedAt);
        task.runner = index;
        delete task.orphanedAt;
      },
      onEnded({ taskId }) {
        counts.ended += 1;
        open.delete(taskId);
        if (count(endsOf, taskId) > 1) counts.doubled += 1;
      },
      onFenced() {
        counts.fenced += 1;
      },
    }),
  );

  /** Sends a message until a replica accepts it, as a client does. */
  function send(number: number): void {
    const sentAt = time.now();
    let isAnswered = false;
    let attempts = 0;

    function attempt(): void {
      if (isAnswered) return;
      attempts += 1;
      if (attempts > 1) counts.retries += 1;
      const own = attempts;
      const failed = (): void => {
        if (own === attempts) time.after(RETRY_MS, attempt);
      };
      const replica = pickServing();
      if (replica === undefined) return failed();
      replica.accept(createTask(number, own), { onAccepted: answer, onFailed: failed });
      time.after(CALL_MS, failed);
    }

    function answer(): void {
      if (isAnswered) return;
      isAnswered = true;
      counts.accepted += 1;
      accept.add(time.now() - sentAt);
    }

    attempt();
  }

  function pickServing(): ReplicaModel | undefined {
    const start = random.below(replicas);
    for (let step = 0; step < replicas; step += 1) {
      const replica = all[(start + step) % replicas];
      if (replica?.isServing()) return replica;
    }
    return undefined;
  }

  function comeNext(): void {
    if (time.now() >= MIDNIGHT + until) return;
    sent += 1;
    send(sent);
    time.after(draw(random) * (1_000 / findRate(time.now() - MIDNIGHT, tasksPerDay)), comeNext);
  }

  function kill(index: number, awayMs: number): void {
    all[index]?.kill();
    for (const task of open.values()) if (task.runner === index) task.orphanedAt = time.now();
    time.after(awayMs, () => all[index]?.start());
  }

  function harm({ kind, count: wanted = 1, awayMs }: Harm): void {
    const first = random.below(replicas);
    for (let step = 0; step < wanted; step += 1) {
      const index = (first + step) % replicas;
      if (kind === 'kill') kill(index, awayMs);
      if (kind === 'cut off') all[index]?.cutOff(awayMs);
      if (kind === 'rolling restart') {
        time.after(step * awayMs, () => {
          all[index]?.drain();
          time.after(awayMs, () => all[index]?.start());
        });
      }
    }
    if (kind === 'database restart') database.restart(awayMs);
  }

  for (const planned of harms) {
    time.after(planned.at - from, () => harm(planned));
  }
  comeNext();
  const tenth = (until - from) / 10;
  for (let part = 1; part <= 10; part += 1) {
    await time.runUntil(MIDNIGHT + from + part * tenth);
    utilisation.push(database.readUtilisation());
  }
  await time.runUntil(MIDNIGHT + until + SETTLE_MS);
  await engine.close();
  const { waits, counts: statements } = database;
  return {
    ...counts,
    sent,
    stuck: open.size,
    accept,
    begin,
    takeOver,
    waits,
    utilisation,
    statements,
  };
}

/** Adds one to the count of a task's message, and returns the count. */
function count(counts: Uint8Array, taskId: string): number {
  const number = Number.parseInt(taskId, 10);
  counts[number] = (counts[number] ?? 0) + 1;
  return counts[number];
}

/** Makes the task of an attempt to send a message; all attempts have one idempotency key. */
function createTask(number: number, attempt: number): NewTask {
  return {
    id: `${number}.${attempt}`,
    scope: `user:${number % SCOPES}` as Scope,
    contextId: 'c',
    idempotencyKey: String(number) as IdempotencyKey,
    message,
    metadata: {},
    invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
  };
}

/** Makes a memory engine that deletes old tasks, as retention does, so that memory suffices. */
function createBoundedEngine(now: () => number): TaskEngine {
  return createMemoryEngine({ now, maxFinishedTasks: 50_000 });
}

/** Draws a number from the exponential distribution with the mean 1. */
function draw(random: Random): number {
  return -Math.log(1 - random.below(1_000_000) / 1_000_000);
}

/** Draws how long a handler takes, in milliseconds: four of five 50 on average, the fifth 30,000. */
function drawDuration(random: Random): number {
  return draw(random) * (random.chance(0.8) ? 50 : 30_000);
}

/** Returns how many tasks come in a second: at noon 1.8 times the average, at midnight 0.2. */
function findRate(sinceMidnight: number, tasksPerDay: number): number {
  const wave = -Math.cos((2 * Math.PI * sinceMidnight) / DAY_MS);
  return (tasksPerDay / 86_400) * (1 + 0.8 * wave);
}
