import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLeaseEnd, isProgress } from '../engine/requests.ts';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { EngineStorageError, LeaseLostError } from '../errors.ts';

/** Writes the events of one run in the order in which the run gives them. */
export interface TaskWriter {
  /**
   * Stores events after all earlier ones of this run, and resolves once they are stored.
   *
   * @throws LeaseLostError if another run holds the task, or the task has ended
   */
  write(events: readonly NewTaskEvent[]): Promise<void>;
  /**
   * Accepts an event, which is stored within a few milliseconds, after all earlier ones. Resolves
   * at once, unless too many events wait; then once there is space for more. If the event cannot be
   * stored, no later one is stored either.
   */
  take(event: NewTaskEvent): Promise<void>;
  /** Returns true once the result of a step is stored. */
  hasGotOn(): boolean;
}

/** Options of {@link createTaskWriter}. */
export interface TaskWriterOptions {
  readonly lease: Lease;
  /** Called with the error of every failed write, even if the caller of that write gets it, too. */
  readonly onFailure: (error: unknown) => void;
}

/** Events of one call that wait for the next append to the task's log. */
interface Waiting {
  readonly events: readonly NewTaskEvent[];
  /** The functions that settle the promise of `write`; absent for an event that `take` accepted. */
  readonly caller?: {
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  };
}

/** The largest number of events in one append, so that it does not delay other tasks. */
const MAX_GATHERED = 64;
/**
 * The number of written events in the array of waiting ones at which the array is copied without
 * them.
 */
const MAX_GONE = 4_096;
/** The number of appends after which the event loop may handle other callbacks. */
const APPENDS_PER_TURN = 32;
/** The shortest time between two writes of short pieces of streamed text, in milliseconds. */
const INTERVAL_MS = 5;

/**
 * Makes the writer of one run. Its first event, "working", waits until another event follows or the
 * handler lets the event loop run: so a handler that ends at once costs one append, and a slow one
 * is shown as working at once.
 *
 * Events that come during an append go together into the next one, so that a handler that streams
 * does not wait for the disk, and the disk gets few writes.
 */
export function createTaskWriter(
  engine: TaskEngine,
  { lease, onFailure }: TaskWriterOptions,
): TaskWriter {
  let first: NewTaskEvent | undefined = { kind: 'status', state: 'working' };
  let waiting: Waiting[] = [];
  /** The number of entries at the start of `waiting` that are already being written. */
  let gone = 0;
  /** The number of waiting entries whose callers await the write. */
  let callers = 0;
  let appends = 0;
  let isBusy = false;
  let hasGotOn = false;
  let lastAppend = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  /** The functions that resume the callers of `take` that wait until fewer events are waiting. */
  let crowd: (() => void)[] = [];
  let failure: { readonly error: unknown } | undefined;

  /** Starts the next append, at once or when `INTERVAL_MS` have passed since the last one. */
  function goOn(): void {
    const count = waiting.length - gone;
    if (isBusy || count === 0) return;
    const isUrgent = count >= MAX_GATHERED || callers > 0;
    const wait = isUrgent ? 0 : lastAppend + INTERVAL_MS - performance.now();
    if (wait > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        goOn();
      }, wait);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    isBusy = true;
    void appendTogether(takeWaiting());
  }

  async function appendTogether(members: readonly Waiting[]): Promise<void> {
    const [only] = members;
    lastAppend = performance.now();
    try {
      if (failure !== undefined) throw failure.error;
      await engine.append(
        lease,
        members.length === 1 && only !== undefined
          ? only.events
          : members.flatMap(({ events }) => events),
      );
      appends += 1;
      hasGotOn ||= members.some(({ events }) => events.some(isProgress));
      // An engine in memory never waits, so without this pause timers and other callers could not
      // run.
      if (appends % APPENDS_PER_TURN === 0) await nextTurn();
      for (const { caller } of members) caller?.resolve();
    } catch (error) {
      if (members.length > 1 && failure === undefined && isRefusal(error)) {
        await appendApart(members);
      } else {
        fail(members, error);
      }
    } finally {
      isBusy = false;
      const relieved = crowd;
      crowd = [];
      for (const resolve of relieved) resolve();
      goOn();
    }
  }

  /**
   * Appends events one by one, because the append of all of them failed. The valid ones are stored,
   * unless they follow an event of `take` that failed.
   */
  async function appendApart(members: readonly Waiting[]): Promise<void> {
    for (const member of members) {
      try {
        if (failure !== undefined) throw failure.error;
        await engine.append(lease, member.events);
        hasGotOn ||= member.events.some(isProgress);
        member.caller?.resolve();
      } catch (error) {
        fail([member], error);
      }
    }
  }

  function fail(members: readonly Waiting[], error: unknown): void {
    onFailure(error);
    if (members.some(({ caller }) => caller === undefined)) failure ??= { error };
    for (const { caller } of members) caller?.reject(error);
  }

  /**
   * Takes the waiting events for one append, up to the event that ends the lease; later events go
   * into an append of their own, which the engine refuses.
   */
  function takeWaiting(): readonly Waiting[] {
    let members = waiting.slice(gone, gone + MAX_GATHERED);
    const end = members.findIndex(({ events }) => {
      const last = events.at(-1);
      return last !== undefined && isLeaseEnd(last);
    });
    if (end !== -1) members = members.slice(0, end + 1);
    gone += members.length;
    if (gone === waiting.length) {
      waiting = [];
      gone = 0;
    } else if (gone > MAX_GONE) {
      waiting = waiting.slice(gone);
      gone = 0;
    }
    for (const { caller } of members) if (caller !== undefined) callers -= 1;
    return members;
  }

  function add(events: readonly NewTaskEvent[], caller?: Waiting['caller']): void {
    const batch = first === undefined ? events : [first, ...events];
    first = undefined;
    waiting.push({ events: batch, ...(caller && { caller }) });
    if (caller !== undefined) callers += 1;
    goOn();
  }

  function write(events: readonly NewTaskEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      add(events, { resolve, reject });
    });
  }

  async function take(event: NewTaskEvent): Promise<void> {
    if (failure !== undefined) throw failure.error;
    add([event]);
    if (waiting.length - gone >= MAX_GATHERED) {
      await new Promise<void>((resolve) => {
        crowd.push(resolve);
      });
    }
  }

  setImmediate(() => {
    // Nobody awaits this write; `onFailure` gets its error.
    if (first !== undefined) write([]).catch(() => undefined);
  });
  return { write, take, hasGotOn: () => hasGotOn };
}

/**
 * Returns true for the error of an append of which surely nothing was stored, so that its events
 * may be appended again. If the answer was lost, they may be in the log already.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof EngineStorageError) return !error.mayBeStored;
  return !(error instanceof LeaseLostError);
}
