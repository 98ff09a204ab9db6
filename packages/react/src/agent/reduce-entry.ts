import type { SourceEvent, SourceQuestion } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isGivenUp } from './thread-entry.ts';
import type {
  EntryState,
  FailureEvent,
  StoredEntry,
  ThreadArtifact,
  ThreadEntry,
  ThreadMessage,
  ThreadTurn,
} from './thread-entry.ts';

/**
 * An event of a task, or an action of a person, that changes the task's entry in the thread. `at`
 * is the time when it happened, in milliseconds since 1970.
 */
export type EntryAction =
  | { readonly kind: 'event'; readonly event: SourceEvent; readonly at: number }
  | { readonly kind: 'answer'; readonly answer: Json; readonly at: number }
  /** The person says that they have given or refused the consent which the task waits for. */
  | { readonly kind: 'proceed'; readonly at: number }
  /** The person tries again after a failure. */
  | { readonly kind: 'retry'; readonly at: number }
  /**
   * Another page has answered the question of the task, or the task no longer asks it. `events` are
   * those that followed.
   */
  | { readonly kind: 'moved'; readonly events: readonly SourceEvent[]; readonly at: number }
  /** The connection is lost; the next attempt is made at `retryAt`. */
  | { readonly kind: 'lost'; readonly retryAt: number }
  /** An attempt to reach the agent again begins. */
  | { readonly kind: 'trying'; readonly at: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'cancel-failed'; readonly failure: FailureEvent };

/** The maximum number of HTTP messages (sent and received) that the entry of one task keeps. */
const MAX_EXCHANGES = 2000;

/** The number of HTTP messages at the beginning that are kept: the call, and its answer. */
const FIRST_EXCHANGES = 10;

/**
 * Makes the entry of a message that is being sent.
 *
 * @example
 * ```ts
 * import { createEntry } from '@formwork/react';
 *
 * const sent = { kind: 'text', messageId: crypto.randomUUID(), text: 'Hello' } as const;
 * const entry = createEntry({ id: sent.messageId, sent, at: Date.now() });
 * ```
 */
export function createEntry(fields: {
  readonly id: string;
  readonly sent: ThreadMessage;
  readonly at: number;
}): ThreadEntry {
  const { id, sent, at } = fields;
  return {
    id,
    sent,
    sentAt: at,
    taskId: '',
    contextId: '',
    state: { kind: 'sending' },
    artifacts: [],
    turns: [],
    exchanges: [],
    heardAt: at,
    isReconnecting: false,
    isCanceling: false,
  };
}

/**
 * Makes an entry of one that was stored, such as before a reload; `at` is the current time.
 *
 * @example
 * ```ts
 * import { restoreEntry, toStoredEntry, type ThreadEntry } from '@formwork/react';
 *
 * declare const entry: ThreadEntry;
 * const again = restoreEntry(toStoredEntry(entry), Date.now());
 * ```
 */
export function restoreEntry(stored: StoredEntry, at: number): ThreadEntry {
  const { id, sent, sentAt, taskId, contextId = '', turns = [], outcome, restedAt } = stored;
  const { pending, begunAt } = stored;
  const begun = begunAt === undefined ? {} : { begunAt };
  const entry = { ...createEntry({ id, sent, at: sentAt }), ...begun, taskId, contextId, turns };
  if (outcome !== undefined) {
    const ended = { ...entry, artifacts: stored.artifacts ?? [] };
    return reduceEntry(ended, { kind: 'event', event: outcome, at: restedAt ?? sentAt });
  }
  // The message is sent again now.
  if (taskId === '') return at === sentAt ? entry : { ...entry, begunAt: at };
  const ended = restedAt === undefined ? {} : { endedAt: restedAt };
  const leftover = pending === undefined ? {} : { left: pending };
  return { ...entry, ...ended, ...leftover, heardAt: at, state: { kind: 'working', text: '' } };
}

/**
 * Applies an action to an entry and returns the next entry. Pure: the same entry and action give
 * the same result.
 *
 * @example
 * ```ts
 * import { reduceEntry, type ThreadEntry } from '@formwork/react';
 *
 * declare const entry: ThreadEntry;
 * const next = reduceEntry(entry, { kind: 'cancel' });
 * ```
 */
