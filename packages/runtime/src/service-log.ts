import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import type { TaskEngine } from './engine/task-engine.ts';
import { isStorageAway } from './errors.ts';
import { FaultLog } from './logs/fault-log.ts';
import { OutageLog } from './logs/outage-log.ts';

/**
 * Tells operators of the storage of an engine: when it goes away, at growing intervals while it is
 * away, and when it is back, however many parts of the server try to use it meanwhile.
 */
export interface StorageLog {
  /** Notes that a call of the engine succeeded. */
  succeed(): void;
  /**
   * Logs the error of a call; it counts as one of many if the storage cannot be reached, or if
   * there have been others of its cause.
   */
  fail(message: string, error: unknown): void;
}

/** The logs by their engines, because several parts of a server use one engine. */
const logs = new WeakMap<object, StorageLog>();

/** Returns the log of an engine's storage, the same for all parts that use the engine. */
export function findStorageLog(engine: Partial<TaskEngine>, logger: TaskLogger): StorageLog {
  const sharedLog = logs.get(engine);
  if (sharedLog !== undefined) return sharedLog;
  const newLog = createStorageLog(logger);
  logs.set(engine, newLog);
  return newLog;
}

function createStorageLog(logger: TaskLogger): StorageLog {
  const faults = new FaultLog(logger);
  const outages = new OutageLog(logger, {
    name: 'The storage of tasks',
    meanwhile: 'the work goes on once it is back',
  });
  return {
    succeed: () => outages.succeed(),
    fail(message, error) {
      if (isStorageAway(error)) outages.fail(error.message);
      else faults.report({ message, error, fields: {} });
    },
  };
}

/**
 * Tells operators of the server of a queue: when it goes away, at growing intervals while it is
 * away, and when it is back.
 */
export interface QueueLog {
  /** Notes that the queue has answered. */
  succeed(): void;
  /** Notes that the queue could not be reached. */
  fail(error: unknown): void;
  /** Logs an error of a queue that can be reached; those of one cause at growing intervals. */
  report(error: unknown): void;
}

/** The logs by their dispatchers, because several parts of a server use one dispatcher. */
const queues = new WeakMap<object, QueueLog>();

/** Returns the log of the queue of a dispatcher, the same for all parts that use it. */
export function findQueueLog(
  dispatcher: { readonly address?: string },
  logger: TaskLogger,
): QueueLog {
  const sharedLog = queues.get(dispatcher);
  if (sharedLog !== undefined) return sharedLog;
  const { address } = dispatcher;
  const addressField = address === undefined ? {} : { address };
  const faults = new FaultLog(logger);
  const outages = new OutageLog(logger, {
    name: 'The queue of tasks',
    meanwhile:
      'new tasks are kept, and begin some seconds later than else; timed work waits. Start the server of the queue, or correct its address',
    ...addressField,
  });
  const newLog: QueueLog = {
    succeed: () => outages.succeed(),
    fail: (error) => outages.fail(toFirstLine(error)),
    report: (error) =>
      faults.report({ message: 'The queue has a fault', error, fields: addressField }),
  };
  queues.set(dispatcher, newLog);
  return newLog;
}

function toFirstLine(error: unknown): string {
  return toErrorText(error).split('\n')[0] ?? '';
}

/**
 * Returns the text of an error for a log: a storage that cannot be reached is described by the
 * message alone, because the stack says nothing about it.
 */
export function toStorageText(error: unknown): string {
  return isStorageAway(error) ? error.message : toErrorText(error);
}
