import type { SourceQuestion, SourceEvent } from '@formwork/client';
import { describe, expect, test } from 'vitest';
import { createEntry, reduceEntry, restoreEntry, type EntryAction } from './reduce-entry.ts';
import { toStoredEntry, type ThreadEntry } from './thread-entry.ts';

const message = { kind: 'input', skillId: 's', schema: 'in', data: { a: 1 } } as const;
const task = { taskId: 't', contextId: 'c' };
const question = (number: number): SourceQuestion => ({
  prompt: `Question ${number}`,
  text: '',
  number,
  refused: [],
});
const ask = (number: number): SourceEvent => ({
  kind: 'question',
  ...task,
  question: question(number),
});
const working: SourceEvent = { kind: 'progress', ...task, text: 'Digging', fraction: 0.5 };
const nothing: SourceEvent = { kind: 'progress', ...task, text: '' };
const refused = {
  kind: 'failure',
  ...task,
  code: 'INPUT_INVALID',
  reason: '',
  message: 'No.',
  problems: [],
} as const;
const result = {
  kind: 'result',
  ...task,
  schema: 'out',
  data: { b: 2 },
  text: '',
  files: [],
  problems: [],
} as const;

/** Restores an entry whose page was closed while an answer to question 1 was on its way. */
function restoreAnswering(): ThreadEntry {
  return restoreEntry(toStoredEntry(after(ask(1), answer('x'))), 100);
}

describe('an answer that was on its way when the page was closed', () => {
  const next = (entry: ThreadEntry, event: SourceEvent): ThreadEntry =>
    reduceEntry(entry, { kind: 'event', event, at: 110 });

  test('is offered if the task still asks, until it is answered', () => {
    const entry = next(next(restoreAnswering(), nothing), ask(1));
    expect(entry.state).toMatchObject({ kind: 'asking', unsure: 'x' });
    // A page that is closed once more keeps it.
    expect(toStoredEntry(entry).pending).toMatchObject({ answer: 'x' });
    const answered = reduceEntry(entry, answer('y'));
    expect(toStoredEntry(answered).pending).toMatchObject({ answer: 'y' });
    expect(toStoredEntry(next(answered, working))).not.toHaveProperty('pending');
  });

  test('is forgotten if the task asks something else or has ended', () => {
    for (const event of [ask(2), result]) {
      const entry = next(restoreAnswering(), event);
      expect(entry.state).not.toHaveProperty('unsure');
      expect(toStoredEntry(entry)).not.toHaveProperty('pending');
    }
  });
});

function piece(text: string, fields: object = {}): SourceEvent {
  const defaults = { name: '', data: [], files: [], append: true, last: false };
  return { kind: 'artifact', ...task, artifactId: 'a', text, ...defaults, ...fields };
}

function answer(value: string): EntryAction {
  return { kind: 'answer', answer: value, at: 50 };
}

/** Makes an entry and applies the steps to it, with the times 10, 20, 30 and so on. */
function after(...steps: readonly (SourceEvent | EntryAction)[]): ThreadEntry {
  let at = 0;
  let entry = createEntry({ id: 'm', sent: message, at });
  for (const step of steps) {
    at += 10;
    entry = reduceEntry(
      entry,
      'taskId' in step ? { kind: 'event', event: step, at } : toAction(step),
    );
  }
  return entry;
}

function toAction(step: SourceEvent | EntryAction): EntryAction {
  return step.kind === 'exchange' ? { kind: 'event', event: step, at: 0 } : (step as EntryAction);
}

describe('a task that goes its way', () => {
  test('begins as sending, and learns its id', () => {
    expect(after()).toMatchObject({ state: { kind: 'sending' }, taskId: '', sentAt: 0 });
    expect(after(working)).toMatchObject({
      ...task,
      state: { kind: 'working', text: 'Digging', fraction: 0.5 },
      heardAt: 10,
    });
  });

  test('keeps what it said last when it says nothing new', () => {
    expect(after(working, nothing).state).toEqual({
      kind: 'working',
      text: 'Digging',
      fraction: 0.5,
    });
    const vague: SourceEvent = { kind: 'progress', ...task, text: 'Filling' };
    expect(after(working, vague).state).toEqual({ kind: 'working', text: 'Filling' });
  });

  test('rests with its result, and when', () => {
    expect(after(working, result)).toMatchObject({ state: { kind: 'done', result }, restedAt: 20 });
  });

  test('an end and a failure are states', () => {
    const end = { kind: 'ended', ...task, state: 'rejected', text: 'No.', problems: [] } as const;
    expect(after(end)).toMatchObject({ state: { kind: 'ended', end }, restedAt: 10 });
    expect(after(refused)).toMatchObject({ state: { kind: 'failed', failure: refused } });
  });

  test('an answer without a task keeps what is known', () => {
    expect(after(working, { ...result, taskId: '', contextId: '' })).toMatchObject(task);
  });
});

