import type { AgentSource, SourceEvent } from '@formwork/client';
import { expect, test } from 'vitest';
import { createThreadStore, findEarlierCall, type ThreadStore } from './thread-store.ts';

const IDS = { taskId: 't1', contextId: 'c1' };
const PROGRESS: SourceEvent = { kind: 'progress', ...IDS, text: 'Thinking' };
const RESULT: SourceEvent = {
  kind: 'result',
  ...IDS,
  schema: 'out',
  data: { b: 2 },
  text: '',
  files: [],
  problems: [],
};
const SENT = { kind: 'input', skillId: 's', schema: 'in', data: { a: 1 } } as const;

interface Played {
  readonly threads: ThreadStore;
  readonly calls: unknown[];
  readonly changes: string[];
}

/** Makes a store whose agent answers each call with the events of the next list. */
function play(streams: readonly (readonly SourceEvent[])[]): Played {
  const calls: unknown[] = [];
  const changes: string[] = [];
  const queue = [...streams];
  async function* next(call: unknown): AsyncGenerator<SourceEvent> {
    calls.push(call);
    yield* queue.shift() ?? [];
  }
  const source: AgentSource = {
    describe: () => Promise.reject(new Error('not asked')),
    send: (message) => next(message),
    watch: (task) => next({ watch: task }),
    cancel: (task) => next({ cancel: task }),
  };
  const onChange = ({ state }: { readonly state: { readonly kind: string } }): void => {
    changes.push(state.kind);
  };
  return { threads: createThreadStore({ source, onChange }), calls, changes };
}

test('what is begun is told when it changes in a way worth keeping', async () => {
  const { threads, changes } = play([[PROGRESS, PROGRESS, RESULT]]);
  const id = threads.begin(SENT, '');
  await expect.poll(() => threads.read().get(id)?.state.kind).toBe('done');
  expect(changes).toEqual(['sending', 'working', 'done']);
});

test('each form begins a conversation, and text goes on in the one that it is written in', async () => {
  const { threads, calls } = play([[RESULT], [RESULT], [RESULT]]);
  const first = threads.begin(SENT, '');
  await expect.poll(() => threads.read().get(first)?.contextId).toBe('c1');
  threads.begin(SENT, '');
  threads.begin({ kind: 'text', text: 'And now?' }, 'c1');
  await expect.poll(() => calls).toHaveLength(3);
  expect(calls.map((call) => Object(call).contextId)).toEqual([undefined, undefined, 'c1']);
});

test('what was begun before is watched, and what has ended is shown without a word', async () => {
  const { threads, calls, changes } = play([[RESULT]]);
  const stored = { id: 'm0', taskId: 't0', sent: SENT, sentAt: 1 };
  threads.open({ ...stored, outcome: RESULT });
  expect(threads.read().get('m0')?.state.kind).toBe('done');
  expect(calls).toEqual([]);
  expect(changes).toEqual([]);
  threads.open({ ...stored, id: 'm1', taskId: 't1' });
  await expect.poll(() => threads.read().get('m1')?.state.kind).toBe('done');
  expect(calls).toEqual([{ watch: { taskId: 't1', skillId: 's' } }]);
});

test('a quiet call gives what came of it, and an abort asks the agent to stop', async () => {
  const ended: SourceEvent = { kind: 'ended', ...IDS, state: 'canceled', text: '', problems: [] };
  const { threads, calls } = play([[RESULT], [PROGRESS], [ended]]);
  const { signal } = new AbortController();
  expect((await threads.call(SENT, { signal })).state.kind).toBe('done');
  expect(threads.read().size).toBe(0);
  const control = new AbortController();
  const call = threads.call(SENT, { signal: control.signal });
  await expect.poll(() => calls).toHaveLength(2);
  // The store follows the call by the next turn.
  await new Promise((resolve) => setTimeout(resolve));
  control.abort();
  expect((await call).state).toMatchObject({ kind: 'ended', end: { state: 'canceled' } });
});

test('a call that was canceled before the agent answered keeps its id, also without a network', async () => {
  const { threads, calls } = play([[], [RESULT], [RESULT], [RESULT]]);
  const control = new AbortController();
  const call = threads.call(SENT, { signal: control.signal });
  await expect.poll(() => calls).toHaveLength(1);
  control.abort();
  const before = await call;
  expect(before).toMatchObject({ taskId: '', state: { end: { state: 'canceled' } } });
  const { signal } = new AbortController();
  const earlierCall = { id: before.id, taskId: '' };
  expect(findEarlierCall(before, SENT)).toEqual(earlierCall);
  const named: string[] = [];
  const again = await threads.call(SENT, {
    signal,
    earlierCall,
    onTask: (id) => named.push(id),
  });
  expect(again).toMatchObject({ id: before.id, state: { kind: 'done' } });
  expect(named).toEqual(['t1']);
  // Another message, and one that the agent has done, are new ones.
  expect(findEarlierCall(before, { ...SENT, data: { a: 2 } })).toBeUndefined();
  expect(findEarlierCall({ ...again, taskId: '' }, SENT)).toBeUndefined();
  // A task that may go on is followed, unless the agent does not know it.
  const broken = (reason: string) => {
    const failure = {
      kind: 'failure',
      ...IDS,
      code: '',
      reason,
      message: '',
      problems: [],
    } as const;
    return { ...again, state: { kind: 'failed', failure } } as const;
  };
  expect(findEarlierCall(broken('UNAUTHENTICATED'), SENT)).toEqual({ id: before.id, taskId: 't1' });
  expect(findEarlierCall(broken('TASK_NOT_FOUND'), SENT)).toBeUndefined();
  await threads.call(SENT, { signal, earlierCall: { id: before.id, taskId: 't1' } });
  expect(calls.map((message) => Object(message).messageId)).toEqual([
    before.id,
    before.id,
    undefined,
  ]);
  expect(calls.at(-1)).toEqual({ watch: { taskId: 't1', skillId: 's' } });
});

test('a call that is canceled before it begins sends nothing', async () => {
  const { threads, calls } = play([[RESULT]]);
  const entry = await threads.call(SENT, { signal: AbortSignal.abort() });
  expect(entry.state).toMatchObject({ kind: 'ended', end: { state: 'canceled' } });
  expect(calls).toEqual([]);
});
