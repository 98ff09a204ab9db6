import { Script } from 'node:vm';
import type { GuardOutcome } from './guard.ts';

export type { GuardOutcome } from './guard.ts';

const SLOT = Symbol.for('formwork.guard');

const slot: typeof globalThis & { [SLOT]?: (() => void) | undefined } = globalThis;
const script = new Script(`globalThis[Symbol.for('formwork.guard')]()`);

/**
 * Runs synchronous work for at most `milliseconds` and reports how it ended; never throws.
 *
 * On Node even a regular expression that backtracks forever is interrupted. Interrupted work leaves
 * its `finally` blocks unrun, so it MUST NOT hold anything that needs to be given back. Work that
 * got less than half of its time on a busy machine runs once more, from its start. Calls may be
 * nested; the event loop is blocked until the work ends.
 */
export function runGuarded<T>(work: () => T, milliseconds: number): GuardOutcome<T> {
  const before = process.cpuUsage();
  const outcome = runOnce(work, milliseconds);
  if (outcome.kind !== 'timeout') return outcome;
  const { user, system } = process.cpuUsage(before);
  const usedMilliseconds = (user + system) / 1_000;
  return usedMilliseconds < milliseconds / 2 ? runOnce(work, milliseconds) : outcome;
}

function runOnce<T>(work: () => T, milliseconds: number): GuardOutcome<T> {
  const outer = slot[SLOT];
  // The value leaves through this list, since what the script returns has no type.
  const values: { readonly value: T }[] = [];
  slot[SLOT] = () => {
    values.push({ value: work() });
  };
  try {
    script.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) });
    const [done] = values;
    return done === undefined ? { kind: 'timeout' } : { kind: 'done', value: done.value };
  } catch (error) {
    return isTimeout(error) ? { kind: 'timeout' } : { kind: 'threw', error };
  } finally {
    slot[SLOT] = outer;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
