import type { VetLimits } from '@formwork/schema';

/**
 * The limits for checking values by a schema that a form draws. They are wide, because whoever gave
 * the schema to the form has vetted it: a stranger's by the limits of strangers, an own one by none.
 * Checks themselves are limited by their steps.
 */
export const DRAWN_LIMITS: Partial<VetLimits> = {
  size: 16_777_216,
  subschemas: 100_000,
  references: 100_000,
  branches: 20_000,
  enumValues: 100_000,
  cost: 100_000,
  patternLength: 10_000,
  patterns: 10_000,
};