describe('artifacts', () => {
  test('pieces are joined, and a new one replaces', () => {
    const entry = after(
      piece('He', { append: false, name: 'Greeting', data: [1] }),
      piece('llo', { data: [2, 3] }),
      piece('x', { artifactId: 'b', append: false }),
      piece('!', { last: true }),
    );
    expect(entry.artifacts).toMatchObject([
      { artifactId: 'a', name: 'Greeting', text: 'Hello!', data: [1, 2, 3], isComplete: true },
      { artifactId: 'b', text: 'x', isComplete: false },
    ]);
    const again = reduceEntry(entry, {
      kind: 'event',
      event: piece('Bye', { append: false }),
      at: 1,
    });
    expect(again.artifacts[0]).toMatchObject({ text: 'Bye', data: [] });
    expect(entry.artifacts[0]?.text).toBe('Hello!');
  });

  test('a piece of what is not known begins it', () => {
    expect(after(piece('lo')).artifacts).toMatchObject([{ text: 'lo' }]);
  });

  test('many pieces are one text', () => {
    const entry = after(...Array.from({ length: 20_000 }, (_, n) => piece(`${n} `)));
    expect(entry.artifacts[0]?.text).toHaveLength(108_890);
  });
});

describe('questions', () => {
  test('an answer is under way until the agent goes on, and then past', () => {
    const under = after(working, ask(1), answer('Ada'));
    expect(under).toMatchObject({
      state: { kind: 'working' },
      turns: [],
      pending: { answer: 'Ada' },
    });
    expect(under).not.toHaveProperty('restedAt');
    const over = after(working, ask(1), answer('Ada'), nothing, ask(2));
    expect(over.turns).toMatchObject([{ question: { number: 1 }, answer: 'Ada' }]);
    expect(over.state).toEqual({ kind: 'asking', question: question(2) });
    expect(over).not.toHaveProperty('pending');
  });

  test('an answer that is refused leaves the question, with the reason and what was answered', () => {
    const entry = after(ask(1), answer('x'), refused);
    expect(entry).toMatchObject({
      turns: [],
      state: {
        kind: 'asking',
        question: { number: 1 },
        refusal: { answer: 'x', failure: refused },
      },
    });
    expect(entry).not.toHaveProperty('pending');
    expect(reduceEntry(entry, answer('y')).pending?.answer).toBe('y');
  });

  test('a question that is asked again was not answered', () => {
    expect(after(ask(1), answer('x'), ask(1)).turns).toEqual([]);
    expect(after(ask(1), answer('x'), nothing, ask(1)).turns).toEqual([]);
  });

  test('an answer to nothing changes nothing', () => {
    const entry = after(working);
    expect(reduceEntry(entry, answer('x'))).toBe(entry);
    expect(reduceEntry(entry, { kind: 'proceed', at: 1 })).toBe(entry);
  });

  test('a consent is waited for, and gone on from', () => {
    const wait: SourceEvent = {
      kind: 'authorization',
      ...task,
      text: 'In?',
      url: 'https://x.example',
    };
    const entry = after(wait);
    expect(entry).toMatchObject({ state: { kind: 'authorizing', text: 'In?' }, restedAt: 10 });
    const next = reduceEntry(entry, { kind: 'proceed', at: 20 });
    expect(next.state).toEqual({ kind: 'working', text: '' });
    expect(next).not.toHaveProperty('restedAt');
  });
});

