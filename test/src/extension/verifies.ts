import { test } from 'vitest';
import type { ClauseId } from './clauses.ts';

/** A test of one or more clauses; the ids become part of its name. */
export function verifies(
  clauses: readonly ClauseId[],
  name: string,
  run: () => Promise<void>,
): void {
  test(`[${clauses.join(', ')}] ${name}`, run);
}
