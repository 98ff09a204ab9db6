import { findHighest, findLowest } from './bounds.ts';
import { listOwnValues, type Facts } from './facts.ts';

/** The most whole numbers in a range that are listed and compared one by one. */
const MAX_NUMBERS = 100;

/** Lists all values that fit the facts, if there are few enough; `undefined` otherwise. */
export function listFiniteValues(facts: Facts): readonly unknown[] | undefined {
  const values = findShortestList(facts);
  return values?.filter(
    (value) =>
      facts.spots.every(({ document, pointer }) => document.accepts(pointer, value)) &&
      !facts.excluded.some(({ document, pointer }) => document.accepts(pointer, value)),
  );
}

function findShortestList(facts: Facts): readonly unknown[] | undefined {
  const { spots, kinds } = facts;
  const lists = spots.flatMap(({ schema }) => {
    const values = listOwnValues(schema);
    return values === undefined ? [] : [values];
  });
  const [shortest] = lists.toSorted((a, b) => a.length - b.length);
  if (shortest !== undefined) return shortest;
  for (const { branches } of facts.unions) {
    const branchValues = branches.map(({ schema }) => listOwnValues(schema));
    if (branchValues.every((values) => values !== undefined)) return branchValues.flat();
  }
  const all = [...kinds];
  if (all.every((kind) => kind === 'null' || kind === 'boolean')) {
    return all.flatMap((kind) => (kind === 'null' ? [null] : [true, false]));
  }
  if (all.length !== 1 || !kinds.has('integer')) return undefined;
  const [lowest, highest] = [findLowest(facts).value, findHighest(facts).value];
  const count = highest - lowest + 1;
  if (!Number.isSafeInteger(count) || count > MAX_NUMBERS) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => lowest + index);
}
