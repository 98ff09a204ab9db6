import { test } from 'vitest';
import type { RuleId } from './manifest.ts';

/** A test of one or more rules; the ids become part of its name. */
export function verifiesMessages(
  rules: readonly RuleId[],
  name: string,
  run: () => void | Promise<void>,
): void {
  test(`[${rules.join(', ')}] ${name}`, run);
}
