import { UsageError } from '../errors/errors.ts';

/** The highest list index that a flag can write. */
const MAX_INDEX = 999;

/** An object or list that flags are building. */
export type Container = Record<string, unknown> | unknown[];

/** Returns the own member at a key, never an inherited one; `undefined` if there is none. */
export function getAt(container: unknown, key: string): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  return Object.hasOwn(container, key) ? (Reflect.get(container, key) as unknown) : undefined;
}

/** Sets the member at a key, even one such as `__proto__`. A list grows without gaps. */
export function setAt(container: Container, key: string, value: unknown): void {
  if (Array.isArray(container) && (Number(key) > MAX_INDEX || Number(key) > container.length)) {
    throw new UsageError(
      `Cannot put a value at index ${key} because a list must be filled from 0 on, up to ${MAX_INDEX}: current length is ${container.length}. Use --json for longer lists.`,
    );
  }
  Object.defineProperty(container, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** True for an object or list that {@link setAt} can write to. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
