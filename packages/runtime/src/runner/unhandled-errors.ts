import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema/internal';

/** A call of a handler that has failed, and the log of its run. */
export interface FailedCall {
  readonly log: TaskLogger;
  /** The fields of the log entry beside the error, such as the name of the call. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const calls = new WeakMap<object, FailedCall>();

/**
 * Logs the error of a call if no code handles a rejection with it, which would otherwise end the
 * process and all other tasks in it: a handler may forget to await a function of its own that awaits
 * a call of `task`. For an error of several calls, the last one counts.
 *
 * Only these errors are kept from ending the process. Others do what they do without this module.
 */
export function logIfUnhandled(error: unknown, call: FailedCall): void {
  if (typeof error !== 'object' || error === null) return;
  calls.set(error, call);
  listen();
}

/** Begins to listen. A program may have removed all listeners, so this looks again each time. */
function listen(): void {
  if (process.listeners('unhandledRejection').includes(logUnhandledError)) return;
  process.on('unhandledRejection', logUnhandledError);
}

const HINT = 'Write "await" before each function that calls task, or handle its error.';

function logUnhandledError(error: unknown): void {
  const call = typeof error === 'object' && error !== null ? calls.get(error) : undefined;
  if (call !== undefined) {
    const { log, fields } = call;
    const text = 'A call of the task failed in a function that the handler does not await';
    return log.error(text, { ...fields, error: toErrorText(error), hint: HINT });
  }
  if (process.listenerCount('unhandledRejection') > 1) return;
  // A listener changes what Node does with every rejection. So this one leaves while Node treats the
  // error as its options say.
  process.off('unhandledRejection', logUnhandledError);
  void fail(error);
  setImmediate(listen);
}

async function fail(error: unknown): Promise<never> {
  throw error;
}
