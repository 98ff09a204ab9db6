import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import type { TaskEngine } from './engine/task-engine.ts';
import { isStorageAway } from './errors.ts';

/**
 * Tells operators of the storage of an engine: one line when it cannot be reached, and one when it
 * is back, however many parts of the server try to use it meanwhile.
 */
export interface StorageLog {
  /** Notes that a call of the engine succeeded. */
  succeed(): void;
  /** Logs the error of a call; it counts as one of many if the storage cannot be reached. */
  fail(message: string, error: unknown): void;
}

/** The logs by their engines, because several parts of a server use one engine. */
const logs = new WeakMap<object, StorageLog>();

/** Returns the log of an engine's storage, the same for all parts that use the engine. */
export function findStorageLog(engine: Partial<TaskEngine>, logger: TaskLogger): StorageLog {
  const known = logs.get(engine);
  if (known !== undefined) return known;
  const made = createStorageLog(logger);
  logs.set(engine, made);
  return made;
}

function createStorageLog(logger: TaskLogger): StorageLog {
  /** The time since which the storage is away, by the clock of the process. */
  let awaySince: number | undefined;
  return {
    succeed() {
      if (awaySince === undefined) return;
      const awayMs = Math.round(performance.now() - awaySince);
      awaySince = undefined;
      logger.info('The storage of tasks is back, and the work goes on', { awayMs });
    },
    fail(message, error) {
      if (!isStorageAway(error)) {
        logger.error(message, { error: toErrorText(error) });
        return;
      }
      if (awaySince !== undefined) return;
      awaySince = performance.now();
      logger.error('The storage of tasks is away; the work goes on once it is back', {
        error: error.message,
      });
    },
  };
}

/**
 * Returns the text of an error for a log: a storage that cannot be reached is described by the
 * message alone, because the stack says nothing about it.
 */
export function toStorageText(error: unknown): string {
  return isStorageAway(error) ? error.message : toErrorText(error);
}
