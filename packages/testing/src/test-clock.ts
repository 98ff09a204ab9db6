import { install } from '@sinonjs/fake-timers';
import { syncBuiltinESMExports } from 'node:module';

/** A duration: milliseconds, or a text such as `500ms`, `30s`, `10m`, `12h` or `7d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** Options of {@link createTestClock}. */
export interface TestClockOptions {
  /** The time at which the clock starts, in milliseconds since 1970. Default: the real time. */
  readonly now?: number;
}

/** A clock that only moves when a test says so. */
export interface TestClock extends Disposable {
  /** Returns the time of the clock, in milliseconds since 1970. */
  now(): number;
  /**
   * Moves the clock forward and runs every timer that is due on the way, in order. After each timer
   * it waits until the agent has done what follows from it in memory. It does not wait for the
   * network or for files.
   *
   * @throws RangeError for a duration that cannot be read or is negative
   */
  advance(duration: Duration): Promise<void>;
  /** Gives the process its own timers back. Timers that have not run are dropped. */
  close(): void;
}

/** The turns of the event loop after which an agent that has not used its engine is quiet. */
const TURNS = 8;
/** The most times that the clock waits for an agent that goes on using its engine. */
const MAX_ROUNDS = 1_000;

/** Real timers of the process, which go on while a clock is installed. */
const realSetImmediate = setImmediate;

let isInstalled = false;

/**
 * Replaces the timers of this process by a clock that stands still until a test advances it:
 * `setTimeout`, `setInterval`, those of `node:timers` and `node:timers/promises`, `Date` and
 * `performance.now`. `setImmediate` and `AbortSignal.timeout` stay as they are. A process can have
 * one clock at a time; make it before the agents that use it, and close it after them.
 *
 * @throws Error if this process has a clock already
 *
 * @example
 * ```ts
 * import { createTestClock } from '@formwork/testing';
 *
 * const clock = createTestClock({ now: Date.UTC(2030, 0, 1) });
 * await clock.advance('10m');
 * clock.close();
 * ```
 */
export function createTestClock({ now = Date.now() }: TestClockOptions = {}): TestClock {
  if (isInstalled) {
    throw new Error(
      'Cannot create a clock because this process has one: close it first, or give the same clock to every agent.',
    );
  }
  const fake = install({
    now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    // Timers that began before the clock can still be stopped.
    shouldClearNativeTimers: true,
  });
  isInstalled = true;
  // Modules that import names of `node:timers/promises` see the replaced functions only after this.
  syncBuiltinESMExports();

  function close(): void {
    if (!isInstalled) return;
    isInstalled = false;
    fake.uninstall();
    syncBuiltinESMExports();
  }

  return {
    now: () => fake.now,
    async advance(duration) {
      const end = fake.now + parseDuration(duration);
      // This timer stops the clock at the end even if no other timer is due then.
      const advance = { isOver: false };
      fake.setTimeout(() => {
        advance.isOver = true;
      }, end - fake.now);
      await settle();
      while (!advance.isOver) {
        fake.next();
        await settle();
      }
      // Timers that became due at the very end, after the one above.
      while (hasDueTimer(fake)) {
        fake.next();
        await settle();
      }
    },
    close,
    [Symbol.dispose]: close,
  };
}

/** Returns true if a timer of the clock is due now. */
function hasDueTimer(fake: ReturnType<typeof install>): boolean {
  const before = fake.now;
  return [...(fake.timers?.values() ?? [])].some(({ callAt = Infinity }) => callAt <= before);
}

/** The number of calls that tested agents have made to their engines. */
let activity = 0;

/** Notes that a tested agent uses its engine, so that the clock waits for what follows. */
export function noteActivity(): void {
  activity += 1;
}

/** Resolves once an agent in memory has done all that it can do without time passing. */
export async function settle(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = activity;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await new Promise<void>((resolve) => {
        realSetImmediate(resolve);
      });
    }
    if (activity === before) return;
  }
}

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function parseDuration(duration: Duration): number {
  if (typeof duration === 'number' && duration >= 0 && Number.isFinite(duration)) return duration;
  const [, amount = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/u.exec(String(duration)) ?? [];
  const factor = UNITS[unit];
  if (typeof duration === 'string' && factor !== undefined) return Number(amount) * factor;
  throw new RangeError(
    `Cannot advance the clock because the duration must be milliseconds from 0, or a text such as 30s or 10m: current value is ${JSON.stringify(duration)}`,
  );
}