describe('what goes wrong', () => {
  test('a lost connection changes nothing else, and the next word of the agent ends it', () => {
    const lost = after(working, { kind: 'lost', retryAt: 7 });
    expect(lost).toMatchObject({
      isReconnecting: true,
      state: { kind: 'working', text: 'Digging' },
    });
    expect(reduceEntry(lost, { kind: 'event', event: nothing, at: 9 }).isReconnecting).toBe(false);
    const exchange: SourceEvent = {
      kind: 'exchange',
      direction: 'sent',
      method: 'POST',
      url: 'https://x.example',
      body: '',
    };
    expect(after(working, { kind: 'lost', retryAt: 7 }, exchange)).toMatchObject({
      isReconnecting: true,
      exchanges: [exchange],
    });
  });

  test('work is timed from the attempt by which the agent got the message', () => {
    const late = after({ kind: 'lost', retryAt: 7 }, { kind: 'trying', at: 600 }, working);
    expect(late).toMatchObject({ sentAt: 0, begunAt: 600 });
    expect(
      after(working, { kind: 'lost', retryAt: 7 }, { kind: 'trying', at: 600 }),
    ).not.toHaveProperty('begunAt');
    // Also over a reload, before it was sent and after.
    expect(restoreEntry(toStoredEntry(after()), 500).begunAt).toBe(500);
    const done = reduceEntry(late, { kind: 'event', event: result, at: 700 });
    for (const entry of [late, done]) {
      expect(restoreEntry(toStoredEntry(entry), 900)).toMatchObject({ sentAt: 0, begunAt: 600 });
    }
    const unsent = { ...refused, taskId: '', contextId: '' };
    expect(after(unsent, { kind: 'retry', at: 99 }).begunAt).toBe(99);
  });

  test('a cancel is asked for, refused, asked for again', () => {
    const asking = after(working, { kind: 'cancel' });
    expect(asking.isCanceling).toBe(true);
    const failed = reduceEntry(asking, { kind: 'cancel-failed', failure: refused });
    expect(failed).toMatchObject({ isCanceling: false, cancelFailure: refused });
    expect(reduceEntry(failed, { kind: 'cancel' })).not.toHaveProperty('cancelFailure');
    expect(after(working, { kind: 'cancel' }, result).isCanceling).toBe(false);
  });

  test('what failed is tried again: as a message, or as a task', () => {
    const retry: EntryAction = { kind: 'retry', at: 99 };
    const unsent = { ...refused, taskId: '', contextId: '' };
    expect(after(unsent, retry).state.kind).toBe('sending');
    expect(after(refused, retry)).toMatchObject({ state: { kind: 'working' }, heardAt: 99 });
    expect(after(working, retry)).toEqual(after(working));
  });
});

test('an entry can be kept and had again', () => {
  const entry = after(working, ask(1), answer('Ada'), nothing);
  const stored = toStoredEntry(entry);
  expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
  expect(restoreEntry(stored, 500)).toMatchObject({
    id: 'm',
    sent: message,
    sentAt: 0,
    ...task,
    turns: [{ answer: 'Ada' }],
    state: { kind: 'working' },
    heardAt: 500,
  });
  const done = after(working, result);
  expect(restoreEntry(toStoredEntry(done), 500)).toMatchObject({
    state: { kind: 'done', result },
    restedAt: 20,
  });
  expect(restoreEntry(toStoredEntry(after()), 500).state.kind).toBe('sending');
  // A task that ended before the page heard of it ended then, not when its outcome arrives.
  const { outcome: _, ...ended } = toStoredEntry(done);
  const again = restoreEntry(ended, 500);
  expect(again).toMatchObject({ state: { kind: 'working' } });
  expect(reduceEntry(again, { kind: 'event', event: result, at: 600 }).restedAt).toBe(20);
});

test('what came before a result is kept with it, but for files', () => {
  const file = {
    kind: 'url',
    name: 'a.txt',
    mediaType: 'text/plain',
    url: 'https://a.example/a.txt',
  } as const;
  const artifact = {
    artifactId: 'rows',
    name: 'Rows',
    text: 'Two rows',
    data: [{ n: 1 }, { n: 2 }],
  };
  const whole = { kind: 'artifact', ...task, ...artifact, append: false, last: true } as const;
  const done = after(working, { ...whole, files: [file] }, result);
  const stored = toStoredEntry(done);
  expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
  expect(restoreEntry(stored, 500).artifacts).toEqual([
    { ...artifact, files: [], isComplete: true },
  ]);
  // While the task goes on, its artifacts are not stored, because the agent sends them again.
  expect(toStoredEntry(after(working, { ...whole, files: [] })).artifacts).toBeUndefined();
});
