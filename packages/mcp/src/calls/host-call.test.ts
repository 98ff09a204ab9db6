import { type CallEvent, DeadlineError } from '@formwork/client';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CallTarget } from '../agents/call-target.ts';
import { createHandleCipher } from '../handles/handle-cipher.ts';
import { createTaskHandles, type TaskHandle } from '../handles/task-handle.ts';
import type { BridgeServices } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import { HostCall, type HostCallParts } from './host-call.ts';
import { taskListeners } from './task-listener.ts';

const handles = createTaskHandles({
  cipher: createHandleCipher({ key: new Uint8Array(32) }),
  ttlMs: 60_000,
});

/** Makes a call of a host that follows tasks, unless `tasks` is false. */
function createCall({
  tasks = true,
  cancel = () => Promise.resolve(),
  ...parts
}: Partial<HostCallParts> & {
  readonly tasks?: boolean;
  readonly cancel?: () => Promise<unknown>;
} = {}) {
  const closing = new AbortController();
  const host = new AbortController();
  const waits = { taskAfterMs: 2000, budgetMs: 45_000, closing: closing.signal };
  const logger = { info() {}, warn() {} };
  const target = { alias: 'v', label: 'v', tool: 'v_visit', toTask: () => ({ cancel }) };
  const context = { signal: host.signal, principal: 'ada', can: { tasks }, reportProgress() {} };
  const call = new HostCall({
    services: { ...waits, logger, handles } as unknown as BridgeServices,
    callTarget: target as unknown as CallTarget,
    context: context as unknown as CallContext,
    digest: 'd',
    results: 'envelope',
    ...parts,
  });
  const open = (handle: string): TaskHandle => handles.open(handle, 'ada');
  return { call, closing, host, open };
}

test.each([
  [{}, 2000],
  [{ mayBecomeTask: false }, 45_000],
  [{ tasks: false }, 45_000],
])('a call with %j waits for %i ms', (parts, deadlineMs) => {
  expect(createCall(parts).call.toWait()).toMatchObject({ deadlineMs, waitForOthers: false });
});

test.each(['host', 'closing'] as const)('a call stops waiting at the signal of %s', (name) => {
  const created = createCall();
  const { signal } = created.call.toWait();
  expect(signal.aborted).toBe(false);
  created[name].abort();
  expect(signal.aborted).toBe(true);
});

test('a call that asks again is the same one in all else, and its handle says so', () => {
  const createdAt = 1_700_000_000_000;
  const { call, open } = createCall({ mayBecomeTask: false, createdAt });
  expect(open(call.seal('t'))).toMatchObject({ createdAt, round: 0, problem: undefined });
  const again = call.repeat({ round: 2, problem: 'too long' });
  expect(again.becomesTask).toBe(false);
  expect(open(again.seal('t'))).toMatchObject({ createdAt, round: 2, problem: 'too long' });
});

const RESULT: CallEvent<unknown> = {
  kind: 'result',
  taskId: 't',
  contextId: 'c',
  data: 1,
  text: '',
  conclusion: '',
  files: [],
};

const WORKING: CallEvent<unknown> = { kind: 'working', taskId: 't' };
const PROGRESS: CallEvent<unknown> = { kind: 'progress', taskId: 't', text: 'x', fraction: 0.5 };

/** The end of a turn of the event loop, in which the agent sends nothing more. */
const PAUSE = 'pause';

test.each<[string, readonly (CallEvent<unknown> | typeof PAUSE)[], readonly string[]]>([
  ['a task goes on', [WORKING, PAUSE, PROGRESS, PAUSE, RESULT], ['t']],
  // The client names each task by an event of its own, also one that has ended by then.
  ['a task has its result at once', [WORKING, RESULT, PAUSE], []],
])('when %s, the host gets its handle once at most', async (_, events, expected) => {
  const { call, open } = createCall();
  const taskIds: string[] = [];
  const listener = {
    get hasHandle() {
      return taskIds.length > 0;
    },
    takeHandle: (handle: string) => void taskIds.push(open(handle).taskId),
  };
  async function* send() {
    for (const event of events) {
      if (event === PAUSE) await setImmediate();
      else yield event;
    }
  }
  const outcome = await taskListeners.run(listener, () => call.follow(send()));
  await setImmediate();
  expect(outcome).toMatchObject({ kind: 'completed', taskId: 't' });
  expect(taskIds).toEqual(expected);
});

test.each([
  [true, { kind: 'working', taskId: 't' }],
  [false, { kind: 'error', fault: 'passing' }],
])(
  'an agent that has taken a cancellation (%s) is waited for no longer',
  async (canceled, outcome) => {
    const error = new DeadlineError({ taskId: 't', canceled });
    const { call } = createCall({ cancel: () => Promise.reject(error) });
    expect(await call.cancel('t')).toMatchObject(outcome);
  },
);
