import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import {
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
  adaptLogger,
} from '@formwork/schema/options';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { bindMethods } from '../bound-methods.ts';
import type { Scheduler } from '../dispatch/dispatcher.ts';
import type { PruneRequest, TaskEngine, WaitingTask } from '../engine/task-engine.ts';
import { EngineClosedError } from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import type { Runner } from '../runner/runner-options.ts';
import { findStorageLog, type StorageLog } from '../service-log.ts';

/** Options of {@link createTaskSweeper}. */
export interface TaskSweeperOptions {
  readonly retention: RetentionOptions;
  readonly logger: TaskLogger;
  /**
   * Returns the time in milliseconds since 1970, for an engine without a clock of its own. Default
   * `Date.now`.
   */
  readonly now?: () => number;
}

/**
 * The sweeper of an engine: it deletes old tasks from time to time, when they exceed a limit of age
 * or number.
 */
export interface TaskSweeper {
  /** Stops the sweeper, and resolves once no deletion is under way. */
  stop(): Promise<void>;
}

/**
 * The number of tasks that one short transaction deletes, so that other writes can run in between.
 */
const SLICE = 50;

const PAUSE_MS = 10;

/** The pause between two comparisons of the indexes, in milliseconds. */
const CHECK_PAUSE_MS = 3_600_000;

/**
 * Starts a sweeper, which ends abandoned tasks and deletes finished ones, now and from time to
 * time, in small transactions. Failures are logged, and the next search tries again. Several
 * processes may have a sweeper for one engine: each task is ended, and deleted, once. At the
 * start and then each hour it has the engine compare its indexes (`TaskEngine.checkIndexes`), also
 * without limits, and logs damaged ones as an error.
 *
 * @throws RangeError on options out of range
 *
 * @example
 * ```ts
 * import { createTaskSweeper, createMemoryEngine } from '@formwork/runtime';
 *
 * const logger = { info: console.log, warn: console.warn, error: console.error };
 * const retention = { maxAgeMs: 86_400_000 };
 * const sweeper = createTaskSweeper(createMemoryEngine(), { retention, logger });
 * await sweeper.stop();
 * ```
 */
export function createTaskSweeper(
  engine: Pick<TaskEngine, 'prune' | 'listWaiting' | 'reply' | 'now' | 'checkIndexes'>,
  options: TaskSweeperOptions,
): TaskSweeper {
  return bindMethods(new EngineSweeper(engine, options));
}

/** The sweeper of one engine. */
class EngineSweeper implements TaskSweeper {
  readonly #engine: Pick<TaskEngine, 'prune' | 'listWaiting' | 'reply' | 'now' | 'checkIndexes'>;
  readonly #now: () => number;
  readonly #logger: TaskSweeperOptions['logger'];
  readonly #maxAgeMs: number | undefined;
  readonly #maxCount: number | undefined;
  readonly #abandonedAfterMs: number | undefined;
  readonly #everyMs: number;
  readonly #scheduler: Scheduler | undefined;
  readonly #storage: StorageLog;
  readonly #stopping = new AbortController();
  readonly #signal: AbortSignal;
  readonly #done: Promise<void>;

