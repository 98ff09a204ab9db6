import { createMemoryEngine, isTerminalState, type TaskEngine } from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from 'vitest';
import { createRandom } from '../faults/load/random.ts';
import { startServer } from '../support/start-server.ts';
import { followTests } from '../support/test-end.ts';
import { createTestPlace, openTestPlace } from '../support/test-engine.ts';
import { createA2aCaller, type Send } from './a2a-caller.ts';
import type { Caller } from './caller.ts';
import { createFaultyEngine } from './faulty-engine.ts';
import { OUTCOMES } from './outcome.ts';
import { createTableAgent, GUARD } from './table-agent.ts';
import { TABLE_CASES, type TableCase } from './table-cases.ts';

// The behaviours of the table, over engines whose calls have faults: two servers share a storage,
// and callers do what callers of A2A do, who send the same message again.
followTests();

const { FORMWORK_SEED: first = '1', FORMWORK_FAULT_SEEDS: count = '1' } = process.env;
const SEEDS = Array.from({ length: Number(count) }, (_, index) => Number(first) + index);

/** Opens the engines of two servers over one storage. */
const STORAGES: Readonly<Record<string, () => readonly [TaskEngine, TaskEngine]>> = {
  memory() {
    const engine = createMemoryEngine();
    return [engine, engine];
  },
  'a file'() {
    const place = createTestPlace();
    return [openTestPlace(place), openTestPlace(place)];
  },
};

const RUNNER = { leaseMs: 400, pollMs: 40, maxAttempts: 1_000 };

/** Answers that say that the storage is away, so that the caller has to try again. */
const AWAY = '"reason":"UNAVAILABLE"';

/** Sends requests to the servers in turn, and again while their storage is away. */
function createSender(urls: readonly string[]): Send {
  let turn = 0;
  return async (place, request) => {
    for (;;) {
      const url = place.replace('http://any', urls[(turn += 1) % urls.length] ?? '');
      const response = await fetch(url, request);
      const type = response.headers.get('content-type') ?? '';
      if (type.startsWith('text/event-stream')) return response;
      if (!(await response.clone().text()).includes(AWAY)) return response;
      // Real time: a caller waits before it tries again.
      await sleep(20);
    }
  };
}

/** Makes a caller that goes on where an answer was lost, as the errors say. */
function createPatientCaller(urls: readonly string[]): Caller {
  const caller = createA2aCaller('http://any', '1.0', createSender(urls));
  return {
    ...caller,
    async follow(errand, options = {}) {
      const { messageId = crypto.randomUUID() } = options;
      const seen: string[] = [];
      for (;;) {
        const told = await caller.follow(errand, { ...options, messageId });
        seen.push(...told.slice(0, -1));
        const outcome = told.at(-1) ?? '';
        if (!outcome.includes(AWAY) && outcome !== OUTCOMES.working) return [...seen, outcome];
      }
    },
    async cancel(task, options) {
      const outcome = await caller.cancel(task, options);
      // The cancellation may have counted although its answer was lost.
      return outcome.includes('TASK_NOT_CANCELABLE') ? caller.look(task, options) : outcome;
    },
  };
}

/**
 * Returns an outcome without what faults may change: a new attempt tells its progress again, a
 * stream that is resumed may lack some, and a task may be canceled before its handler runs.
 */
function toComparable(
  outcome: string | readonly string[],
  expected: TableCase['expected'],
): string | readonly string[] {
  if (typeof outcome === 'string' || typeof expected === 'string') return outcome;
  const isProgress = (text: string): boolean => text.startsWith('step ');
  if (!expected.some(isProgress)) return outcome.map((text) => text.replace(/^0 told$/u, '1 told'));
  const others = outcome.filter((text) => !isProgress(text) || !expected.includes(text));
  return [...expected.filter(isProgress), ...others];
}

async function countOpen(engine: TaskEngine): Promise<number> {
  const { submitted = 0, working = 0 } = await engine.countStates();
  return submitted + working;
}

/** Returns what is wrong with the stored tasks, none of which can go on. */
async function findViolations(engine: TaskEngine): Promise<readonly string[]> {
  const { tasks } = await engine.listAll({ pageSize: 100 });
  const messages = new Set<string>();
  const found: string[] = [];
  for (const { taskId, scope, state } of tasks) {
    const log = await engine.read(scope, taskId, { after: 0 });
    const ends = log.filter(({ event }) => event.kind === 'status' && isTerminalState(event.state));
    const [message] = (await engine.get(scope, taskId))?.history ?? [];
    const messageId = message?.messageId ?? '';
    if (messages.has(messageId)) found.push(`two tasks of message ${messageId}`);
    messages.add(messageId);
    if (log.some(({ seq }, index) => seq !== index + 1)) found.push(`a gap in ${taskId}`);
    if (ends.length > 1 || (ends.length === 1 && ends[0] !== log.at(-1))) {
      found.push(`${taskId} went on after its end`);
    }
    if (isTerminalState(state) !== (ends.length === 1)) found.push(`${taskId} is not ${state}`);
  }
  return found;
}

describe.each(Object.keys(STORAGES))('over %s', (kind) => {
  const cases = TABLE_CASES.flatMap((one, index) => SEEDS.map((seed) => ({ ...one, seed, index })));
  test.concurrent.for(cases)('$name (FORMWORK_SEED=$seed)', async (one, { expect: check }) => {
    const table = createTableAgent();
    const random = createRandom(one.seed * 1_000_003 + one.index * 7_919);
    const engines = STORAGES[kind]?.() ?? [];
    const options = { runner: RUNNER, ...(one.guarded === true && GUARD) };
    const servers = await Promise.all(
      engines.map((engine) =>
        startServer(table.agent, {
          ...options,
          engine: createFaultyEngine(engine, { random, share: 0.25, lateMs: 50 }),
        }),
      ),
    );
    const caller = createPatientCaller(servers.map(({ url }) => url));
    const stage = { table, ada: { token: 'ada-token' }, bob: { token: 'bob-token' } };
    const outcome = await one.run(caller, stage);
    table.release();
    check(toComparable(outcome, one.expected)).toEqual(one.expected);
    for (const engine of engines) {
      await check.poll(() => countOpen(engine)).toBe(0);
      check(await findViolations(engine)).toEqual([]);
    }
  });
});
