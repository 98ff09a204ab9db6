import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { newTask, range } from '../testing/samples.ts';
import { Claims, KeptReleases } from './claims.ts';
import { createRunner } from './create-runner.ts';

const SCOPE = 'alice' as Scope;
const STEPS = range(3);
const PIECES = range(8);
const LEASE_MS = 3_000;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Makes numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many calls of an engine had each fault. */
interface Faults {
  lost: number;
  refused: number;
  late: number;
}

/**
 * Makes an engine whose answers are lost after the call has counted, which refuses calls, and whose
 * answers are late, each for one call in eight.
 */
function disturb(engine: TaskEngine, random: () => number, faults: Faults): TaskEngine {
  async function call<Value>(work: () => Promise<Value>, longestMs = 2 * LEASE_MS): Promise<Value> {
    const luck = random() * 8;
    if (luck < 1) {
      faults.refused += 1;
      throw new EngineStorageError('REFUSED', { isAway: true });
    }
    const value = await work();
    if (luck < 2) {
      faults.lost += 1;
      throw new EngineStorageError('LOST', { isAway: true, mayBeStored: true });
    }
    if (luck < 3) {
      faults.late += 1;
      // Own clock: that of the test, which moves on by itself.
      await new Promise((resolve) => setTimeout(resolve, random() * longestMs));
    }
    return value;
  }
  return {
    ...engine,
    get: (scope, taskId) => call(() => engine.get(scope, taskId)),
    append: (lease, events) => call(() => engine.append(lease, events)),
    // A claim whose answer comes after its leases ran out counts: the task may have begun elsewhere.
    claim: (request, limit) => call(() => engine.claim(request, limit), LEASE_MS),
    renew: (leases, ttlMs) => call(() => engine.renew(leases, ttlMs)),
    release: (leases, options) => call(() => engine.release(leases, options)),
  };
}

/** Runs ten tasks by two runners over a disturbed engine, and returns what became of them. */
async function runDisturbed(seed: number): Promise<{
  readonly texts: readonly string[];
  readonly states: readonly (string | undefined)[];
  readonly repeated: readonly string[];
  readonly faults: Faults;
}> {
  const engine = createMemoryEngine();
  const random = createRandom(seed);
  const faults: Faults = { lost: 0, refused: 0, late: 0 };
  const repeated: string[] = [];
  async function run(task: TaskContext): Promise<string> {
    for (const step of STEPS) {
      await task.step(`step ${step}`, async () => {
        const memos = (await engine.get(SCOPE, task.id))?.memos ?? [];
        if (memos.some((memo) => memo?.key === `step ${step}`)) repeated.push(task.id);
      });
      for (const piece of PIECES) {
        const append = step + piece > 0;
        void task.artifact({ id: 'text', text: `${step}.${piece} `, append, last: false });
        if (random() < 0.3) await nextTurn();
      }
    }
    return 'done';
  }
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    output: { item: { type: 'object' } },
    text: ({ task }) => run(task),
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const options = { logger, leaseMs: LEASE_MS, pollMs: 500, concurrency: 4 };
  const runners = range(2).map(() => createRunner(disturb(engine, random, faults), agent, options));
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  for (const _ of range(10)) await engine.create(newTask({ scope: SCOPE, invocation }));
  // An hour by the own clock is far more than the leases that are lost need.
  for (let ms = 0; ms < 3_600_000; ms += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await nextTurn();
    const { completed = 0, failed = 0 } = await engine.countStates();
    if (completed + failed === 10) break;
  }
  const stopping = Promise.all(runners.map((runner) => runner.stop()));
  await vi.advanceTimersByTimeAsync(60_000);
  await stopping;
  const { tasks } = await engine.list(SCOPE, { pageSize: 100 });
  return {
    texts: tasks.map(({ artifacts }) =>
      (artifacts.find(({ artifactId }) => artifactId === 'text')?.parts ?? [])
        .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
        .join(''),
    ),
    states: tasks.map(({ state }) => state),
    repeated,
    faults,
  };
}

const WHOLE = STEPS.flatMap((step) => PIECES.map((piece) => `${step}.${piece} `)).join('');

