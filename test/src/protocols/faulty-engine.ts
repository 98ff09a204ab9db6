import { EngineStorageError, type TaskEngine } from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../faults/load/random.ts';

const FAULTS = ['refused', 'lost', 'late', 'repeated'] as const;

/** The methods without faults, because they answer from the memory of the process. */
const CALM = new Set<string | symbol>(['watch', 'close', 'now']);

/** Options of {@link createFaultyEngine}. */
export interface FaultyEngineOptions {
  readonly random: Random;
  /** The share of the calls that have a fault, from 0 to 1. */
  readonly share: number;
  /** The longest delay of a call, and of its answer, in milliseconds. */
  readonly lateMs: number;
}

/**
 * Wraps an engine so that a call may be refused, lose its answer after it has counted, begin and
 * answer late, or be repeated as by a caller that got no answer; then the second answer counts.
 */
export function createFaultyEngine(
  engine: TaskEngine,
  { random, share, lateMs }: FaultyEngineOptions,
): TaskEngine {
  async function pause(): Promise<void> {
    // Real time: a server waits for its storage by the clock of the machine.
    await sleep(random.below(lateMs));
  }

  async function disturb(call: Call, repeat: Call | undefined): Promise<unknown> {
    const fault = random.chance(share) ? FAULTS[random.below(FAULTS.length)] : undefined;
    switch (fault) {
      case 'refused':
        throw new EngineStorageError('REFUSED', { isAway: true });
      case 'lost':
        await call();
        throw new EngineStorageError('LOST', { isAway: true, mayBeStored: true });
      case 'late':
        await pause();
        return call().finally(pause);
      case 'repeated':
      case undefined: {
        const answer = await call();
        return fault === undefined || repeat === undefined ? answer : repeat();
      }
    }
  }

  return new Proxy(engine, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || CALM.has(name)) return member;
      return (...values: readonly unknown[]) => {
        const repeated = toRepeated(name, values);
        const apply = async (given: readonly unknown[]): Promise<unknown> =>
          Reflect.apply(member, target, given) as unknown;
        return disturb(() => apply(values), repeated && (() => apply(repeated)));
      };
    },
  });
}

type Call = () => Promise<unknown>;

/**
 * Returns the arguments with which a call is repeated; `undefined` if it must not be, because it
 * would add something that has no key a second time.
 */
function toRepeated(
  name: string | symbol,
  values: readonly unknown[],
): readonly unknown[] | undefined {
  const [first, second, third] = values;
  switch (name) {
    case 'append':
      return undefined;
    case 'create':
      return has(first, 'idempotencyKey') ? values : undefined;
    case 'reply':
      return has(third, 'reply') && has(third.reply, 'idempotencyKey') ? values : undefined;
    case 'claim':
      return has(first, 'id') ? [{ ...first, isRepeat: true }, second] : undefined;
    default:
      return values;
  }
}

function has<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && Reflect.get(value, name) !== undefined;
}
