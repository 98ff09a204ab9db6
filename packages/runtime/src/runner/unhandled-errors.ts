import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of a handler that has failed, or the handler itself, and the log of its run. */
export interface FailedCall {
  readonly log: TaskLogger;
  /** The fields of the log entry beside the error, such as the name of the call. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const calls = new WeakMap<object, FailedCall>();

/** The run whose handler has begun what runs now; it follows the code over timers and promises. */
const runs = new AsyncLocalStorage<TaskLogger>();

/**
 * Calls a handler. A rejection that arises in it, or in what it has begun, and that no code handles
 * is logged with its task. It would otherwise end the process and all other tasks in it: a handler
 * may forget to await a function of its own.
 *
 * Rejections that arise elsewhere do what they do without this module.
 */
export function runWatched<Result>(log: TaskLogger, handler: () => Result): Result {
  listen();
  return runs.run(log, handler);
}

/**
 * Names a failed call in the log entry of a rejection with its error, or with one that has the error
 * as its `cause` or among its `errors`. For an error of several calls, the last one counts.
 */
export function logIfUnhandled(error: unknown, call: FailedCall): void {
  if (typeof error !== 'object' || error === null) return;
  calls.set(error, call);
  listen();
}

/** Begins to listen. A program may have removed all listeners, so this looks again each time. */
function listen(): void {
  // Each run asks, so the list of listeners is not copied.
  if (process.listenerCount('unhandledRejection', logUnhandledError) > 0) return;
  process.on('unhandledRejection', logUnhandledError);
}

const HINT = 'Write "await" before each function that calls task, or handle its error.';

function logUnhandledError(error: unknown): void {
  const call = findCall(error);
  const log = call?.log ?? runs.getStore();
  if (log === undefined) return passOn(error);
  const text = `A ${call ? 'call of the task failed in a ' : ''}function that the handler does not await${call ? '' : ' failed'}`;
  // What the logger itself begins belongs to no handler.
  runs.exit(() => log.error(text, { ...call?.fields, error: toErrorText(error), hint: HINT }));
}

/** The largest number of errors within an error that are looked at. */
const MAX_ERRORS = 64;

/** Finds the call that failed with an error, or with one from which the error was made. */
function findCall(error: unknown): FailedCall | undefined {
  const errors = new Set([error]);
  for (const inner of errors) {
    if (typeof inner !== 'object' || inner === null) continue;
    const call = calls.get(inner);
    if (call !== undefined) return call;
    for (const origin of listOrigins(inner)) if (errors.size < MAX_ERRORS) errors.add(origin);
  }
  return undefined;
}

/** Lists the errors from which an error was made; none if they cannot be read. */
function listOrigins(error: object): readonly unknown[] {
  try {
    const { cause, errors } = toRecord(error);
    return Array.isArray(errors) ? [cause, ...errors.slice(0, MAX_ERRORS)] : [cause];
  } catch {
    return [];
  }
}

/**
 * Lets Node treat the error of other code as its options say. A listener changes what Node does with
 * every rejection, so this one leaves for that moment: it waits until Node has treated all
 * rejections of now, because the next one would otherwise be a task's.
 */
function passOn(error: unknown): void {
  if (process.listenerCount('unhandledRejection') > 1) return;
  setImmediate(() => {
    process.off('unhandledRejection', logUnhandledError);
    // Node has taken the error once it is uncaught. By its options, it may only warn of it.
    process.once('uncaughtExceptionMonitor', listen);
    setImmediate(() => {
      process.off('uncaughtExceptionMonitor', listen);
      listen();
    });
    void fail(error);
  });
}

async function fail(error: unknown): Promise<never> {
  throw error;
}
