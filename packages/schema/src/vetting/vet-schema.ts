import { previewJson } from '../problems/preview-json.ts';
import type { PatternPlace } from '../schema-check/patterns.ts';
import { type SchemaIssue, createSchemaIssue } from '../schema-check/schema-issue.ts';

import { isUnsafePattern } from '../schema-check/unsafe-pattern.ts';
import type { JsonSchema } from '../types/json.ts';
import { fillVetLimits, type VetLimits } from './vet-limits.ts';
import {
  refuse,
  type RefusedSchema,
  vetSchemaShape,
  type VettedSchema,
} from './vet-schema-shape.ts';

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
 * Decides whether a schema from somebody else may be used. Never throws, generates no code, opens
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
  const limits = fillVetLimits(options.limits);
  const outcome = vetSchemaShape(schema, { limits, patterns: 'run' });
  if (outcome.kind === 'refused') return outcome;
  const { vetted, patterns } = outcome;
  const issues = checkPatternShapes(vetted.schema, { patterns, limits });
  return issues.length > 0 ? refuse(issues) : { kind: 'vetted', vetted };
}

/** Options of {@link checkPatternShapes}: the patterns to analyse, and the time for it. */
interface PatternShapesOptions {
  readonly patterns: readonly PatternPlace[];
  readonly limits: VetLimits;
}

/**
 * Finds patterns that must not run, because some texts make them take endless time. Patterns that
 * are not analysed within the limit are refused too.
 */
function checkPatternShapes(
  root: JsonSchema,
  { patterns, limits }: PatternShapesOptions,
): readonly SchemaIssue[] {
  const deadline = Date.now() + limits.patternMilliseconds;
  return patterns.flatMap(({ pattern, pointer }) => {
    const milliseconds = deadline - Date.now();
    if (milliseconds > 0 && !isUnsafePattern(pattern, { milliseconds })) return [];
    const expected = 'a regular expression whose time does not explode with the length of the text';
    const current = previewJson(pattern);
    return [createSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current })];
  });
}