  constructor(
    engine: Pick<TaskEngine, 'prune' | 'listWaiting' | 'reply' | 'now' | 'checkIndexes'>,
    { retention, now = Date.now, ...options }: TaskSweeperOptions,
  ) {
    this.#engine = engine;
    this.#now = now;
    this.#logger = adaptLogger(options.logger);
    const { maxAgeMs, maxCount, abandonedAfterMs, everyMs, scheduler } = parseRetention(retention);
    this.#maxAgeMs = maxAgeMs;
    this.#maxCount = maxCount;
    this.#abandonedAfterMs = abandonedAfterMs;
    this.#everyMs = everyMs;
    this.#scheduler = scheduler;
    this.#storage = findStorageLog(engine, this.#logger);
    const { signal } = this.#stopping;
    this.#signal = signal;
    const isIdle =
      maxAgeMs === undefined && maxCount === undefined && abandonedAfterMs === undefined;
    this.#done = isIdle ? Promise.resolve() : this.#run();
    // The sweeper does not wait for its end: it changes nothing, and the engine ends it when it closes.
    void this.#watchIndexes();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#signal, ref: false }).catch(
      () => undefined,
    );
  }

  async #pruneAll(): Promise<void> {
    const request: PruneRequest = {
      limit: SLICE,
      ...(this.#maxCount !== undefined && { keepFinished: this.#maxCount }),
      ...(this.#maxAgeMs !== undefined && {
        finishedBefore: await this.#cutoffFor(this.#maxAgeMs),
      }),
    };
    while (!this.#signal.aborted && (await this.#engine.prune(request)) > 0)
      await this.#pause(PAUSE_MS);
  }

  /** Returns the time `ageMs` milliseconds ago by the engine's clock, ISO 8601. */
  async #cutoffFor(ageMs: number): Promise<string> {
    const time = this.#engine.now === undefined ? this.#now() : await this.#engine.now();
    return new Date(Math.max(0, time - ageMs)).toISOString();
  }

  async #endAbandoned(waitMs: number): Promise<void> {
    const before = await this.#cutoffFor(waitMs);
    for (;;) {
      const tasks = await this.#engine.listWaiting({ before, limit: SLICE });
      let ended = 0;
      for (const task of tasks) {
        if (this.#signal.aborted) return;
        if (await endWaitingTask(this.#engine, task, waitMs)) ended += 1;
      }
      // Tasks that cannot be ended now would be listed again and again.
      if (tasks.length < SLICE || ended === 0) return;
      await this.#pause(PAUSE_MS);
    }
  }

  async #forgetOld(): Promise<void> {
    try {
      if (this.#abandonedAfterMs !== undefined) await this.#endAbandoned(this.#abandonedAfterMs);
      if (this.#maxAgeMs !== undefined || this.#maxCount !== undefined) await this.#pruneAll();
    } catch (error) {
      if (!this.#signal.aborted) this.#storage.fail('Cannot forget old tasks', error);
    }
  }

  async #run(): Promise<void> {
    const end = await this.#share();
    if (end !== undefined) {
      if (!this.#signal.aborted) await once(this.#signal, 'abort');
      return end().catch((error: unknown) => {
        this.#logger.error('Cannot leave the search for old tasks', { error: toErrorText(error) });
      });
    }
    while (!this.#signal.aborted) {
      await this.#forgetOld();
      await this.#pause(this.#everyMs);
    }
  }

  /**
   * Lets the scheduler repeat the search in one of the processes, and returns the function that
   * ends this. Returns `undefined` if this process must search by itself.
   */
  async #share(): Promise<(() => Promise<void>) | undefined> {
    try {
      return await this.#scheduler?.repeat({
        name: 'retention',
        everyMs: this.#everyMs,
        work: () => this.#forgetOld(),
        logger: this.#logger,
      });
    } catch (error) {
      this.#logger.error('Cannot share looking for old tasks', { error: toErrorText(error) });
      return undefined;
    }
  }

  async #watchIndexes(): Promise<void> {
    if (this.#engine.checkIndexes === undefined) return;
    while (!this.#signal.aborted) {
      // A file that is closed before its sweeper is no fault of the file.
      await this.#engine.checkIndexes().catch((error: unknown) => {
        if (this.#signal.aborted || error instanceof EngineClosedError) return;
        this.#logger.error('The indexes of the storage are damaged, or could not be compared', {
          error: toErrorText(error),
        });
      });
      await this.#pause(CHECK_PAUSE_MS);
    }
  }
}

/** Limits beyond which tasks are deleted. Without any limit, no task is deleted. */
export interface RetentionOptions {
  /** The time that finished tasks are kept after their end, in milliseconds. Default: for ever. */
  readonly maxAgeMs?: number;
  /** The number of finished tasks to keep, the newest of all callers together. Default: all. */
  readonly maxCount?: number;
  /**
   * The time that a task may wait for an answer, in milliseconds; after that, the sweeper fails the
   * task. Default: for ever.
   */
  readonly abandonedAfterMs?: number;
  /**
   * The interval between searches for old tasks, in milliseconds; the first search is at the start.
   * Default 60,000.
   */
  readonly everyMs?: number;
  /**
   * The scheduler that lets only one of the processes search each time. Default: every process
   * searches, which costs a short search each, and still deletes each task once.
   */
  readonly scheduler?: Scheduler;
}

