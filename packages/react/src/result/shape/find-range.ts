import type { JsonSchema } from '@formwork/schema';

/** The range that a number is measured against. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The range of a schema, if a value is within it; `undefined` if the schema has no two ends. */
export function findRange(schema: JsonSchema, value: number): Range | undefined {
  const min = schema['minimum'] ?? schema['exclusiveMinimum'];
  const max = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof min !== 'number' || typeof max !== 'number') return undefined;
  // Ranges such as that of a 32-bit integer are limits of machines: nobody wants to see them.
  if (max <= min || max - min > 1_000_000) return undefined;
  return value >= min && value <= max ? { min, max } : undefined;
}
