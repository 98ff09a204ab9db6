import { findHighest, findLowest } from './bounds.ts';
import { listOwnValues, type Constraints } from './constraints.ts';

/** The most whole numbers in a range that are listed and compared one by one. */
const MAX_NUMBERS = 100;

/** Lists all values that fit the constraints, if there are few enough; `undefined` otherwise. */
export function listFiniteValues(constraints: Constraints): readonly unknown[] | undefined {
  const values = findShortestList(constraints);
  return values?.filter(
    (value) =>
      constraints.locations.every(({ document, pointer }) => document.accepts(pointer, value)) &&
      !constraints.excluded.some(({ document, pointer }) => document.accepts(pointer, value)),
  );
}

function findShortestList(constraints: Constraints): readonly unknown[] | undefined {
  const { locations, kinds } = constraints;
  const lists = locations.flatMap(({ schema }) => {
    const values = listOwnValues(schema);
    return values === undefined ? [] : [values];
  });
  const [shortest] = lists.toSorted((a, b) => a.length - b.length);
  if (shortest !== undefined) return shortest;
  for (const { branches } of constraints.unions) {
    const branchValues = branches.map(({ schema }) => listOwnValues(schema));
    if (branchValues.every((values) => values !== undefined)) return branchValues.flat();
  }
  const all = [...kinds];
  if (all.every((kind) => kind === 'null' || kind === 'boolean')) {
    return all.flatMap((kind) => (kind === 'null' ? [null] : [true, false]));
  }
  if (all.length !== 1 || !kinds.has('integer')) return undefined;
  const [lowest, highest] = [findLowest(constraints).value, findHighest(constraints).value];
  const count = highest - lowest + 1;
  if (!Number.isSafeInteger(count) || count > MAX_NUMBERS) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => lowest + index);
}
