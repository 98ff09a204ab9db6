import type { VetLimits } from './vet-limits.ts';
import { type RefusedSchema, vetSchemaShape, type VettedSchema } from './vet-schema-shape.ts';

/** The outcome of {@link vetSchema}: the vetted schema, or the reasons for its refusal. */
export type VetOutcome =
  | { readonly kind: 'vetted'; readonly vetted: VettedSchema }
  /** The refusal of a schema; its `issues` hold at least one error. */
  | RefusedSchema;

/** Options of {@link vetSchema}: limits on the size and the cost of the schema. */
export interface VetSchemaOptions {
  /** The limits of the schema. Default: those of {@link VetLimits}, each for itself. */
  readonly limits?: Partial<VetLimits>;
}

/**
 * Decides whether a schema from outside may be used. Never throws, generates no code, opens
 * no file and no connection; the limits bound its work, and it explains every refusal.
 *
 * Codes: `schema-not-json`, `schema-too-large`, `schema-too-deep`, `schema-too-complex`,
 * `schema-too-costly`, `schema-dialect-unknown`, `schema-dialect-mixed`, `schema-invalid`,
 * `schema-keyword-refused`, `schema-reference-unresolved`, `schema-reference-cycle`,
 * `schema-reference-ambiguous`, `schema-pattern-invalid`, `schema-pattern-unsafe`.
 *
 * @example
 * ```ts
 * import { vetSchema } from '@formwork/schema';
 *
 * declare const foreign: unknown;
 * const outcome = vetSchema(foreign);
 * if (outcome.kind === 'refused') console.warn(outcome.issues);
 * ```
 */
export function vetSchema(schema: unknown, options: VetSchemaOptions = {}): VetOutcome {
  const outcome = vetSchemaShape(schema, { ...options, patterns: 'run' });
  return outcome.kind === 'refused' ? outcome : { kind: 'vetted', vetted: outcome.vetted };
}
