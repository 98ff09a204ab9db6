import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the kind of a value as the suite names it. */
function toKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN);

/** The conditions of the suite on one value; every other member is a field that is matched. */
const CONDITIONS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  type: (value, wanted) => toKind(value) === wanted,
  exists: (value, wanted) => (value !== undefined) === wanted,
  absent: (value, wanted) => (value === undefined) === wanted,
  contains: (value, wanted) => typeof value === 'string' && value.includes(String(wanted)),
  starts_with: (value, wanted) => typeof value === 'string' && value.startsWith(String(wanted)),
  matches: (value, wanted) =>
    typeof value === 'string' && new RegExp(String(wanted), 'u').test(value),
  count: (value, wanted) => countOf(value) === wanted,
  count_gte: (value, wanted) => countOf(value) >= Number(wanted),
  count_lte: (value, wanted) => countOf(value) <= Number(wanted),
  one_of: (value, wanted) => fitsAny(value, wanted),
  any_of: (value, wanted) => fitsAny(value, wanted),
  all_of: (value, wanted) => (wanted as unknown[]).every((one) => fits(value, one)),
  items: (value, wanted) =>
    Array.isArray(value) &&
    (Array.isArray(wanted)
      ? wanted.every((one, index) => fits(value[index], one))
      : value.every((one) => fits(one, wanted))),
};

function fitsAny(value: unknown, wanted: unknown): boolean {
  return (wanted as unknown[]).some((one) => fits(value, one));
}

/** Returns true if a value is what the suite expects. */
export function fits(value: unknown, wanted: unknown): boolean {
  return findMisfit(value, wanted) === undefined;
}

/** Says what about a value is not what the suite expects; `undefined` if nothing is. */
export function findMisfit(value: unknown, wanted: unknown, path = ''): string | undefined {
  if (!isFields(wanted)) {
    return isDeepStrictEqual(value, wanted)
      ? undefined
      : `${path}: expected ${JSON.stringify(wanted)}, came ${show(value)}`;
  }
  for (const [name, one] of Object.entries(wanted)) {
    const condition = CONDITIONS[name];
    if (condition === undefined) {
      const found = findMisfit(isFields(value) ? value[name] : undefined, one, `${path}.${name}`);
      if (found !== undefined) return found;
    } else if (!condition(value, one)) {
      return `${path}: expected ${name} ${JSON.stringify(one)}, came ${show(value)}`;
    }
  }
  return undefined;
}

/** Lists the values at a path of the suite, such as `tasks[*].id` and `history[2].parts[*]`. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  let found: readonly unknown[] = [value];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\*|\d+)\]/gu)) {
    found = found.flatMap((one): readonly unknown[] => {
      if (name !== undefined) return isFields(one) ? [one[name]] : [];
      if (!Array.isArray(one)) return [];
      return index === '*' ? one : [one[Number(index)]];
    });
  }
  return found;
}

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300);
