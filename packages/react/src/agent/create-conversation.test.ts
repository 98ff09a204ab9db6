import type { AgentSource, SourceMessage, SourceEvent } from '@formwork/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConversation } from './create-conversation.ts';
import type { ThreadEntry } from './thread-entry.ts';

const hello = { kind: 'text', text: 'Hi' } as const;
const task = { taskId: 't', contextId: 'c' };
const working: SourceEvent = { kind: 'progress', ...task, text: 'Digging' };
const lost = (hasTask: boolean): SourceEvent => ({
  kind: 'failure',
  taskId: hasTask ? 't' : '',
  contextId: '',
  code: 'REQUEST_FAILED',
  reason: hasTask ? 'BUSY' : 'NETWORK',
  message: 'Gone.',
  problems: [],
});
const result: SourceEvent = {
  kind: 'result',
  ...task,
  schema: '',
  text: 'Yes',
  files: [],
  problems: [],
};
const questionEvent: SourceEvent = {
  kind: 'question',
  ...task,
  question: { prompt: 'Name?', text: 'Name?', number: 1, refused: [] },
};
const canceled: SourceEvent = { kind: 'ended', ...task, state: 'canceled', text: '', problems: [] };

/** A call that the conversation has made of its source; the calls are listed in order. */
type Call =
  | { readonly kind: 'send'; readonly message: SourceMessage }
  | { readonly kind: 'watch' | 'cancel' | 'aborted'; readonly taskId: string };

type Script = readonly (SourceEvent | 'wait')[];

/**
 * Makes a source that answers each call with the next script; a script with `wait` never ends by
 * itself.
 */
function createSource(...scripts: readonly Script[]) {
  const queue = [...scripts];
  const calls: Call[] = [];
  async function* play(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SourceEvent, void, undefined> {
    for (const step of queue.shift() ?? []) {
      if (step !== 'wait') {
        yield step;
        continue;
      }
      await new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve());
      });
      calls.push({ kind: 'aborted', taskId: 't' });
    }
  }
  const description = { name: 'Scripted', skills: [] };
  const source: AgentSource = {
    describe: () => Promise.resolve(description as never),
    send(message, options) {
      calls.push({ kind: 'send', message });
      return play(options?.signal);
    },
    watch({ taskId }, options) {
      calls.push({ kind: 'watch', taskId });
      return play(options?.signal);
    },
    cancel({ taskId }, options) {
      calls.push({ kind: 'cancel', taskId });
      return play(options?.signal);
    },
  };
  return { source, calls };
}

