import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { hideAddresses } from '@formwork/schema/internal';
import { LogBackoff } from './log-backoff.ts';

/** The time after which a cause that has not come again counts as new, in milliseconds. */
const FORGET_MS = 7_200_000;

/** The highest number of causes that have pauses of their own; all others share theirs. */
const MAX_CAUSES = 50;

/** The number of first characters of an error that distinguish causes. */
const MAX_CAUSE = 300;

/** A fault to log: its message, the error, and fields that say where it is. */
interface FaultEntry {
  readonly message: string;
  readonly error: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The pauses of one cause, and its last fault. */
interface Cause {
  readonly backoff: LogBackoff;
  fault: FaultEntry;
  lastAt: number;
  timer?: NodeJS.Timeout;
}

/**
 * Logs faults: of each cause the first one at once, then one after growing pauses with the number
 * of those in between, also when causes alternate. The last one is always logged.
 */
export class FaultLog {
  readonly #logger: TaskLogger;
  readonly #causes = new Map<string, Cause>();

  constructor(logger: TaskLogger) {
    this.#logger = logger;
  }

  /** Logs a fault, now or when the pause of its cause is over. */
  report(fault: FaultEntry): void {
    const cause = this.#findCause(fault);
    cause.fault = fault;
    cause.lastAt = performance.now();
    if (!cause.backoff.leavesOut()) {
      this.#write(cause, cause.backoff.leftOut);
      return;
    }
    cause.timer ??= setTimeout(() => {
      delete cause.timer;
      // The entry is about the last of those that were left out.
      if (cause.backoff.leftOut > 0) this.#write(cause, cause.backoff.leftOut - 1);
    }, cause.backoff.pauseMs).unref();
  }

  #write({ backoff, fault }: Cause, leftOut: number): void {
    const { message, error, fields } = fault;
    const counted = leftOut === 0 ? {} : { leftOut };
    this.#logger.error(message, {
      ...fields,
      error: hideAddresses(toErrorText(error)),
      ...counted,
    });
    backoff.pause();
  }

  #findCause(fault: FaultEntry): Cause {
    const now = performance.now();
    for (const [key, { lastAt, backoff }] of this.#causes) {
      if (now - lastAt > FORGET_MS && backoff.leftOut === 0) this.#causes.delete(key);
    }
    const name = toCause(fault);
    const key = this.#causes.has(name) || this.#causes.size < MAX_CAUSES ? name : '';
    const stored = this.#causes.get(key);
    if (stored !== undefined) return stored;
    const cause = { backoff: new LogBackoff(), fault, lastAt: now };
    this.#causes.set(key, cause);
    return cause;
  }
}

/** Returns a text that is the same for faults that differ by numbers, ids and names alone. */
function toCause({ message, error }: FaultEntry): string {
  const [line = ''] = toErrorText(error).split('\n');
  const cause = line
    .slice(0, MAX_CAUSE)
    .replaceAll(/"[^"]*"|'[^']*'|\b(?=[a-f-]*\d)[\da-f-]{6,}\b|\d+/giu, '#');
  return `${message}\n${cause}`;
}
