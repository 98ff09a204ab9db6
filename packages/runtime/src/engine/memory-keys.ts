import { hashKey } from '../idempotency-key.ts';
import type { Scope } from '../scope.ts';
import type { NewTask } from './task-engine.ts';

/**
 * The first character of the key of an imported task, before a hash. Other keys begin with a
 * number.
 */
const IMPORTED = '#';

/**
 * Returns the hash of a task's scope and idempotency key in hexadecimal; `undefined` for a task
 * without a key.
 */
export function readCreationKey({
  key,
  scope,
}: {
  readonly scope: Scope;
  /** The key that {@link joinKey} or {@link createImportedKey} has made. */
  readonly key: string | undefined;
}): string | undefined {
  if (key === undefined) return undefined;
  if (isImportedKey(key)) return key.slice(IMPORTED.length);
  return hashKey(scope, key.slice(`${scope.length}:${scope}`.length)).toString('hex');
}

/**
 * Joins the scope and the idempotency key of a task in one text. The length of the scope comes
 * first, so that different pairs never give the same text. The text is long, so it is made once for
 * each task.
 */
export function joinKey({
  scope,
  idempotencyKey,
}: Pick<NewTask, 'scope' | 'idempotencyKey'>): string | undefined {
  return idempotencyKey === undefined ? undefined : `${scope.length}:${scope}${idempotencyKey}`;
}

/** Makes the key of an imported task from the hash that `TaskArchive` exports. */
export function createImportedKey(creationKey: string): string {
  return `${IMPORTED}${creationKey}`;
}

/** Returns true for a key that {@link createImportedKey} has made. */
export function isImportedKey(key: string): boolean {
  return key.startsWith(IMPORTED);
}
