import { bindMethods } from '../bound-methods.ts';
import { measureBytes } from '../engine/stored-bytes.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskStateName } from '../engine/task-event.ts';
import { QuotaError } from '../errors.ts';
import { ANONYMOUS_SCOPE, listScopesOf, type Scope, toSessionScope } from '../scope.ts';

/** The limits of the tasks, sessions and bytes that each caller may store. */
export interface TaskLimits {
  /**
   * The largest number of unfinished tasks of one caller, including those that wait for an answer.
   * Default 5,000.
   */
  readonly unfinishedTasks?: number;
  /** The largest number of unfinished tasks of all anonymous callers together. Default 20,000. */
  readonly unfinishedTasksOfStrangers?: number;
  /**
   * The largest number of tasks of one caller, or of all anonymous callers, that wait for an
   * answer; new tasks can begin once some are answered or canceled. Default 5,000.
   */
  readonly waitingQuestions?: number;
  /**
   * The largest number of bytes that are stored for one caller: messages and files of its tasks and
   * sessions, and the agent's answers. More can be stored once some of its tasks are deleted.
   * Default 1,073,741,824.
   */
  readonly storedBytes?: number;
  /**
   * The largest number of bytes that are stored for all anonymous callers together. Default
   * 2,147,483,648.
   */
  readonly storedBytesOfStrangers?: number;
  /** The largest number of sessions of one caller that have not ended. Default 2,000. */
  readonly openSessions?: number;
  /**
   * The largest number of sessions of all anonymous callers together that have not ended. Default
   * 1,000.
   */
  readonly openSessionsOfStrangers?: number;
  /** The largest number of stored sessions of one caller, ended or not. Default 10,000. */
  readonly storedSessions?: number;
  /**
   * The largest number of stored sessions of all anonymous callers together, ended or not. Default
   * 5,000.
   */
  readonly storedSessionsOfStrangers?: number;
}

/** The limits that count where the options name none. */
export const TASK_LIMITS: Readonly<Required<TaskLimits>> = {
  unfinishedTasks: 5_000,
  unfinishedTasksOfStrangers: 20_000,
  waitingQuestions: 5_000,
  storedBytes: 2 ** 30,
  storedBytesOfStrangers: 2 ** 31,
  openSessions: 2_000,
  openSessionsOfStrangers: 1_000,
  storedSessions: 10_000,
  storedSessionsOfStrangers: 5_000,
};

/**
 * Refuses tasks, sessions and messages of callers that have reached a limit of {@link TaskLimits}.
 */
export interface TaskQuota {
  /**
   * Begins a task of a caller's scope with `write`, which resolves once the task is stored, if the
   * scope may have one more; others that are being stored count as well.
   *
   * @throws QuotaError if the scope may have no more tasks
   */
  begin<Value>(scope: Scope, write: () => Promise<Value>): Promise<Value>;
  /**
   * Begins a session of a caller's scope with `write`, as {@link TaskQuota.begin} does a task.
   *
   * @throws QuotaError if the scope may have no more sessions
   */
  beginSession<Value>(scope: Scope, write: () => Promise<Value>): Promise<Value>;
  /**
   * Stores a caller's message with `write`, if its bytes fit into the caller's limit; other
   * messages of the caller that are being stored count as well.
   *
   * @throws QuotaError if there is no room
   */
  store<Value>(scope: Scope, request: object, write: () => Promise<Value>): Promise<Value>;
}

const WAITING: readonly TaskStateName[] = ['input-required', 'auth-required'];
const RUNNING: readonly TaskStateName[] = ['submitted', 'working'];

/**
 * The time for which a caller that has reached a limit is refused without a new count, in
 * milliseconds.
 */
const RETRY_MS = 5_000;

/**
 * The share of the room of a scope that one process may fill before it counts again, so that up to
 * eight processes together do not pass a limit.
 */
const SHARE = 8;

/**
 * The time after which a process counts again although its share is left, in milliseconds, because
 * other processes have filled the room meanwhile.
 */
const TRUST_ROOM_MS = 5_000;

/**
 * The time after which a caller that stores too many bytes may try again, in milliseconds; it is
 * long, because tasks are kept for long.
 */
const RETRY_STORE_MS = 60_000;

/**
 * The time for which a count of a scope's stored bytes is trusted, in milliseconds. Reading it for
 * every message took 5 % of a durable call.
 */
const TRUST_MS = 250;

/**
 * The number of bytes that must stay free for a count to be trusted. What agents answer meanwhile is
 * not in the count, and cannot be more than that.
 */
const MIN_FREE_BYTES = 16_777_216;

/** The largest number of scopes (callers) whose counts stay in memory. */
const MAX_SCOPES = 10_000;

/**
 * The number of further tasks or sessions that a scope may have, and the text of the error if it
 * may have none.
 */
interface Room {
  readonly room: number;
  readonly refusal: string;
}

/** The number of tasks or sessions that a scope may begin before they are counted again. */
interface CountedRoom {
  remaining: number;
  /** The time from which the scope is counted again, by the same clock. */
  readonly until: number;
  /** The text of the error if the scope was full; else empty. */
  readonly refusal: string;
}

