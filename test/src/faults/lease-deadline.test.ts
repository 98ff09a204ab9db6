import { Role } from '@a2a-js/sdk';
import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { EngineStorageError, type Scope, type TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeClockedDatabase, openClockedPlace } from '../support/clocked-place.ts';
import { createGate, type Gate } from '../support/gate.ts';
import { repetitions } from '../support/repetitions.ts';

const SCOPE = 'user:ada' as Scope;
const RUNS = repetitions(56);

/** How a process fails: whether its calls are refused at once, and whether it works again later. */
const FAULTS = {
  frozen: { refuses: false, wakes: true },
  'cut off': { refuses: true, wakes: false },
  'without answers': { refuses: false, wakes: false },
} as const;

afterAll(closeClockedDatabase);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes the clock of the processes jump by what the test says; else it stands still. */
function ownClock(): (milliseconds: number) => void {
  let time = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  return (milliseconds) => {
    time += milliseconds;
  };
}

/** Options of {@link startRunner}. */
interface ProcessOptions {
  readonly leaseMs: number;
  readonly run: (task: TaskContext) => Promise<string>;
}

function startRunner(engine: TaskEngine, { leaseMs, run }: ProcessOptions): void {
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
  const runner = createRunner(engine, agent, { logger, leaseMs, pollMs: 20 });
  onTestFinished(() => runner.stop());
}

/** The calls of a process to its storage, which the test can stop. */
interface Cable {
  readonly engine: TaskEngine;
  readonly fail: () => Promise<void>;
  readonly wake: () => void;
  /** Refuses all calls that were not answered. */
  readonly end: () => void;
}

function layCable(engine: TaskEngine, fault: keyof typeof FAULTS): Cable {
  let isAway = false;
  let end = (): void => {};
  const cut = new Promise<never>((_resolve, reject) => {
    end = () => reject(new EngineStorageError('Cannot reach the storage'));
  });
  cut.catch(() => {});
  if (FAULTS[fault].refuses) end();
  onTestFinished(end);
  const calls = new Set<Promise<unknown>>();
  function through<Result>(call: () => Promise<Result>): Promise<Result> {
    if (isAway) return cut;
    const answer = call();
    calls.add(answer);
    return answer.finally(() => calls.delete(answer));
  }
  return {
    engine: {
      ...engine,
      claim: (request, limit) => through(() => engine.claim(request, limit)),
      renew: (leases, ttlMs) => through(() => engine.renew(leases, ttlMs)),
      append: (lease, events) => through(() => engine.append(lease, events)),
    },
    async fail() {
      isAway = true;
      // A renewal that is under way must not come after the test has moved the clock.
      await Promise.allSettled(calls);
    },
    wake: () => void (isAway = false),
    end,
  };
}

async function createTask(engine: TaskEngine): Promise<string> {
  const { taskId } = await engine.create({
    id: randomUUID(),
    scope: SCOPE,
    contextId: 'c',
    message: {
      messageId: randomUUID(),
      contextId: 'c',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    metadata: {},
    invocation: { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] },
  });
  return taskId;
}

const CASES = (['sqlite', 'postgres'] as const).flatMap((kind) =>
  [2_000, 12_000].flatMap((leaseMs) =>
    (Object.keys(FAULTS) as (keyof typeof FAULTS)[]).map((fault) => ({ kind, leaseMs, fault })),
  ),
);

test.each(CASES)(
  'a process on $kind that was $fault past a lease of $leaseMs ms begins no step of another',
  async ({ kind, leaseMs, fault }) => {
    const { engine, advance } = await openClockedPlace(kind);
    const advanceProcess = ownClock();
    const pass = async (milliseconds: number): Promise<void> => {
      advanceProcess(milliseconds);
      await advance(milliseconds);
    };
    const cable = layCable(engine, fault);
    const begun = new Map<string, string[]>();
    const refused: Promise<unknown>[] = [];
    const gates = new Map<string, Gate>();
    startRunner(cable.engine, {
      leaseMs,
      async run(task) {
        const gate = createGate();
        const own: string[] = [];
        begun.set(task.id, own);
        await task.step('first', () => void own.push('first'));
        gates.set(task.id, gate);
        await gate.opened;
        const second = task.step('second', () => void own.push('second of the first'));
        refused.push(second.then(String, (error: unknown) => error));
        await second;
        return 'done';
      },
    });
    const taskIds: string[] = [];
    for (let run = 0; run < RUNS; run += 1) taskIds.push(await createTask(engine));
    await expect.poll(() => gates.size).toBe(RUNS);
    await cable.fail();
    // Past its own deadline a process begins nothing, though nobody else has the lease yet.
    const early = FAULTS[fault].wakes ? 0 : RUNS / 2;
    await pass(leaseMs * 0.95);
    for (const taskId of taskIds.slice(0, early)) gates.get(taskId)?.open();
    await pass(leaseMs);
    startRunner(engine, {
      leaseMs,
      async run(task) {
        const own = begun.get(task.id) ?? [];
        await task.step('first', () => void own.push('first again'));
        await task.step('second', () => void own.push('second'));
        return 'done';
      },
    });
    const countDone = async (): Promise<unknown> => (await engine.countStates()).completed;
    await expect.poll(countDone).toBe(RUNS);
    if (FAULTS[fault].wakes) cable.wake();
    for (const taskId of taskIds.slice(early)) gates.get(taskId)?.open();
    // A call that is never answered refuses nothing until its connection ends.
    await new Promise((resolve) => setImmediate(resolve));
    cable.end();
    await expect.poll(() => refused.length).toBe(RUNS);
    expect(await Promise.all(refused)).toMatchObject(taskIds.map(() => ({ end: 'lost' })));
    expect([...begun.values()]).toEqual(taskIds.map(() => ['first', 'second']));
  },
);
