import { adaptLogger } from '../logger.ts';
import type { PruneRequest, TaskEngine, WaitingTask } from '../engine/task-engine.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import type { Runner } from '../runner/create-runner.ts';
import type { TaskLogger } from '@formwork/core';
import type { OptionRule } from '@formwork/schema';
import {
  checkOptions,
  createIntegerRule,
  createTimerRule,
  toErrorText,
} from '@formwork/schema/internal';
import { setTimeout as sleep } from 'node:timers/promises';

/** Options of {@link createJanitor}. */
export interface JanitorOptions {
  readonly retention: RetentionOptions;
  readonly logger: TaskLogger;
  /**
   * The time, in milliseconds since 1970, by the clock that the engine goes by. Default `Date.now`.
   */
  readonly now?: () => number;
}

/** The janitor of an engine: deletes old tasks by the rules of retention, from time to time. */
export interface Janitor {
  /** Stops the janitor, and resolves when nothing of it is under way. */
  stop(): Promise<void>;
}

/** The number of tasks that are deleted in one short transaction; others come in between. */
const SLICE = 50;

const PAUSE_MS = 10;

/**
 * Ends abandoned tasks and forgets finished ones, now and from time to time, in small slices. What
 * fails is logged and tried again the next time. Several processes may do so for one engine: each
 * task is ended, and forgotten, once.
 *
 * @throws RangeError on options out of range
 *
 * @example
 * ```ts
 * import { createJanitor, createMemoryEngine } from '@formwork/runtime';
 *
 * const logger = { info: console.log, warn: console.warn, error: console.error };
 * const retention = { maxAgeMs: 86_400_000 };
 * const janitor = createJanitor(createMemoryEngine(), { retention, logger });
 * await janitor.stop();
 * ```
 */
export function createJanitor(
  engine: Pick<TaskEngine, 'prune' | 'listWaiting' | 'reply'>,
  { retention, now = Date.now, ...options }: JanitorOptions,
): Janitor {
  const logger = adaptLogger(options.logger);
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs } = parseRetention(retention);
  const stopping = new AbortController();
  const { signal } = stopping;

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async function pruneAll(): Promise<void> {
    while (!signal.aborted && (await engine.prune(createPruneRequest())) > 0) await pause(PAUSE_MS);
  }

  function createPruneRequest(): PruneRequest {
    return {
      limit: SLICE,
      ...(maxCount !== undefined && { keepFinished: maxCount }),
      ...(maxAgeMs !== undefined && { finishedBefore: cutoffFor(maxAgeMs) }),
    };
  }

  /** Returns the time before which everything is older than `ageMs`. */
  function cutoffFor(ageMs: number): string {
    return new Date(Math.max(0, now() - ageMs)).toISOString();
  }

  async function endAbandoned(waitMs: number): Promise<void> {
    for (;;) {
      const tasks = await engine.listWaiting({ before: cutoffFor(waitMs), limit: SLICE });
      for (const task of tasks) {
        if (signal.aborted) return;
        await endWaitingTask(engine, task, waitMs);
      }
      if (tasks.length < SLICE) return;
      await pause(PAUSE_MS);
    }
  }

  async function forgetOld(): Promise<void> {
    try {
      if (abandonedAfterMs !== undefined) await endAbandoned(abandonedAfterMs);
      if (maxAgeMs !== undefined || maxCount !== undefined) await pruneAll();
    } catch (error) {
      if (!signal.aborted) {
        logger.error('Cannot forget old tasks', { error: toErrorText(error) });
      }
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await forgetOld();
      await pause(everyMs);
    }
  }

  const isIdle = maxAgeMs === undefined && maxCount === undefined && abandonedAfterMs === undefined;
  const done = isIdle ? Promise.resolve() : run();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Limits after which tasks are forgotten. Without any limit, nothing is. */
export interface RetentionOptions {
  /** The time that finished tasks are kept after their end, in milliseconds. Default: for ever. */
  readonly maxAgeMs?: number;
  /**
   * The number of finished tasks that are kept, the newest of all principals together. Default:
   * all.
   */
  readonly maxCount?: number;
  /**
   * How long a task may wait for an answer, in milliseconds: then it ends as failed, and says why.
   * Default: for ever.
   */
  readonly abandonedAfterMs?: number;
  /**
   * The interval between looks for old tasks, in milliseconds; the first is at the start. Default
   * 60,000.
   */
  readonly everyMs?: number;
}

/** {@link RetentionOptions} with their defaults. */
export interface Retention {
  readonly maxAgeMs: number | undefined;
  readonly maxCount: number | undefined;
  readonly abandonedAfterMs: number | undefined;
  readonly everyMs: number;
}

const RETENTION_RULES: { readonly [Name in keyof Retention]: OptionRule } = {
  maxAgeMs: createIntegerRule(0),
  maxCount: createIntegerRule(0),
  abandonedAfterMs: createIntegerRule(0),
  everyMs: createTimerRule(1),
};

/**
 * Checks options and fills in defaults.
 *
 * @throws RangeError, and `TypeError` for options of another kind or name
 */
export function parseRetention(options: RetentionOptions): Retention {
  checkOptions(options, { subject: 'Cannot keep to the retention', rules: RETENTION_RULES });
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs = 60_000 } = options;
  return { maxAgeMs, maxCount, abandonedAfterMs, everyMs };
}

/** Ends a task that nobody answers as failed. One that was answered meanwhile goes on. */
async function endWaitingTask(
  engine: Pick<TaskEngine, 'reply'>,
  { taskId, scope, contextId, seq }: WaitingTask,
  waitMs: number,
): Promise<void> {
  const text = `The task was ended as nobody answered it for ${formatDuration(waitMs)}.`;
  const message = createAgentMessage(text, { contextId, taskId });
  await engine.reply(scope, taskId, {
    reply: { expectedSeq: seq, events: [{ kind: 'status', state: 'failed', message }] },
  });
}

const DURATION_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Writes a duration in the largest unit of which there are two or more, such as `36 hours`; below
 * that in `s`.
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
   * The runner of this process: if it runs the deleted task, the handler is told to stop at once.
   */
  readonly runner?: Pick<Runner, 'notice'>;
}

/**
 * Forgets a task with everything about it, whosever it is and whatever its state. False when there
 * is no such task. Its streams end, whoever waits for it is told that it is not there, and its
 * handler's signal aborts, in every process that uses the engine.
 *
 * For operators: MUST NOT be called on behalf of a caller, because it asks for nobody's principal.
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
      `Cannot delete a task as its id must be a string: current value is ${typeof taskId}`,
    );
  }
  const scope = await engine.findScope(taskId);
  if (scope === undefined || !(await engine.delete(scope, taskId))) return false;
  await runner?.notice(taskId);
  return true;
}
