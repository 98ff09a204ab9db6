import { test } from 'vitest';
import type { RuleId } from './manifest.ts';

/**
 * Declares a test of one or more rules of message envelopes; the ids of the rules become part of
 * its name.
 */
export function verifiesMessages(
  rules: readonly RuleId[],
  name: string,
  run: () => void | Promise<void>,
): void {
  test(`[${rules.join(', ')}] ${name}`, run);
}
