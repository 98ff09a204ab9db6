import { appendPointer } from '../json/json-pointer.ts';
import { hasLoneSurrogate } from '../json/lone-surrogate.ts';

/** The deepest nesting of arrays and objects in the definitions of skills. */
export const MAX_DEFINITION_DEPTH = 128;

/** A place in a value that JSON cannot carry or would change, and the value there in words. */
export interface NonJson {
  readonly kind: 'value' | 'circular' | 'too-deep';
  readonly pointer: string;
  /** The value at that place, in words that complete "current value is ...". */
  readonly current: string;
}

/** Options of {@link findNonJson}: whether members may be `undefined`. */
export interface FindNonJsonOptions {
  /** True accepts members that are `undefined`, which JSON leaves out. Default false. */
  readonly allowUndefined?: boolean;
}

/**
 * Finds the first place of a value that JSON cannot carry, or would change silently: functions,
 * `undefined`, BigInts, dates and maps, `NaN`, cycles, halves of surrogate pairs, and nesting
 * deeper than 128 levels. `undefined` if there is none.
 */
export function findNonJson(
  value: unknown,
  { allowUndefined = false }: FindNonJsonOptions = {},
): NonJson | undefined {
  return findWithin({ value, pointer: '', holders: new Map() }, allowUndefined);
}

function findWithin(
  {
    value,
    pointer,
    holders,
  }: {
    readonly value: unknown;
    readonly pointer: string;
    /** The objects that the value is inside of, with their pointers, by which cycles are found. */
    readonly holders: ReadonlyMap<object, string>;
  },
  allowUndefined: boolean,
): NonJson | undefined {
  const current = describeNonJson(value);
  if (current !== undefined) return { kind: 'value', pointer, current };
  if (typeof value !== 'object' || value === null) return undefined;
  const holder = holders.get(value);
  if (holder !== undefined) {
    const name = holder === '' ? 'the root' : JSON.stringify(holder);
    return { kind: 'circular', pointer, current: `circular: ${name} again` };
  }
  if (holders.size >= MAX_DEFINITION_DEPTH) {
    return { kind: 'too-deep', pointer, current: 'nested deeper' };
  }
  const inner = new Map(holders).set(value, pointer);
  // Array.from shows the holes of an array as `undefined`.
  const members = Array.isArray(value) ? Array.from(value).entries() : Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined && allowUndefined && !Array.isArray(value)) continue;
    const at = appendPointer(pointer, name);
    if (hasLoneSurrogate(String(name))) {
      return { kind: 'value', pointer: at, current: 'a name with half a surrogate pair' };
    }
    const finding = findWithin({ value: member, pointer: at, holders: inner }, allowUndefined);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function describeNonJson(value: unknown): string | undefined {
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'bigint':
      return `the BigInt ${value}n`;
    case 'number':
      return Number.isFinite(value) ? undefined : String(value);
    case 'string':
      return hasLoneSurrogate(value) ? 'text with half a surrogate pair' : undefined;
    case 'boolean':
      return undefined;
    case 'object':
      return value === null ? undefined : describeObject(value);
  }
}

function describeObject(value: object): string | undefined {
  if ('toJSON' in value && typeof value.toJSON === 'function' && !isTagged(value, 'Date')) {
    return 'an object with toJSON';
  }
  // Maps, dates, regular expressions and the like have no members that JSON could show.
  const isPlain = Array.isArray(value) || isTagged(value, 'Object') || isTagged(value, 'Module');
  return isPlain ? undefined : `an object of the class ${readTag(value)}`;
}

function isTagged(value: object, tag: string): boolean {
  return readTag(value) === tag;
}

function readTag(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
