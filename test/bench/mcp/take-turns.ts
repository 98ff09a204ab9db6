import { median } from '../median.ts';
import { timeOf } from './time-of.ts';

/** Ways to call, by name. */
export type Callers<Name extends string> = Readonly<Record<Name, () => Promise<unknown>>>;

/** Milliseconds at p50, by name. */
export type Times<Name extends string> = Readonly<Record<Name, number>>;

/**
 * Calls in every way, one call after the other, in another order each time: what the machine does
 * meanwhile is done to all of them, and none has always the same one before it, which may have woken
 * up what it needs.
 */
export async function takeTurns<Name extends string>(
  callers: Callers<Name>,
  calls: number,
): Promise<Times<Name>> {
  const names = Object.keys(callers) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let call = 0; call < calls; call += 1) {
    for (const name of toShuffled(names)) times[name].push(await timeOf(callers[name]));
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<
    Name,
    number
  >;
}

function toShuffled<Name>(names: readonly Name[]): readonly Name[] {
  return names
    .map((name) => ({ name, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name);
}
