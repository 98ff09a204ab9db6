import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';
import type { TaskEngine } from './engine/task-engine.ts';
import { isStorageAway } from './errors.ts';

/**
 * Tells operators of the storage of an engine: when it goes away, at growing intervals while it is
 * away, and when it is back, however many parts of the server try to use it meanwhile.
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
  const service = createServiceLog(logger, {
    name: 'The storage of tasks',
    meanwhile: 'the work goes on once it is back',
  });
  return {
    succeed: () => service.succeed(),
    fail(message, error) {
      if (isStorageAway(error)) service.fail(error.message);
      else logger.error(message, { error: toErrorText(error) });
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
  /** Logs an error of a queue that can be reached; the same text at growing intervals only. */
  report(error: unknown): void;
}

/** The logs by their dispatchers, because several parts of a server use one dispatcher. */
const queues = new WeakMap<object, QueueLog>();

/** Returns the log of the queue of a dispatcher, the same for all parts that use it. */
export function findQueueLog(
  dispatcher: { readonly address?: string },
  logger: TaskLogger,
): QueueLog {
  const known = queues.get(dispatcher);
  if (known !== undefined) return known;
  const { address } = dispatcher;
  const service = createServiceLog(logger, {
    name: 'The queue of tasks',
    meanwhile:
      'new tasks are kept, and begin some seconds later than else; timed work waits. Start the server of the queue, or correct its address',
    ...(address !== undefined && { address }),
  });
  let fault = '';
  let pauses = createPauses();
  const made: QueueLog = {
    succeed: () => service.succeed(),
    fail: (error) => service.fail(toFirstLine(error)),
    report(error) {
      const text = toFirstLine(error);
      if (text !== fault) pauses = createPauses();
      fault = text;
      if (!pauses.isOver()) return;
      const fields = { ...(address !== undefined && { address }), error: toErrorText(error) };
      logger.error('The queue has a fault', fields);
    },
  };
  queues.set(dispatcher, made);
  return made;
}

/** Returns an address without user, password and parameters; `undefined` if it cannot be read. */
export function toShownAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** The texts about a service. */
interface ServiceOptions {
  readonly name: string;
  /** What goes on while the service is away, and what to do. */
  readonly meanwhile: string;
  /** The address of the service, without secrets. */
  readonly address?: string;
}

interface ServiceLog {
  succeed(): void;
  /** Notes that the service could not be reached, and why. */
  fail(error: string): void;
}

function createServiceLog(
  logger: TaskLogger,
  { name, meanwhile, ...place }: ServiceOptions,
): ServiceLog {
  /** The time since which the service is away, by the clock of the process. */
  let awaySince: number | undefined;
  let pauses = createPauses();
  return {
    succeed() {
      if (awaySince === undefined) return;
      const awayMs = Math.round(performance.now() - awaySince);
      awaySince = undefined;
      logger.info(`${name} is back, and the work goes on`, { ...place, awayMs });
    },
    fail(error) {
      if (awaySince === undefined) {
        awaySince = performance.now();
        pauses = createPauses();
        pauses.isOver();
        logger.error(`${name} is away; ${meanwhile}`, { ...place, error });
      } else if (pauses.isOver()) {
        const awayMs = Math.round(performance.now() - awaySince);
        logger.error(`${name} is still away; ${meanwhile}`, { ...place, awayMs, error });
      }
    },
  };
}

/** The first pause between two entries about the same fault, and the longest, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000];

/** Makes pauses that double; `isOver` returns true at first, then once after each of them. */
function createPauses(): { isOver(): boolean } {
  let until = -Infinity;
  let pauseMs = FIRST_PAUSE_MS;
  return {
    isOver() {
      const now = performance.now();
      if (now < until) return false;
      until = now + pauseMs;
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      return true;
    },
  };
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