/**
 * Makes the quota of an engine. It does not count a caller's tasks for every new one: a caller that
 * may begin 800 more tasks may begin 100 before the next count. So many processes together may admit
 * a few too many.
 */
export function createTaskQuota(engine: TaskEngine, limits: TaskLimits): TaskQuota {
  return bindMethods(new EngineQuota(engine, limits));
}

/** The quota of the callers of one engine. */
class EngineQuota implements TaskQuota {
  readonly #engine: TaskEngine;
  readonly #limits: Required<TaskLimits>;
  /**
   * The total size in bytes of the messages that are being stored, by the scope of their caller.
   */
  readonly #coming = new Map<Scope, number>();
  /** The bytes that were counted for a scope, and those that it was allowed to store since. */
  readonly #storedBytesOf = new Map<
    Scope,
    {
      readonly counted: number;
      allowed: number;
      /**
       * The time until which the count is trusted, in milliseconds by the clock of the process: a
       * machine's clock that is set back would let it stand for hours.
       */
      readonly until: number;
    }
  >();
  readonly begin: TaskQuota['begin'];
  readonly beginSession: TaskQuota['beginSession'];

  constructor(engine: TaskEngine, limits: TaskLimits) {
    this.#engine = engine;
    this.#limits = { ...TASK_LIMITS, ...limits };
    this.begin = createCountdown((scope) => this.#findRoom(scope));
    this.beginSession = createCountdown((scope) => this.#findSessionRoom(scope));
  }

  async store<Value>(scope: Scope, request: object, write: () => Promise<Value>): Promise<Value> {
    const bytes = measureBytes(request);
    const before = this.#coming.get(scope) ?? 0;
    this.#coming.set(scope, before + bytes);
    try {
      const check = this.#checkRoom(scope, { bytes, before });
      if (check !== undefined) await check;
      return await write();
    } finally {
      const comingBytes = (this.#coming.get(scope) ?? 0) - bytes;
      if (comingBytes === 0) this.#coming.delete(scope);
      else this.#coming.set(scope, comingBytes);
    }
  }

  async #count(scope: Scope, states: readonly TaskStateName[]): Promise<number> {
    const pages = await Promise.all(
      states.map((state) => this.#engine.list(scope, { state, pageSize: 1 })),
    );
    return pages.reduce((sum, { totalSize }) => sum + totalSize, 0);
  }

  async #findRoom(scope: Scope): Promise<Room> {
    const limit =
      scope === ANONYMOUS_SCOPE
        ? this.#limits.unfinishedTasksOfStrangers
        : this.#limits.unfinishedTasks;
    const [waiting, running] = await Promise.all([
      this.#count(scope, WAITING),
      this.#count(scope, RUNNING),
    ]);
    const room = Math.min(limit - waiting - running, this.#limits.waitingQuestions - waiting);
    const subject = scope === ANONYMOUS_SCOPE ? 'callers without a name' : 'a caller';
    const refusal =
      waiting >= this.#limits.waitingQuestions
        ? `at most ${this.#limits.waitingQuestions} may wait for an answer, and ${waiting} do. Answer or cancel some first.`
        : `at most ${limit} may be under way, and ${waiting + running} are. Wait until some have ended, or cancel them.`;
    return { room, refusal: `Cannot begin another task because of all of ${subject} ${refusal}` };
  }

  async #findSessionRoom(scope: Scope): Promise<Room> {
    const isNameless = scope === ANONYMOUS_SCOPE;
    const mostOpen = isNameless ? this.#limits.openSessionsOfStrangers : this.#limits.openSessions;
    const mostStored = isNameless
      ? this.#limits.storedSessionsOfStrangers
      : this.#limits.storedSessions;
    const sessionScope = toSessionScope(scope);
    const [open, { totalSize: stored }] = await Promise.all([
      this.#count(sessionScope, [...WAITING, ...RUNNING]),
      this.#engine.list(sessionScope, { pageSize: 1 }),
    ]);
    const subject = isNameless ? 'callers without a name' : 'a caller';
    const refusal =
      open >= mostOpen
        ? `at most ${mostOpen} may be open, and ${open} are. End some first.`
        : `at most ${mostStored} are kept, and ${stored} are. Try again once older ones are forgotten.`;
    return {
      room: Math.min(mostOpen - open, mostStored - stored),
      refusal: `Cannot create the session because of all of ${subject} ${refusal}`,
    };
  }

  /**
   * Checks that `bytes` more bytes fit into the limit of a scope, besides the messages that are
   * already being stored. Returns `undefined` if the last count shows it.
   */
  #checkRoom(
    scope: Scope,
    { bytes, before }: { readonly bytes: number; readonly before: number },
  ): Promise<void> | undefined {
    const limit =
      scope === ANONYMOUS_SCOPE ? this.#limits.storedBytesOfStrangers : this.#limits.storedBytes;
    if (limit === Infinity) return undefined;
    const usage = this.#storedBytesOf.get(scope);
    if (usage !== undefined && performance.now() < usage.until) {
      const freeBytes = limit - usage.counted - usage.allowed - bytes;
      usage.allowed += bytes;
      if (freeBytes >= MIN_FREE_BYTES) return undefined;
    }
    return this.#countRoom(scope, { bytes, before, limit });
  }

  async #countRoom(
    scope: Scope,
    {
      bytes,
      before,
      limit,
    }: { readonly bytes: number; readonly before: number; readonly limit: number },
  ): Promise<void> {
    const counts = await Promise.all(
      listScopesOf(scope).map((ownedScope) => this.#engine.countBytes(ownedScope)),
    );
    const stored = counts.reduce((sum, count) => sum + count, 0);
    keepOf(this.#storedBytesOf, scope, {
      counted: stored,
      allowed: before + bytes,
      until: performance.now() + TRUST_MS,
    });
    if (stored + before + bytes <= limit) return;
    const subject = scope === ANONYMOUS_SCOPE ? 'callers without a name' : 'a caller';
    throw new QuotaError(
      `Cannot take what was sent because for ${subject} at most ${limit} bytes are kept: ${stored} are, and this has ${bytes}. Send it again once older tasks are forgotten.`,
      { retryAfterMs: RETRY_STORE_MS },
    );
  }
}