/** {@link RetentionOptions} after their defaults were filled in. */
export interface Retention {
  readonly maxAgeMs: number | undefined;
  readonly maxCount: number | undefined;
  readonly abandonedAfterMs: number | undefined;
  readonly everyMs: number;
  readonly scheduler: Scheduler | undefined;
}

const RETENTION_RULES: { readonly [Name in keyof Retention]: OptionRule } = {
  maxAgeMs: createIntegerRule(0),
  maxCount: createIntegerRule(0),
  abandonedAfterMs: createIntegerRule(0),
  everyMs: createTimerRule(1),
  scheduler: {
    expected: 'a scheduler',
    isValid: (value) =>
      typeof value === 'object' &&
      value !== null &&
      typeof Reflect.get(value, 'repeat') === 'function',
  },
};

/**
 * Checks the options of retention and fills in defaults.
 *
 * @throws RangeError, and `TypeError` for options of another kind or name
 */
export function parseRetention(options: RetentionOptions): Retention {
  checkOptions(options, { subject: 'Cannot keep to the retention', rules: RETENTION_RULES });
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs = 60_000, scheduler } = options;
  return { maxAgeMs, maxCount, abandonedAfterMs, everyMs, scheduler };
}

/**
 * Fails a task that has waited too long for an answer; returns false if it has gone on meanwhile.
 */
async function endWaitingTask(
  engine: Pick<TaskEngine, 'reply'>,
  { taskId, scope, contextId, seq }: WaitingTask,
  waitMs: number,
): Promise<boolean> {
  const text = `The task was ended as nobody answered it for ${formatDuration(waitMs)}.`;
  const message = createAgentMessage(text, { contextId, taskId });
  const { kind } = await engine.reply(scope, taskId, {
    reply: { expectedSeq: seq, events: [{ kind: 'status', state: 'failed', message }] },
  });
  return kind === 'accepted';
}

const DURATION_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Formats a duration in the largest unit of which there are two or more, such as `36 hours`; short
 * ones in `s`.
 */
function formatDuration(milliseconds: number): string {
  for (const [name, length] of DURATION_UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 2) return `${count} ${name}s`;
  }
  return `${milliseconds / 1_000} s`;
}

/** Options of {@link deleteTask}. */
export interface DeleteTaskOptions {
  readonly engine: TaskEngine;
  /**
   * The runner of this process. If it runs the deleted task, it stops the handler at once. Default:
   * no runner.
   */
  readonly runner?: Pick<Runner, 'notice'>;
}

/**
 * Deletes a task with all its data, whatever its owner and its state are. Returns false if
 * there is no such task. Its streams end, callers who wait for it get an error, and its handler's
 * signal aborts, in every process that uses the engine.
 *
 * For operators: MUST NOT be called on behalf of a caller, because it does not check who owns the
 * task.
 *
 * @example
 * ```ts
 * import { deleteTask } from '@formwork/runtime';
 * import { createSqliteEngine } from '@formwork/runtime/sqlite';
 *
 * const engine = createSqliteEngine({ file: 'data/tasks.sqlite' });
 * await deleteTask('0198d1f2-0000-7000-8000-000000000000', { engine });
 * ```
 */
export async function deleteTask(
  taskId: string,
  { engine, runner }: DeleteTaskOptions,
): Promise<boolean> {
  if (typeof taskId !== 'string') {
    throw new TypeError(
      `Cannot delete a task because its id must be a string: current value is ${typeof taskId}`,
    );
  }
  const scope = await engine.findScope(taskId);
  if (scope === undefined || !(await engine.delete(scope, taskId))) return false;
  // The task is gone, also if its run learns of it only when it renews its lease.
  await runner?.notice(taskId).catch(() => undefined);
  return true;
}
