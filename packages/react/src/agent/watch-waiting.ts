import type { AgentSource, SourceTask, SourceEvent } from '@formwork/client';
import type { EntryState } from './thread-entry.ts';

/** First and longest pause between two looks at a task that waits, in milliseconds. */
const PAUSE = { first: 3000, longest: 30_000, factor: 1.5 };

/** Options of {@link watchWaiting}. */
export interface WatchWaitingOptions {
  readonly source: AgentSource;
  readonly task: SourceTask;
  /** The question that the task is known to wait for. */
  readonly state: EntryState;
  readonly signal: AbortSignal;
}

/**
 * Looks again and again at a task that waits for somebody, as others may answer too, until it waits
 * no more, or for something else. Gives what it said then; nothing once the signal is aborted.
 *
 * It looks rather than listens: a task may wait for days, and a browser has six connections to a
 * server, for all its tabs. Nobody looks while the page is hidden, and at once when it is shown again.
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

/** Asks for the news of the task; `undefined` if it waits as it did, or cannot be asked. */
async function look(options: WatchWaitingOptions): Promise<readonly SourceEvent[] | undefined> {
  const { source, task, state, signal } = options;
  const control = new AbortController();
  const said: SourceEvent[] = [];
  try {
    const either = AbortSignal.any([signal, control.signal]);
    for await (const event of source.watch(task, { signal: either })) {
      if (event.kind === 'exchange') continue;
      if (event.kind === 'failure' && event.reason !== 'TASK_NOT_FOUND') return undefined;
      if (isSame(event, state)) return undefined;
      said.push(event);
      if (event.kind !== 'artifact') return said;
    }
  } catch {
    // A source that throws breaks its word; the next look may tell more.
  } finally {
    control.abort();
  }
  return undefined;
}

function isSame(event: SourceEvent, state: EntryState): boolean {
  if (event.kind === 'authorization') {
    return state.kind === 'authorizing' && event.text === state.text && event.url === state.url;
  }
  if (event.kind !== 'question' || state.kind !== 'asking') return false;
  const { number, text } = event.question;
  // A question that is asked again says why.
  return number === state.question.number && text === state.question.text;
}

/** Ends after a pause in which the page was shown, and at once when it is shown again. */
function waitToLook(ms: number, signal: AbortSignal): Promise<void> {
  // Not in Node.
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