/**
 * Makes the countdown of a limit. `find` counts the tasks or sessions that a scope may still begin; the
 * countdown goes on from an eighth of that number, and then calls `find` again.
 */
function createCountdown(
  find: (scope: Scope) => Promise<Room>,
): <Value>(scope: Scope, write: () => Promise<Value>) => Promise<Value> {
  const allowances = new Map<Scope, CountedRoom>();
  /** The counts under way, by scope; further calls for the scope wait for the same count. */
  const looks = new Map<Scope, Promise<CountedRoom>>();
  /** What was let in and is being stored, by scope. */
  const coming = new Map<
    Scope,
    {
      count: number;
      /** Called once one of them is stored, or could not be. */
      onEnd?: () => void;
    }
  >();

  function take(scope: Scope, allowance: CountedRoom): void {
    allowance.remaining -= 1;
    const entry = coming.get(scope);
    if (entry === undefined) coming.set(scope, { count: 1 });
    else entry.count += 1;
  }

  function end(scope: Scope): void {
    const entry = coming.get(scope);
    if (entry === undefined) return;
    entry.count -= 1;
    if (entry.count === 0) coming.delete(scope);
    entry.onEnd?.();
  }

  /** Waits until something of a scope that is being stored is stored. */
  async function waitForEnd(scope: Scope): Promise<void> {
    const entry = coming.get(scope);
    if (entry === undefined) return;
    await new Promise<void>((resolve) => {
      entry.onEnd = resolve;
    });
  }

  async function look(scope: Scope): Promise<CountedRoom> {
    for (;;) {
      // Those that are being stored may be in the count already.
      const comingCount = coming.get(scope)?.count ?? 0;
      const { room, refusal } = await find(scope);
      const isFull = room <= 0;
      if (isFull || room > comingCount) {
        const free = Math.ceil((room - comingCount) / SHARE);
        const trustMs = free === Infinity ? Infinity : TRUST_ROOM_MS;
        const allowance = isFull
          ? { remaining: 0, until: performance.now() + RETRY_MS, refusal }
          : { remaining: free, until: performance.now() + trustMs, refusal: '' };
        keepOf(allowances, scope, allowance);
        return allowance;
      }
      await waitForEnd(scope);
    }
  }

  async function countOnce(scope: Scope): Promise<CountedRoom> {
    const begun = looks.get(scope) ?? look(scope).finally(() => looks.delete(scope));
    looks.set(scope, begun);
    return begun;
  }

  async function takeLater(scope: Scope): Promise<void> {
    let allowance = allowances.get(scope);
    // Other calls that waited for the same count may have used it up.
    while (allowance === undefined || isSpent(allowance)) allowance = await countOnce(scope);
    if (allowance.remaining === 0)
      throw new QuotaError(allowance.refusal, { retryAfterMs: RETRY_MS });
    take(scope, allowance);
  }

  return async (scope, write) => {
    const allowance = allowances.get(scope);
    if (allowance === undefined || allowance.remaining === 0 || isSpent(allowance)) {
      await takeLater(scope);
    } else take(scope, allowance);
    try {
      return await write();
    } finally {
      end(scope);
    }
  };
}

function isSpent({ remaining, until, refusal }: CountedRoom): boolean {
  return (remaining === 0 && refusal === '') || until <= performance.now();
}

/** Keeps a value of a scope, and forgets the oldest one if there are too many. */
function keepOf<Value>(values: Map<Scope, Value>, scope: Scope, value: Value): void {
  values.delete(scope);
  values.set(scope, value);
  const [oldest] = values.keys();
  if (values.size > MAX_SCOPES && oldest !== undefined) values.delete(oldest);
}
