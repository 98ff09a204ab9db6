import { median } from '../median.ts';
import { timeOf } from './time-of.ts';

/** The ways to make a call that are compared, by name. */
export type Callers<Name extends string> = Readonly<Record<Name, () => Promise<unknown>>>;

/** The median time of a call in milliseconds, by the name of the way to call. */
export type Times<Name extends string> = Readonly<Record<Name, number>>;

/**
 * Calls in every way, one call after the other and in a new order each time. So other work of the
 * machine affects all ways alike, and none always follows the same one.
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
