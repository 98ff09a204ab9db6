import { setTimeout as sleep } from 'node:timers/promises';
import { toErrorText, type TaskLogger } from '@formwork/core';
import type { PruneRequest, TaskEngine } from '../engine/task-engine.ts';
import { endWaitingTask } from './end-waiting-task.ts';
import { parseRetention, type RetentionOptions } from './retention-options.ts';

/** Options of {@link createJanitor}. */
export interface JanitorOptions {
  readonly retention: RetentionOptions;
  readonly logger: TaskLogger;
  /** Milliseconds since 1970; by the clock that the engine goes by. Default `Date.now`. */
  readonly now?: () => number;
}

/** Forgets what is old. */
export interface Janitor {
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

/** In tasks. A slice is one short transaction; others come in between. */
const SLICE = 50;
const PAUSE_MS = 10;

/**
 * Ends abandoned tasks and forgets finished ones, now and from time to time, in small slices. What
 * fails is logged and tried again the next time. Several processes may do so for one engine: each
 * task is ended, and forgotten, once. Throws `RangeError` on options out of range.
 */
export function createJanitor(
  engine: Pick<TaskEngine, 'prune' | 'listWaiting' | 'reply'>,
  { retention, logger, now = Date.now }: JanitorOptions,
): Janitor {
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs } = parseRetention(retention);
  const stopping = new AbortController();
  const { signal } = stopping;

  async function pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async function pruneAll(): Promise<void> {
    while (!signal.aborted && (await engine.prune(toPruneRequest())) > 0) await pause(PAUSE_MS);
  }

  function toPruneRequest(): PruneRequest {
    return {
      limit: SLICE,
      ...(maxCount !== undefined && { keepFinished: maxCount }),
      ...(maxAgeMs !== undefined && { finishedBefore: toTime(maxAgeMs) }),
    };
  }

  /** The time that was so long ago. */
  function toTime(ageMs: number): string {
    return new Date(Math.max(0, now() - ageMs)).toISOString();
  }

  async function endAbandoned(waitMs: number): Promise<void> {
    for (;;) {
      const tasks = await engine.listWaiting({ before: toTime(waitMs), limit: SLICE });
      for (const task of tasks) {
        if (signal.aborted) return;
        await endWaitingTask(engine, task, waitMs);
      }
      if (tasks.length < SLICE) return;
      await pause(PAUSE_MS);
    }
  }

  async function look(): Promise<void> {
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
      await look();
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
