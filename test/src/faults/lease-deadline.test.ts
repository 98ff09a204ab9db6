import { defineAgent, defineSkill, type TaskContext } from '@formwork/core';
import { EngineStorageError, type Scope, type TaskEngine } from '@formwork/runtime';
import { createRunner } from '@formwork/runtime/internal';
import { Role } from '@a2a-js/sdk';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openTaskEngine } from '../support/test-engine.ts';

const LEASE_MS = 500;
const SCOPE = 'user:ada' as Scope;

/** How a process fails: whether its calls are refused at once, and whether it works again later. */
const FAULTS = {
  frozen: { refuses: false, wakes: true },
  'cut off': { refuses: true, wakes: false },
  'without answers': { refuses: false, wakes: false },
} as const;

/** A process that has begun a task, and stands between two steps of it. */
interface Process {
  readonly fail: () => void;
  readonly wake: () => void;
  /** Lets the handler go on to its second step, and resolves when it has been refused. */
  readonly goOn: () => Promise<unknown>;
}

function startRunner(engine: TaskEngine, run: (task: TaskContext) => Promise<string>): void {
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
  const runner = createRunner(engine, agent, { logger, leaseMs: LEASE_MS, pollMs: 50 });
  onTestFinished(() => runner.stop());
}

/** Starts the first process; its steps are noted in `begun`. */
function startProcess(
  engine: TaskEngine,
  { fault, begun }: { readonly fault: keyof typeof FAULTS; readonly begun: string[] },
): Process {
  let isAway = false;
  let open = (): void => {};
  let refuse = (_error: unknown): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const refused = new Promise<unknown>((resolve) => (refuse = resolve));
  let end = (): void => {};
  const cut = new Promise<never>((_resolve, reject) => {
    end = () => reject(new EngineStorageError('Cannot reach the storage'));
  });
  cut.catch(() => {});
  if (FAULTS[fault].refuses) end();
  const through = <Result>(call: () => Promise<Result>): Promise<Result> => (isAway ? cut : call());
  const reached: TaskEngine = {
    ...engine,
    claim: (request, limit) => through(() => engine.claim(request, limit)),
    renew: (leases, ttlMs) => through(() => engine.renew(leases, ttlMs)),
    append: (lease, events) => through(() => engine.append(lease, events)),
  };
  startRunner(reached, async (task) => {
    await task.step('first', () => void begun.push('first'));
    await gate;
    await task.step('second', () => void begun.push('second of the first')).catch(refuse);
    return 'done';
  });
  onTestFinished(end);
  return {
    fail: () => void (isAway = true),
    wake: () => void (isAway = false),
    async goOn() {
      open();
      return refused;
    },
  };
}

test.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])(
  'a process that was %s begins no step that another one has finished',
  async (fault) => {
    const engine = openTaskEngine();
    const begun: string[] = [];
    const first = startProcess(engine, { fault, begun });
    const taskId = randomUUID();
    await engine.create({
      id: taskId,
      scope: SCOPE,
      contextId: 'c',
      message: {
        messageId: 'm',
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
    await expect.poll(() => begun).toEqual(['first']);
    first.fail();
    // The second process takes the task once the lease of the first one has run out.
    startRunner(engine, async (task) => {
      await task.step('first', () => void begun.push('first again'));
      await task.step('second', () => void begun.push('second'));
      return 'done';
    });
    const readState = async (): Promise<unknown> => (await engine.get(SCOPE, taskId))?.state;
    await expect.poll(readState).toBe('completed');
    if (FAULTS[fault].wakes) first.wake();
    const refused = first.goOn();
    // A call that is never answered refuses nothing; a task begun later would come after the step.
    if (fault !== 'without answers') expect(await refused).toMatchObject({ end: 'lost' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(['first', 'second']);
  },
);
