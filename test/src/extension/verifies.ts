import { test } from 'vitest';
import type { ClauseId } from './clauses.ts';

/**
 * Declares a test that verifies clauses of the object-schemas extension; their ids become part of
 * the test's name.
 */
export function verifies(
  clauses: readonly ClauseId[],
  name: string,
  run: () => Promise<void>,
): void {
  test(`[${clauses.join(', ')}] ${name}`, run);
}