function open(...scripts: readonly Script[]) {
  const { source, calls } = createSource(...scripts);
  const rested: ThreadEntry[] = [];
  const conversation = createConversation(source, { onRest: (entry) => rested.push(entry) });
  conversation.open();
  const only = (): ThreadEntry => {
    const [entry] = conversation.state().thread;
    if (entry === undefined) throw new Error('No entry');
    return entry;
  };
  return { conversation, calls, rested, only, kind: () => only().state.kind };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const soon = () => vi.advanceTimersByTimeAsync(0);

test('describes the agent, sends, and tells when the task rests', async () => {
  const { conversation, calls, rested, only } = open([working, result]);
  expect(conversation.state()).toMatchObject({ loading: true, thread: [] });
  let notices = 0;
  const leave = conversation.subscribe(() => (notices += 1));
  const id = conversation.send(hello);
  expect(only()).toMatchObject({ id, sent: hello, state: { kind: 'sending' } });
  await soon();
  expect(conversation.state()).toMatchObject({ loading: false, description: { name: 'Scripted' } });
  expect(only()).toMatchObject({ taskId: 't', state: { kind: 'done', result } });
  expect(rested.map(({ state }) => state.kind)).toEqual(['done']);
  expect(calls).toEqual([{ kind: 'send', message: { ...hello, messageId: id } }]);
  expect(notices).toBeGreaterThan(2);
  leave();
});

test('goes on in the conversation that the agent named', async () => {
  const { conversation, calls } = open([result], [result]);
  conversation.send(hello);
  await soon();
  conversation.send(hello);
  await soon();
  expect(calls[1]).toMatchObject({ message: { contextId: 'c' } });
});

test('a message whose fate is unknown is sent again with its id, with longer and longer pauses', async () => {
  const { conversation, calls, only } = open([lost(false)], [lost(false)], [working, result]);
  const id = conversation.send(hello);
  await soon();
  expect(only()).toMatchObject({ isReconnecting: true, state: { kind: 'sending' } });
  await vi.advanceTimersByTimeAsync(999);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(only()).toMatchObject({ isReconnecting: false, state: { kind: 'done' } });
  expect(calls).toEqual(Array.from({ length: 3 }, () => calls[0]));
  expect(calls[0]).toMatchObject({ message: { messageId: id } });
});

test('a person sees when the next attempt begins, and need not wait for it', async () => {
  const { conversation, calls, kind, only } = open([lost(false)], [lost(false)], [working, result]);
  const id = conversation.send(hello);
  await soon();
  expect(only()).toMatchObject({ isReconnecting: true, retryAt: Date.now() + 1000 });
  conversation.tryNow(id);
  await soon();
  expect(calls).toHaveLength(2);
  expect(only().retryAt).toBe(Date.now() + 2000);
  conversation.tryNow(id);
  await soon();
  expect([kind(), only().retryAt]).toEqual(['done', undefined]);
  expect(calls).toEqual(Array.from({ length: 3 }, () => calls[0]));
});

test('a message that was stored without a task is sent again under its id', async () => {
  const { conversation, calls, kind } = open([working, result]);
  conversation.resume({ id: 'm', taskId: '', sent: hello, sentAt: 1 });
  await soon();
  expect([kind(), calls]).toMatchObject(['done', [{ message: { messageId: 'm' } }]]);
});

test('a task that is known is watched again when its connection is lost', async () => {
  const { conversation, calls, kind, only } = open([working, lost(true)], [lost(true)], [result]);
  conversation.send(hello);
  await soon();
  expect(only()).toMatchObject({
    isReconnecting: true,
    state: { kind: 'working', text: 'Digging' },
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls.map((call) => call.kind)).toEqual(['send', 'watch', 'watch']);
  expect(kind()).toBe('done');
});

test('the browser that is online again ends the pause', async () => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  try {
    const { conversation, kind } = open([working, lost(true)], [result]);
    conversation.send(hello);
    await soon();
    target.dispatchEvent(new Event('online'));
    await soon();
    expect(kind()).toBe('done');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('an answer names its question, and is sent again as it was if it was lost', async () => {
  const { conversation, calls, kind, only } = open(
    [questionEvent],
    [lost(true)],
    [working, lost(true)],
    [result],
  );
  conversation.send(hello);
  await soon();
  conversation.answer('t', 'Ada');
  expect(kind()).toBe('working');
  await vi.advanceTimersByTimeAsync(3000);
  expect(calls.map((call) => call.kind)).toEqual(['send', 'send', 'send', 'watch']);
  expect(calls[1]).toMatchObject({
    message: { kind: 'answer', taskId: 't', answer: 'Ada', question: 1 },
  });
  expect(calls[2]).toEqual(calls[1]);
  expect(only()).toMatchObject({ state: { kind: 'done' }, turns: [{ answer: 'Ada' }] });
});

test('a task is stopped by its agent, a message that was not heard of by nobody', async () => {
  const { conversation, calls, only } = open([working, 'wait'], [canceled]);
  const id = conversation.send(hello);
  await soon();
  conversation.cancel(id);
  expect(only().isCanceling).toBe(true);
  await soon();
  expect(only()).toMatchObject({ isCanceling: false, state: { kind: 'ended', end: canceled } });
  expect(calls.map((call) => call.kind)).toEqual(['send', 'cancel', 'aborted']);

  const early = open(['wait']);
  early.conversation.cancel(early.conversation.send(hello));
  expect(early.only().state).toMatchObject({ kind: 'ended', end: { state: 'canceled' } });
  early.conversation.retry(early.only().id);
  expect(early.calls[1]).toEqual(early.calls[0]);
});

test('an agent that does not stop says why, and the task goes on', async () => {
  const { conversation, only } = open([working, 'wait'], [lost(true)]);
  const id = conversation.send(hello);
  await soon();
  conversation.cancel(id);
  await soon();
  const cancelFailure = { reason: 'BUSY' };
  expect(only()).toMatchObject({ state: { kind: 'working' }, cancelFailure });
});

test('what was kept is taken up again: watched, sent, or shown', async () => {
  const { conversation, calls } = open([result], [working, 'wait']);
  const stored = { id: 'm', taskId: 't', sent: hello, sentAt: 5 };
  conversation.resume(stored);
  conversation.resume(stored);
  conversation.resume({ id: 'n', taskId: '', sent: hello, sentAt: 3 });
  conversation.resume({ id: 'o', taskId: 'u', sent: hello, sentAt: 4, outcome: canceled });
  await soon();
  expect(conversation.state().thread.map(({ id, state }) => [id, state.kind])).toEqual([
    ['n', 'working'],
    ['o', 'ended'],
    ['m', 'done'],
  ]);
  expect(calls).toMatchObject([
    { kind: 'watch', taskId: 't' },
    { kind: 'send', message: { messageId: 'n' } },
  ]);
});

test('closing ends the requests and not the task; opening takes it up', async () => {
  const { conversation, calls, kind } = open([working, 'wait'], [result]);
  conversation.send(hello);
  await soon();
  conversation.close();
  await soon();
  conversation.open();
  await soon();
  expect(calls.map((call) => call.kind)).toEqual(['send', 'aborted', 'watch']);
  expect(kind()).toBe('done');
});

test('what failed is done again when asked to, and goes when asked to', async () => {
  const refused: SourceEvent = { ...lost(false), reason: 'REFUSED' } as never;
  const { conversation, calls, kind } = open([refused], [result]);
  const id = conversation.send(hello);
  await soon();
  expect(kind()).toBe('failed');
  conversation.retry(id);
  await soon();
  expect(kind()).toBe('done');
  expect(calls[1]).toEqual(calls[0]);
  conversation.remove(id);
  expect(conversation.state().thread).toEqual([]);
});

test('a source that breaks its word is a failure, and so is an agent that is not there', async () => {
  const { source } = createSource();
  const broken: AgentSource = {
    ...source,
    describe: () => Promise.reject(new Error('No agent here.')),
    // oxlint-disable-next-line require-yield -- it throws before
    async *send() {
      await Promise.resolve();
      throw new Error('Broken.');
    },
  };
  const conversation = createConversation(broken);
  conversation.open();
  conversation.send(hello);
  await soon();
  expect(conversation.state()).toMatchObject({
    loading: false,
    error: { message: 'No agent here.' },
    thread: [{ state: { kind: 'failed', failure: { code: 'UNEXPECTED', message: 'Broken.' } } }],
  });
});

test('a question that was answered elsewhere is one no more, and the task is followed again', async () => {
  const { conversation, calls, rested, only } = open(
    [questionEvent],
    [questionEvent],
    [lost(true)],
    [working, 'wait'],
    [working, result],
  );
  conversation.send(hello);
  await soon();
  await vi.advanceTimersByTimeAsync(3000);
  // The task still waits for an answer, so its events are not sent again.
  expect(only().state.kind).toBe('asking');
  expect(rested).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await soon();
  expect(calls.map((call) => call.kind)).toEqual(['send', 'watch', 'watch', 'watch', 'watch']);
  expect(only()).toMatchObject({
    state: { kind: 'done' },
    turns: [{ question: { number: 1 }, answer: null, isElsewhere: true }],
  });
});

test('a question for other people is the same when one of them takes it, and goes on by itself', async () => {
  const askOthers = (claimedBy: string | undefined): SourceEvent => {
    const details = { fourEyes: false, askedAt: undefined, dueAt: undefined, isOverdue: false };
    const assignment = { to: ['role:boss'], about: undefined, claimedBy, ...details };
    return { ...questionEvent, question: { ...questionEvent.question, assignment } };
  };
  const { conversation, rested, only } = open(
    [askOthers(undefined)],
    [askOthers(undefined)],
    [askOthers('kim')],
    [{ ...working, answered: { id: 'kim' } }, 'wait'],
    [working, result],
  );
  conversation.send(hello);
  await soon();
  await vi.advanceTimersByTimeAsync(9000);
  expect(only()).toMatchObject({
    state: { kind: 'asking', question: { assignment: { claimedBy: 'kim' } } },
    turns: [],
  });
  expect(only().state).not.toHaveProperty('isAgain');
  expect(rested).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await soon();
  expect(only()).toMatchObject({
    state: { kind: 'done' },
    turns: [{ question: { number: 1 }, isElsewhere: true, answeredBy: { id: 'kim' } }],
  });
});

test('a question of a task that was canceled elsewhere was not answered', async () => {
  const { conversation, only } = open([questionEvent], [canceled]);
  conversation.send(hello);
  await soon();
  await vi.advanceTimersByTimeAsync(3000);
  expect(only()).toMatchObject({ state: { kind: 'ended', end: canceled }, turns: [] });
});

test('nobody looks at a task that is answered here, or in a conversation that is closed', async () => {
  const { conversation, calls, only } = open([questionEvent], [working, 'wait']);
  conversation.send(hello);
  await soon();
  conversation.answer('t', 'Ada');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.map((call) => call.kind)).toEqual(['send', 'send']);
  expect(only().state.kind).toBe('working');
  const otherTab = open([questionEvent]);
  otherTab.conversation.send(hello);
  await soon();
  otherTab.conversation.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(otherTab.calls).toHaveLength(1);
});

test('a page that is hidden looks when it is shown again', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  try {
    const { conversation, calls, kind } = open([questionEvent], [result]);
    conversation.send(hello);
    await soon();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    await soon();
    expect(kind()).toBe('done');
  } finally {
    vi.unstubAllGlobals();
  }
});
