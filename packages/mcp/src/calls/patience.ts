/** How much longer than it may wait a call waits for its task's id: this part, at most this long. */
const EXTRA_PART = 0.25;
const MAX_EXTRA_MS = 10_000;

/** How long a task is still waited for after the host has canceled, so that it can be canceled. */
const CANCEL_MS = 2000;

/** How long a call waits for its task. */
export interface Patience {
  /** For the client. */
  readonly wait: { readonly deadlineMs: number; readonly signal: AbortSignal };
  /** To be called when the task is known: only then can the wait end, and the task be found again. */
  readonly onTask: () => void;
  /** To be called when there is nothing to wait for any more. */
  readonly end: () => void;
}

/** Options of {@link createPatience}. */
export interface PatienceOptions {
  /** How long to wait for the task, in milliseconds; 0 waits until it is known. */
  readonly waitMs: number;
  /** How long to wait for its id, in milliseconds; a quarter more in fact, at most ten seconds. */
  readonly mostMs: number;
  /** Ends the wait as well: at once if the task is known, else two seconds later. */
  readonly signal: AbortSignal;
}

/**
 * A wait that ends when its time has passed and the task is known. An agent that has said nothing so
 * far is waited for longer, as nobody could find the task otherwise.
 */
export function createPatience({ waitMs, mostMs, signal }: PatienceOptions): Patience {
  const own = new AbortController();
  let isKnown = false;
  let isOver = false;
  const leave = (): void => {
    if (isKnown && isOver) own.abort();
  };
  const timer = setTimeout(() => {
    isOver = true;
    leave();
  }, waitMs);
  let last: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    isOver = true;
    leave();
    last = setTimeout(() => own.abort(), CANCEL_MS);
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  return {
    wait: {
      deadlineMs: mostMs + Math.min(MAX_EXTRA_MS, mostMs * EXTRA_PART),
      signal: own.signal,
    },
    onTask() {
      isKnown = true;
      isOver ||= waitMs === 0;
      leave();
    },
    end() {
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener('abort', cancel);
    },
  };
}
