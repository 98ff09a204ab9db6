/**
 * The extra time for which a call waits for the id of its task, as a part of its waiting time;
 * `MAX_EXTRA_MS` limits it.
 */
const EXTRA_PART = 0.25;
const MAX_EXTRA_MS = 10_000;

/**
 * The time for which a call still waits for its task after the host has canceled, in milliseconds,
 * so that the task can be canceled too.
 */
const CANCEL_MS = 2000;

/** The options of a wait for a task, for calls of the client. */
export interface CallWait {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** The model is told at once that other people have to answer, because they may take days. */
  readonly waitForOthers: false;
}

/** The wait of a call for the outcome of its task: its time limit, and the signal that ends it. */
export interface Patience {
  /** The options of the wait, for calls of the client. */
  readonly wait: CallWait;
  /**
   * To be called when the id of the task is known; before that, the wait does not end, because
   * nobody could find the task again.
   */
  readonly onTask: () => void;
  /** To be called when the call no longer waits, to clear its timers. */
  readonly end: () => void;
}

/** Options of {@link createPatience}. */
export interface PatienceOptions {
  /**
   * The time to wait for the task's outcome, in milliseconds; 0 ends the wait as soon as the task's
   * id is known.
   */
  readonly waitMs: number;
  /**
   * The longest time to wait for the task's id, in milliseconds. A quarter of it is added, at most
   * ten seconds.
   */
  readonly mostMs: number;
  /** A signal that ends the wait: at once if the task is known, else two seconds later. */
  readonly signal: AbortSignal;
}

/**
 * Makes a wait that ends when its time has passed and the id of the task is known. An agent that
 * has not answered at all gets more time, because nobody could find its task otherwise.
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
      waitForOthers: false,
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
