import { TaskState, taskStateFromJSON } from '@a2a-js/sdk';
import type { RequestMalformedError } from '@a2a-js/sdk/errors';
import { createFieldError } from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/json';

/** A JSON object of a request, whose values are unknown. */
export type Fields = Readonly<Record<string, unknown>>;

export { createFieldError };

const MAX_SHOWN_LENGTH = 80;

/** Makes the error for a field with a wrong value. */
export function createShapeError(
  path: string,
  expected: string,
  value: unknown,
): RequestMalformedError {
  return createFieldError(path, expected, showReceived(value));
}

/** True for `null` and for an absent value, because a request may use either. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Returns the value if it is an object; throws `RequestMalformedError` otherwise. */
export function requireObject(value: unknown, path: string): Fields {
  if (!isRecord(value)) throw createShapeError(path, 'an object', value);
  return value;
}

/** Returns the value if it is an array; throws `RequestMalformedError` otherwise. */
export function requireArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw createShapeError(path, 'an array', value);
  return value;
}

/** @throws RequestMalformedError unless the value is text */
export function requireText(value: unknown, path: string): void {
  if (typeof value !== 'string') throw createShapeError(path, 'text', value);
}

/** @throws RequestMalformedError unless the value is a task state of ProtoJSON */
export function requireState(value: unknown, path: string): void {
  if (taskStateFromJSON(value) === TaskState.UNRECOGNIZED) {
    throw createShapeError(path, 'a task state such as "TASK_STATE_WORKING"', value);
  }
}

/** @throws RequestMalformedError unless the value is absent or passes the check */
export function checkOptional(
  value: unknown,
  path: string,
  check: (value: unknown, path: string) => unknown,
): void {
  if (!isAbsent(value)) check(value, path);
}

/** @throws RequestMalformedError unless the value is an array of texts */
export function requireTexts(value: unknown, path: string): void {
  for (const [index, item] of requireArray(value, path).entries()) {
    requireText(item, `${path}[${index}]`);
  }
}

/** @throws RequestMalformedError unless the value is true or false */
export function requireBoolean(value: unknown, path: string): void {
  if (typeof value !== 'boolean') throw createShapeError(path, 'true or false', value);
}

/** @throws RequestMalformedError unless the value is a whole number, 0 or more */
export function requireCount(value: unknown, path: string): void {
  if (!Number.isInteger(value) || Number(value) < 0) {
    throw createShapeError(path, 'a whole number, 0 or more', value);
  }
}

function showReceived(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}\u2026`;
}
