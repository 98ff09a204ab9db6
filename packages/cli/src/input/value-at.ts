import { UsageError } from '../errors/errors.ts';

/** Longest list that flags can write. */
const MAX_INDEX = 999;

/** An object or list that is being put together. */
export type Container = Record<string, unknown> | unknown[];

/** Reads the own value at a key; `undefined` if there is none, whatever prototypes have. */
export function getAt(container: unknown, key: string): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  return Object.hasOwn(container, key) ? (Reflect.get(container, key) as unknown) : undefined;
}

/** Puts a value at a key, also at one such as `__proto__`. Lists grow without holes. */
export function setAt(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container) && (Number(key) > MAX_INDEX || Number(key) > container.length)) {
    throw new UsageError(
      `Cannot put a value at index ${key} as a list must be filled from 0 on, up to ${MAX_INDEX}: current length is ${container.length}. Use --json for longer lists.`,
    );
  }
  Object.defineProperty(container, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** True for what {@link setAt} can put something into. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