test.each(range(8))(
  'with lost, refused and late answers, each text stands once and no step runs again (%d)',
  async (seed) => {
    const { texts, states, repeated, faults } = await runDisturbed(seed);
    expect(states).toEqual(range(10).map(() => 'completed'));
    expect(texts).toEqual(range(10).map(() => WHOLE));
    expect(repeated).toEqual([]);
    expect(Math.min(...Object.values(faults))).toBeGreaterThan(0);
  },
);

/** Makes an engine that loses the answer of each of the first `count` claims that lease a task. */
function loseClaims(engine: TaskEngine, count: number): TaskEngine {
  let lost = 0;
  return {
    ...engine,
    async claim(request, limit) {
      const leases = await engine.claim(request, limit);
      if (leases.length === 0 || lost === count) return leases;
      lost += 1;
      throw new EngineStorageError('LOST', { isAway: true, mayBeStored: true });
    },
  };
}

/** Makes an engine that cannot be reached in the first `count` calls of a method. */
function refuse(name: 'get' | 'append' | 'release', count: number) {
  return (engine: TaskEngine): TaskEngine => {
    let refused = 0;
    const { [name]: call } = engine;
    return {
      ...engine,
      async [name](...values: readonly unknown[]) {
        if (refused === count) return Reflect.apply(call, engine, values) as unknown;
        refused += 1;
        throw new EngineStorageError('REFUSED', { isAway: true });
      },
    };
  };
}

test.each([
  ['whose claims lost their answers', (engine: TaskEngine) => loseClaims(engine, 10)],
  ['that could not be read', refuse('get', 10)],
  ['whose events could not be stored', refuse('append', 10)],
  [
    'that could not be given back either',
    (engine: TaskEngine) => refuse('release', 10)(refuse('get', 10)(engine)),
  ],
])('a task %s, ten in a row, has its first attempt when it runs', async (_, disturbTen) => {
  const engine = createMemoryEngine();
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    text: () => 'done',
  });
  const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const options = { logger, leaseMs: LEASE_MS, pollMs: 500 };
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  await engine.create(newTask({ scope: SCOPE, invocation }));
  const runner = createRunner(disturbTen(engine), agent, options);
  for (let ms = 0; ms < 900_000; ms += 500) {
    await vi.advanceTimersByTimeAsync(500);
    await nextTurn();
  }
  const { tasks } = await engine.listAll({ pageSize: 1 });
  expect(tasks).toEqual([expect.objectContaining({ state: 'completed', attempts: 1 })]);
  await runner.stop();
});

test('leases of a lost answer for which there is no place any more are given back', async () => {
  const engine = createMemoryEngine();
  const claims = new Claims(loseClaims(engine, 2));
  const request = { worker: 'one', ttlMs: LEASE_MS };
  for (const _ of range(3)) await engine.create(newTask({ scope: SCOPE }));
  await expect(claims.claimOn(request, 3)).rejects.toThrow(EngineStorageError);
  await expect(claims.claimOn(request, 3)).rejects.toThrow(EngineStorageError);
  expect(await claims.claimOn(request, 1)).toMatchObject([{ epoch: 1, attempt: 1 }]);
  const rest = await engine.claim(request, 10);
  expect(rest.map(({ attempt }) => attempt)).toEqual([1, 1]);
  expect(await claims.takeUp(request, 1)).toEqual([]);
});

test('while leases cannot be given back, a claim tries one of them, and all once it can', async () => {
  const engine = createMemoryEngine();
  let calls = 0;
  let isAway = true;
  const source = new KeptReleases({
    ...engine,
    async release(leases, options) {
      calls += 1;
      if (isAway) throw new EngineStorageError('REFUSED', { isAway: true });
      await engine.release(leases, options);
    },
  });
  for (const _ of range(20)) await engine.create(newTask({ scope: SCOPE }));
  const leases = await source.claim({ worker: 'one', ttlMs: LEASE_MS }, 20);
  for (const lease of leases) await expect(source.release([lease])).rejects.toThrow('REFUSED');
  calls = 0;
  expect(await source.claim({ worker: 'one', ttlMs: LEASE_MS }, 20)).toEqual([]);
  expect(calls).toBe(1);
  isAway = false;
  const again = await source.claim({ worker: 'one', ttlMs: LEASE_MS }, 20);
  expect(again.map(({ attempt }) => attempt)).toEqual(range(20).map(() => 1));
});