export function reduceEntry(entry: ThreadEntry, action: EntryAction): ThreadEntry {
  switch (action.kind) {
    case 'event':
      return applyEvent(entry, action.event, action.at);
    case 'answer': {
      if (entry.state.kind !== 'asking') return entry;
      const { answer, at } = action;
      const pending = { question: entry.state.question, answer, answeredAt: at };
      return toWorking({ ...without(entry, 'left'), pending }, at);
    }
    case 'proceed':
      return entry.state.kind === 'authorizing' ? toWorking(entry, action.at) : entry;
    case 'retry':
      if (entry.state.kind !== 'failed' && !isGivenUp(entry)) return entry;
      return entry.taskId === ''
        ? {
            ...without(entry, 'restedAt'),
            state: { kind: 'sending' },
            begunAt: action.at,
            heardAt: action.at,
          }
        : toWorking(entry, action.at);
    case 'moved':
      return toMovedEntry(entry, action.events, action.at);
    case 'lost':
      return { ...entry, isReconnecting: true, retryAt: action.retryAt };
    case 'trying': {
      const again = without(entry, 'retryAt');
      // Until the agent has the message, nothing is worked on.
      return again.state.kind === 'sending' ? { ...again, begunAt: action.at } : again;
    }
    case 'cancel': {
      const { cancelFailure: _, ...rest } = entry;
      return { ...rest, isCanceling: true };
    }
    case 'cancel-failed':
      return { ...entry, isCanceling: false, cancelFailure: action.failure };
  }
}

/** Applies an event of the agent, which came at a time in milliseconds since 1970. */
function applyEvent(entry: ThreadEntry, event: SourceEvent, at: number): ThreadEntry {
  if (event.kind === 'exchange') {
    const { exchanges: before } = entry;
    // The call itself stays, however long its task goes on.
    const earlier = before.length < MAX_EXCHANGES ? before : before.toSpliced(FIRST_EXCHANGES, 1);
    const exchanges = [...earlier, event];
    return { ...entry, exchanges };
  }
  const { pending } = entry;
  if (event.kind === 'failure' && pending !== undefined) return toRefused(entry, event, at);
  const base = accept({
    ...without(entry, 'retryAt'),
    taskId: event.taskId === '' ? entry.taskId : event.taskId,
    contextId: event.contextId === '' ? entry.contextId : event.contextId,
    heardAt: at,
    isReconnecting: false,
  });
  switch (event.kind) {
    case 'progress':
      return { ...without(base, 'restedAt'), state: toProgress(base.state, event) };
    case 'artifact':
      return { ...base, artifacts: addPiece(base.artifacts, event) };
    case 'question':
      return toAsking(base, event.question, at);
    case 'authorization': {
      const { text, url, number } = event;
      const state = {
        kind: 'authorizing',
        text,
        url,
        ...(number !== undefined && { number }),
      } as const;
      return toRemainingFields(without(base, 'left'), state, at);
    }
    case 'result':
      return toRemainingFields(without(base, 'left'), { kind: 'done', result: event }, at);
    case 'ended':
      return toRemainingFields(without(base, 'left'), { kind: 'ended', end: event }, at);
    case 'failure':
      return toRemainingFields(base, { kind: 'failed', failure: event }, at);
  }
}

/**
 * Returns the state of a task that reports progress. A stream that begins again repeats the fraction
 * without the text, so the text stays.
 */
function toProgress(
  before: EntryState,
  { text, fraction }: Extract<SourceEvent, { readonly kind: 'progress' }>,
): EntryState {
  const isRepeated = text === '' && before.kind === 'working';
  const done = fraction ?? (isRepeated ? before.fraction : undefined);
  return {
    kind: 'working',
    text: isRepeated ? before.text : text,
    ...(done !== undefined && { fraction: done }),
  };
}

/**
 * Shows a question. The agent asks the same one again if it did not accept the answer. An answer of
 * unknown fate to this question stays with it.
 */
function toAsking(base: ThreadEntry, question: SourceQuestion, at: number): ThreadEntry {
  if (isOfOthers(base.state, question)) return { ...base, state: { kind: 'asking', question } };
  const last = base.turns.at(-1);
  const isAgain = question.number !== undefined && last?.question.number === question.number;
  const turns = isAgain ? base.turns.slice(0, -1) : base.turns;
  const { left: unsureTurn } = base;
  const isUnsure = unsureTurn !== undefined && isSameQuestion(unsureTurn.question, question);
  const state = {
    kind: 'asking',
    question,
    ...(isAgain && { isAgain }),
    ...(isUnsure && { unsure: unsureTurn.answer }),
  } as const;
  const entry = isUnsure ? base : without(base, 'left');
  return toRemainingFields({ ...entry, turns }, state, at);
}

