import type { Fault } from './fault.ts';

/** The result of a check: the rule holds, is broken, or could not be tried. */
export type RuleResult =
  | { readonly kind: 'holds' }
  | { readonly kind: 'broken'; readonly fault: Fault }
  | { readonly kind: 'untried'; readonly reason: string };

export const HOLDS: RuleResult = { kind: 'holds' };

/** Makes the verdict of a broken rule. */
export function broken(fault: Fault): RuleResult {
  return { kind: 'broken', fault };
}

/** Makes the verdict of a rule that could not be tried. */
export function untried(reason: string): RuleResult {
  return { kind: 'untried', reason };
}

/**
 * Thrown inside a check when what it needs did not come, because another rule is broken: the check
 * then says that it could not be tried, and the agent has one fault instead of many.
 */
export class UntriedError extends Error {}
