import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lease } from '../engine/lease.ts';
import { isLeaseEnd, isProgress } from '../engine/requests.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { EngineStorageError, LeaseLostError } from '../errors.ts';

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
 * Writes the events of one run in the order in which the run gives them. Its first event,
 * "working", waits until another event follows or the handler lets the event loop run: so a handler
 * that ends at once costs one append, and a slow one is shown as working at once.
 *
 * Events that come during an append go together into the next one, so that a handler that streams
 * does not wait for the disk, and the disk gets few writes.
 */
export class TaskWriter {
  readonly #engine: TaskEngine;
  readonly #lease: Lease;
  readonly #onFailure: (error: unknown) => void;
  /** The event "working", until it is written with the next one. */
  #first: NewTaskEvent | undefined = { kind: 'status', state: 'working' };
  #waiting: Waiting[] = [];
  /** The number of entries at the start of `waiting` that are already being written. */
  #gone = 0;
  /** The number of waiting entries whose callers await the write. */
  #callers = 0;
  #appends = 0;
  #isBusy = false;
  #hasGotOn = false;
  #lastAppend = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  /** The functions that resume the callers of `take` that wait until fewer events are waiting. */
  #crowd: (() => void)[] = [];
  #failure: { readonly error: unknown } | undefined;

  constructor(
    engine: TaskEngine,
    {
      lease,
      onFailure,
    }: {
      readonly lease: Lease;
      /** Called with the error of every failed write, even if the caller of that write gets it, too. */
      readonly onFailure: (error: unknown) => void;
    },
  ) {
    this.#engine = engine;
    this.#lease = lease;
    this.#onFailure = onFailure;
    setImmediate(() => {
      // No caller awaits this write; `onFailure` gets its error.
      if (this.#first !== undefined) this.write([]).catch(() => undefined);
    });
  }

  /**
   * Stores events after all earlier ones of this run, and resolves once they are stored.
   *
   * @throws LeaseLostError if another run holds the task, or the task has ended
   */
  write(events: readonly NewTaskEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add(events, { resolve, reject });
    });
  }

  /**
   * Accepts an event, which is stored within a few milliseconds, after all earlier ones. Resolves
   * at once, unless too many events wait; then once there is space for more. If the event cannot be
   * stored, no later one is stored either.
   */
  async take(event: NewTaskEvent): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#add([event]);
    if (this.#waiting.length - this.#gone >= MAX_GATHERED) {
      await new Promise<void>((resolve) => {
        this.#crowd.push(resolve);
      });
    }
  }

  /** Returns true once the result of a step is stored. */
  hasGotOn(): boolean {
    return this.#hasGotOn;
  }

  /** Starts the next append, at once or when `INTERVAL_MS` have passed since the last one. */
  #goOn(): void {
    const count = this.#waiting.length - this.#gone;
    if (this.#isBusy || count === 0) return;
    const isUrgent = count >= MAX_GATHERED || this.#callers > 0;
    const wait = isUrgent ? 0 : this.#lastAppend + INTERVAL_MS - performance.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#goOn();
      }, wait);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isBusy = true;
    void this.#appendTogether(this.#takeWaiting());
  }

  async #appendTogether(members: readonly Waiting[]): Promise<void> {
    const [first] = members;
    this.#lastAppend = performance.now();
    try {
      if (this.#failure !== undefined) throw this.#failure.error;
      await this.#engine.append(
        this.#lease,
        members.length === 1 && first !== undefined
          ? first.events
          : members.flatMap(({ events }) => events),
      );
      this.#appends += 1;
      this.#hasGotOn ||= members.some(({ events }) => events.some(isProgress));
      // An engine in memory never waits, so without this pause timers and other callers could not
      // run.
      if (this.#appends % APPENDS_PER_TURN === 0) await nextTurn();
      for (const { caller } of members) caller?.resolve();
    } catch (error) {
      if (members.length > 1 && this.#failure === undefined && isRefusal(error)) {
        await this.#appendApart(members);
      } else {
        this.#fail(members, error);
      }
    } finally {
      this.#isBusy = false;
      const relieved = this.#crowd;
      this.#crowd = [];
      for (const resolve of relieved) resolve();
      this.#goOn();
    }
  }

  /**
   * Appends events one by one, because the append of all of them failed. The valid ones are stored,
   * unless they follow an event of `take` that failed.
   */
  async #appendApart(members: readonly Waiting[]): Promise<void> {
    for (const member of members) {
      try {
        if (this.#failure !== undefined) throw this.#failure.error;
        await this.#engine.append(this.#lease, member.events);
        this.#hasGotOn ||= member.events.some(isProgress);
        member.caller?.resolve();
      } catch (error) {
        this.#fail([member], error);
      }
    }
  }

  #fail(members: readonly Waiting[], error: unknown): void {
    this.#onFailure(error);
    if (members.some(({ caller }) => caller === undefined)) this.#failure ??= { error };
    for (const { caller } of members) caller?.reject(error);
  }

  /**
   * Takes the waiting events for one append, up to the event that ends the lease; later events go
   * into an append of their own, which the engine refuses.
   */
  #takeWaiting(): readonly Waiting[] {
    let members = this.#waiting.slice(this.#gone, this.#gone + MAX_GATHERED);
    const end = members.findIndex(({ events }) => {
      const last = events.at(-1);
      return last !== undefined && isLeaseEnd(last);
    });
    if (end !== -1) members = members.slice(0, end + 1);
    this.#gone += members.length;
    if (this.#gone === this.#waiting.length) {
      this.#waiting = [];
      this.#gone = 0;
    } else if (this.#gone > MAX_GONE) {
      this.#waiting = this.#waiting.slice(this.#gone);
      this.#gone = 0;
    }
    for (const { caller } of members) if (caller !== undefined) this.#callers -= 1;
    return members;
  }

  #add(events: readonly NewTaskEvent[], caller?: Waiting['caller']): void {
    const batch = this.#first === undefined ? events : [this.#first, ...events];
    this.#first = undefined;
    this.#waiting.push({ events: batch, ...(caller && { caller }) });
    if (caller !== undefined) this.#callers += 1;
    this.#goOn();
  }
}

/**
 * Returns true for the error of an append of which surely nothing was stored, so that its events
 * may be appended again. If the answer was lost, they may be in the log already.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof EngineStorageError) return !error.mayBeStored;
  return !(error instanceof LeaseLostError);
}