function toMovedEntry(entry: ThreadEntry, events: readonly SourceEvent[], at: number): ThreadEntry {
  const { state, turns } = entry;
  const last = events.at(-1)?.kind;
  // A task that has ended or is unknown may never have got the answer to its question.
  const isAnswered = last !== 'ended' && last !== 'failure';
  const isChanged = events.some(
    (event) => event.kind === 'question' && isOfOthers(state, event.question),
  );
  const before =
    isAnswered && state.kind === 'asking' && !isChanged
      ? { ...entry, turns: [...turns, toTurnElsewhere(state.question, events, at)] }
      : entry;
  return events.reduce((latest, event) => applyEvent(latest, event, at), before);
}

/**
 * Returns true for the question that the task asks already, if other people have to answer it: one
 * of them has taken it, or it was given to another person.
 */
function isOfOthers(state: EntryState, { number, assignment }: SourceQuestion): boolean {
  if (state.kind !== 'asking' || assignment === undefined || number === undefined) return false;
  return state.question.assignment !== undefined && state.question.number === number;
}

/** True if the task still asks a question, not another one or the same anew. */
function isSameQuestion(before: SourceQuestion, now: SourceQuestion): boolean {
  return before.number === undefined
    ? before.prompt === now.prompt
    : before.number === now.number && before.text === now.text;
}

function toTurnElsewhere(
  question: ThreadTurn['question'],
  events: readonly SourceEvent[],
  answeredAt: number,
): ThreadTurn {
  const [answeredBy] = events.flatMap(
    (event) => (event.kind === 'progress' && event.answered) || [],
  );
  const answer = { question, answer: null, isElsewhere: true, answeredAt };
  return answeredBy === undefined ? answer : { ...answer, answeredBy };
}

/**
 * Returns the entry after the agent has accepted an answer: the question and the answer join the
 * past turns.
 */
function accept(entry: ThreadEntry): ThreadEntry {
  const { pending, ...rest } = entry;
  return pending === undefined ? entry : { ...rest, turns: [...entry.turns, pending] };
}

/**
 * Returns the entry after the agent has refused an answer: it asks the question again and gives the
 * reason.
 */
function toRefused(entry: ThreadEntry, failure: FailureEvent, at: number): ThreadEntry {
  const { pending, ...rest } = entry;
  if (pending === undefined) return entry;
  const { question, answer } = pending;
  return toRemainingFields(
    { ...without(rest, 'retryAt'), heardAt: at, isReconnecting: false },
    {
      kind: 'asking',
      question,
      refusal: { answer, failure },
    },
    at,
  );
}

function toRemainingFields(entry: ThreadEntry, state: EntryState, at: number): ThreadEntry {
  const { endedAt, ...rest } = entry;
  return { ...rest, state, restedAt: endedAt ?? at, isCanceling: false };
}

function toWorking(entry: ThreadEntry, at: number): ThreadEntry {
  return { ...without(entry, 'restedAt'), state: { kind: 'working', text: '' }, heardAt: at };
}

/** Returns an entry without one of its optional members. */
function without(entry: ThreadEntry, name: 'left' | 'restedAt' | 'retryAt'): ThreadEntry {
  const { [name]: _, ...rest } = entry;
  return rest;
}

function addPiece(
  artifacts: readonly ThreadArtifact[],
  piece: Extract<SourceEvent, { readonly kind: 'artifact' }>,
): readonly ThreadArtifact[] {
  const { artifactId, name, text, data, files, append, last } = piece;
  const index = artifacts.findIndex((artifact) => artifact.artifactId === artifactId);
  const before = artifacts[index];
  const next = { artifactId, name, text, data, files, isComplete: last };
  if (before === undefined) return [...artifacts, next];
  if (!append) return artifacts.with(index, next);
  return artifacts.with(index, {
    ...next,
    name: name === '' ? before.name : name,
    // JavaScript engines join long texts only when they are read, so adding many pieces is fast.
    text: before.text + text,
    data: data.length === 0 ? before.data : [...before.data, ...data],
    files: files.length === 0 ? before.files : [...before.files, ...files],
  });
}
