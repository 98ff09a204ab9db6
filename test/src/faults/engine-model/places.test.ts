import { Role } from '@a2a-js/sdk';
import { defineAgent, defineSkill } from '@formwork/core';
import type { Scope } from '@formwork/runtime';
import { createMemoryEngine, type NewTask, type TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import fc, { type Scheduler } from 'fast-check';
import { expect, test } from 'vitest';
import { readSeed } from '../../support/read-seed.ts';
import { repetitions } from '../../support/repetitions.ts';

/** The number of random schedules; nightly runs may set more. */
const RUNS = process.env['FORMWORK_MODEL_RUNS'];

const quiet = (): undefined => undefined;
const logger = { info: quiet, warn: quiet, error: quiet };

/** An entry in the record of waits and grants, in the order in which the engine decided them. */
type Note =
  | { readonly kind: 'waits'; readonly taskId: string }
  | { readonly kind: 'granted'; readonly taskId: string };

/** Wraps an engine so that each call begins and ends when the scheduler decides. */
function interleave(engine: TaskEngine, scheduler: Scheduler, notes: Note[]): TaskEngine {
  const turn = (name: string): Promise<void> => scheduler.schedule(Promise.resolve(), name);
  return {
    ...engine,
    async create(task, claim) {
      await turn('create');
      const request = claim && { worker: claim.worker, ttlMs: claim.ttlMs };
      const created = await engine.create(task, request);
      notes.push({ kind: created.lease ? 'granted' : 'waits', taskId: task.id });
      await turn('created');
      return created;
    },
    async claim(request, limit) {
      await turn('claim');
      const leases = await engine.claim(request, limit);
      for (const { taskId } of leases) notes.push({ kind: 'granted', taskId });
      await turn('claimed');
      return leases;
    },
    async append(lease, events) {
      await turn('append');
      return engine.append(lease, events);
    },
  };
}

function newTask(index: number, { skillId, scope }: Sent): NewTask {
  const id = String(index);
  return {
    id,
    scope,
    contextId: 'c',
    message: {
      messageId: id,
      contextId: 'c',
      taskId: id,
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    metadata: {},
    invocation: { kind: 'text', skillId, text: '', acceptedOutputModes: [] },
  };
}

interface Sent {
  readonly skillId: 'any' | 'few';
  readonly scope: Scope;
  /** The number of steps that the scheduler takes before the task is sent, after a first one. */
  readonly delay: number;
}

interface Burst {
  readonly scheduler: Scheduler;
  readonly concurrency: number;
  readonly sent: readonly Sent[];
}

/**
 * Runs a burst of tasks with a runner that never polls, until nothing happens any more; returns the
 * outcome.
 */
async function runBurst(memory: TaskEngine, { scheduler, concurrency, sent }: Burst) {
  const notes: Note[] = [];
  let most = 0;
  let running = 0;
  const engine = interleave(memory, scheduler, notes);
  const fields = { name: 'Skill', description: 'Tests.', tags: [] };
  async function text(): Promise<string> {
    running += 1;
    most = Math.max(most, running);
    await scheduler.schedule(Promise.resolve(), 'run');
    running -= 1;
    return 'done';
  }
  const agent = defineAgent({
    name: 'Agent',
    version: '1',
    skills: [
      defineSkill({ ...fields, id: 'any', text }),
      defineSkill({ ...fields, id: 'few', concurrency: 1, text }),
    ],
  });
  const runner = createRunner(engine, agent, { logger, concurrency, pollMs: 2_147_483_647 });
  const makings = sent.map(async (each, index) => {
    // Spread out, so that some tasks come while runs are free and others have to wait.
    for (let turns = 0; turns <= each.delay; turns += 1) {
      await scheduler.schedule(Promise.resolve(), 'send');
    }
    await runner.admit(each.skillId, async (place) => {
      const { taskId, lease } = await engine.create(newTask(index, each), place?.claim);
      if (lease !== undefined) void place?.run(lease);
      return { taskId };
    });
  });
  await settle(scheduler);
  await Promise.all(makings);
  const states = await Promise.all(
    sent.map(async ({ scope }, index) => (await memory.get(scope, String(index)))?.state),
  );
  await runner.stop();
  return { notes, most, states };
}

/**
 * The number of turns of the event loop without a step after which nothing more happens: a commit
 * takes up to three, and several may follow each other.
 */
const QUIET_TURNS = 16;

/** Lets the scheduler run one step at a time until no step is left. */
async function settle(scheduler: Scheduler): Promise<void> {
  for (let idle = 0; idle < QUIET_TURNS; idle += 1) {
    while (scheduler.count() > 0) {
      await scheduler.waitOne();
      idle = 0;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * Counts, for each task that waited, the tasks that were granted before it although they came
 * later.
 */
function countOvertakers(
  notes: readonly Note[],
  isSame: (a: string, b: string) => boolean,
): number[] {
  return notes.flatMap((note, start) => {
    if (note.kind !== 'waits') return [];
    const { taskId } = note;
    const end = notes.findIndex((other) => other.kind === 'granted' && other.taskId === taskId);
    const before = new Set(notes.slice(0, start).map((other) => other.taskId));
    const overtakers = notes
      .slice(start, end)
      .filter((other) => other.kind === 'granted' && !before.has(other.taskId));
    return [overtakers.filter((other) => isSame(other.taskId, taskId)).length];
  });
}

const bursts = fc.record({
  scheduler: fc.scheduler(),
  concurrency: fc.integer({ min: 1, max: 2 }),
  sent: fc.array(
    fc.record({
      skillId: fc.constantFrom('any', 'any', 'any', 'few'),
      scope: fc.constantFrom(...(['a', 'a', 'a', 'b'] as Scope[])),
      delay: fc.nat({ max: 30 }),
    }),
    { minLength: 1, maxLength: 24, size: 'max' },
  ) as fc.Arbitrary<readonly Sent[]>,
});

test.each([
  // A place that came free during a claim was lost in one of 3,000.
  { name: 'memory', numRuns: Number(RUNS ?? repetitions(1_600)), open: () => createMemoryEngine() },
  {
    name: 'SQLite',
    numRuns: Number(RUNS ?? repetitions(400)),
    open: () => createSqliteEngine({ file: ':memory:' }),
  },
])(
  'no task waits beside a free place, however calls interleave, over $numRuns bursts on the $name engine',
  async ({ numRuns, open }) => {
    const seed = readSeed();
    const outcome = await fc.check(
      fc.asyncProperty(bursts, async (burst) => {
        const engine = open();
        try {
          const { notes, most, states } = await runBurst(engine, burst);
          expect(states).toEqual(burst.sent.map(() => 'completed'));
          expect(most).toBeLessThanOrEqual(burst.concurrency);
          const skillOf = (taskId: string) => burst.sent[Number(taskId)];
          const overtakers = countOvertakers(notes, (a, b) => {
            const [one, two] = [skillOf(a), skillOf(b)];
            return one?.skillId === two?.skillId && one?.scope === two?.scope;
          });
          expect(Math.max(0, ...overtakers)).toBeLessThanOrEqual(burst.concurrency);
        } finally {
          await engine.close();
        }
      }),
      { seed, numRuns },
    );
    if (outcome.failed) {
      throw new Error(fc.defaultReportMessage(outcome), { cause: outcome.errorInstance });
    }
  },
);
