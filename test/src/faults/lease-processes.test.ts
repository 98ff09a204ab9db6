import { Role } from '@a2a-js/sdk';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import type { Scope, TaskEngine } from '@formwork/runtime';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { followTests } from '../support/test-end.ts';
import { openTestPlace } from '../support/test-engine.ts';
import { readClock, readLines, runSteps, type StepLine, STEPS } from './lease-steps.ts';
import { type Child, startChild } from './start-child.ts';
import { stopUnlocked } from './stop-unlocked.ts';

// Each test mostly waits for leases to run out, and has its own place.
followTests();

const TASKS = 50;
/** The times of leases in milliseconds; a lease of 12 s is tried by hand, because it takes longer. */
const LEASES_MS = (process.env['FORMWORK_LEASES_MS'] ?? '2000').split(',').map(Number);
const FAULTS = ['frozen', 'cut off', 'without answers'] as const;

type Fault = (typeof FAULTS)[number];

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

/** A place for tasks, and the ways by which a process fails to reach it. */
interface Place {
  readonly place: string;
  /** The place as the process that fails reaches it. */
  readonly reached: string;
  readonly fail: (child: Child, fault: Fault) => Promise<unknown>;
}

async function openFile(): Promise<Place> {
  const place = join(makeCliFolder({}), 'tasks.sqlite');
  return {
    place,
    reached: place,
    fail(child, fault) {
      if (fault === 'frozen') return stopUnlocked(child, place);
      child.send(...(fault === 'cut off' ? ['cut'] : ['silence']));
      return child.next();
    },
  };
}

async function openDatabase(): Promise<Place> {
  const url = new URL(postgres.url);
  url.searchParams.set('schema', `leases_${randomUUID().slice(0, 8)}`);
  const place = url.href;
  const proxy = await startCuttingProxy(place);
  url.host = new URL(proxy.url).host;
  return {
    place,
    reached: url.href,
    async fail(child, fault) {
      if (fault === 'frozen') return stopUnlocked(child, place);
      if (fault === 'without answers') return proxy.mute(true);
      proxy.refuse(true);
      return proxy.cut();
    },
  };
}

async function createTask(engine: TaskEngine): Promise<unknown> {
  const id = randomUUID();
  return engine.create({
    id,
    scope: 'user:ada' as Scope,
    contextId: 'c',
    message: {
      messageId: id,
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
}

const CASES = LEASES_MS.flatMap((leaseMs) =>
  (['SQLite', 'PostgreSQL'] as const).flatMap((kind) =>
    FAULTS.map((fault) => ({ leaseMs, kind, fault })),
  ),
);

test.concurrent.for(CASES)(
  'a real process on $kind, $fault past leases of $leaseMs ms with 50 tasks, begins no step',
  async ({ leaseMs, kind, fault }, { expect }) => {
    const { place, reached, fail } = await (kind === 'SQLite' ? openFile() : openDatabase());
    const engine = openTestPlace(place);
    await Promise.all(Array.from({ length: TASKS }, () => createTask(engine)));
    const file = join(makeCliFolder({}), 'steps');
    writeFileSync(file, '');
    const child = await startChild('lease-child', reached, file, String(leaseMs));
    const count = (word: StepLine['kind']): number => {
      const lines = readLines(file).filter((line) => line.kind === word && line.pid === child.pid);
      return new Set(lines.map(({ taskId }) => taskId)).size;
    };
    await expect.poll(() => count('paused')).toBe(TASKS);
    await fail(child, fault);
    // The last renewal that counts was sent before.
    const deadline = readClock() + leaseMs;
    const stop = runSteps(engine, { file, leaseMs, pause: async () => {} });
    await expect.poll(async () => (await engine.countStates()).completed).toBe(TASKS);
    await stop();
    if (fault === 'frozen') child.signal('SIGCONT');
    await expect.poll(() => count('tried')).toBe(TASKS);
    // A step whose result is not answered has no end.
    if (fault !== 'without answers') await expect.poll(() => count('over')).toBe(TASKS);
    await child.kill();
    const lines = readLines(file);
    const begun = lines.filter((line) => line.kind === 'begun');
    const late = begun.filter(({ pid, at }) => pid === child.pid && at > deadline);
    expect(late).toEqual([]);
    const stored = new Map(
      lines.filter(({ kind: word }) => word === 'stored').map((line) => [toStep(line), line.at]),
    );
    expect(stored.size).toBeLessThanOrEqual(TASKS * STEPS);
    expect(begun.filter((line) => line.at > (stored.get(toStep(line)) ?? Infinity))).toEqual([]);
    // Steps were asked for after the deadline, or nothing was tried.
    const isLate = ({ kind: word, pid, at }: StepLine): boolean =>
      word === 'tried' && pid === child.pid && at > deadline;
    expect(lines.filter(isLate).length).toBeGreaterThan(0);
  },
);

/** Names a step of a task. */
const toStep = ({ taskId, step }: StepLine): string => `${taskId} ${step}`;
