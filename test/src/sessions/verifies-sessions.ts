import { test } from 'vitest';
import type { RuleId } from './manifest.ts';

/**
 * Declares a test of one or more rules of the session API; the ids of the rules become part of its
 * name.
 */
export function verifiesSessions(
  rules: readonly RuleId[],
  name: string,
  run: () => void | Promise<void>,
): void {
  test(`[${rules.join(', ')}] ${name}`, run);
}
