import type { RunnableSchema } from './to-runnable-schema.ts';

type Lookup = RunnableSchema['lookup'];

/** Thrown where a reference is followed when time is up. */
export const OUT_OF_TIME: unknown = new Error('out of time');

/**
 * Where references lead, until time is up. Without references the work is bounded by the sizes of
 * schema and value; it doubles with every level only where they lead back. The time starts now.
 */
export function toTimedLookup(lookup: Lookup, milliseconds: number): Lookup {
  const end = performance.now() + milliseconds;
  return new Proxy(lookup, {
    get(target, name) {
      if (performance.now() > end) throw OUT_OF_TIME;
      return Reflect.get(target, name);
    },
  });
}
