import type { AgentSource, SourceTask, SourceEvent } from '@formwork/client';
import type { EntryState } from './thread-entry.ts';

/**
 * The pauses between two requests for the state of a waiting task: the first and the longest in
 * milliseconds, and the factor by which each grows.
 */
const PAUSE = { first: 3000, longest: 30_000, factor: 1.5 };

/** Options of {@link watchWaiting}: the task that waits, and the agent that is asked about it. */
export interface WatchWaitingOptions {
  readonly source: AgentSource;
  readonly task: SourceTask;
  /** The question or consent that the task waited for when watching began. */
  readonly state: EntryState;
  readonly signal: AbortSignal;
}

/**
 * Asks the agent again and again about a task that waits for a person, because another page may
 * answer it. Resolves with the new events once the task no longer waits for the same thing; with
 * none once the signal is aborted.
 *
 * It looks instead of keeping a stream open: a task may wait for days, and a browser has six
 * connections to a server for all its tabs. It does not look while the page is hidden, and looks at
 * once when the page is shown again.
 */
export async function watchWaiting(options: WatchWaitingOptions): Promise<readonly SourceEvent[]> {
  const { signal } = options;
  for (let pause = PAUSE.first; ; pause = Math.min(PAUSE.longest, pause * PAUSE.factor)) {
    await waitToLook(pause, signal);
    if (signal.aborted) return [];
    const news = await look(options);
    if (signal.aborted) return [];
    if (news !== undefined) return news;
  }
}

/**
 * Asks the agent once for the events of the task; `undefined` if the task still waits for the same
 * thing, or the agent cannot be reached.
 */
async function look(options: WatchWaitingOptions): Promise<readonly SourceEvent[] | undefined> {
  const { source, task, state, signal } = options;
  const control = new AbortController();
  const events: SourceEvent[] = [];
  try {
    const either = AbortSignal.any([signal, control.signal]);
    for await (const event of source.watch(task, { signal: either })) {
      if (event.kind === 'exchange') continue;
      if (event.kind === 'failure' && event.reason !== 'TASK_NOT_FOUND') return undefined;
      if (isSame(event, state)) return undefined;
      events.push(event);
      if (event.kind !== 'artifact') return events;
    }
  } catch {
    // A source must not throw; if it does, the next request may succeed.
  } finally {
    control.abort();
  }
  return undefined;
}

function isSame(event: SourceEvent, state: EntryState): boolean {
  if (event.kind === 'authorization') {
    const { text, url, number } = event;
    return (
      state.kind === 'authorizing' &&
      text === state.text &&
      url === state.url &&
      number === state.number
    );
  }
  if (event.kind !== 'question' || state.kind !== 'asking') return false;
  const { number, text, assignment } = event.question;
  // A question that the agent repeats has another text, which says why; one that is given to others
  // may have been taken.
  return (
    number === state.question.number &&
    text === state.question.text &&
    JSON.stringify(assignment) === JSON.stringify(state.question.assignment)
  );
}

/**
 * Waits at least `ms` milliseconds and until the page is visible; ends at once when the page is
 * shown again or the signal is aborted.
 */
function waitToLook(ms: number, signal: AbortSignal): Promise<void> {
  // Node has no `document`.
  const page = globalThis.document as Document | undefined;
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      page?.removeEventListener('visibilitychange', show);
      globalThis.removeEventListener?.('focus', end);
      resolve();
    };
    const show = (): void => {
      if (page?.visibilityState !== 'hidden') end();
    };
    const timer = setTimeout(show, ms);
    signal.addEventListener('abort', end);
    page?.addEventListener('visibilitychange', show);
    globalThis.addEventListener?.('focus', end);
    if (signal.aborted) end();
  });
}
