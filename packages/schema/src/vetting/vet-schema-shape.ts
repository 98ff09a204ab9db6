import { isRecord } from '../json/record.ts';
import { describeValue } from '../problems/describe-value.ts';
import { previewJson } from '../problems/preview-json.ts';
import { checkReferences } from '../schema-check/check-references.ts';
import { indexSchema, type SchemaIndex } from '../schema-check/index-schema.ts';
import { listPatterns, type PatternPlace, findSyntaxError } from '../schema-check/patterns.ts';
import {
  type SchemaIssue,
  createDialectIssue,
  createSchemaIssue,
} from '../schema-check/schema-issue.ts';

import type { JsonSchema } from '../types/json.ts';
import { type Dialect, toDialect } from '../references/dialect.ts';
import { isTooDeep } from '../validation/is-too-deep.ts';
import { checkForbidden } from './check-forbidden.ts';
import { checkKeywordTypes } from './check-keyword-types.ts';
import { measureInPlaceCost } from './in-place-cost.ts';
import { type PatternMode, type RunnableSchema, toRunnableSchema } from './to-runnable-schema.ts';
import { fillVetLimits, type VetLimits } from './vet-limits.ts';

/**
 * A schema from somebody else that may be used: within the limits, and without references out of
 * its document.
 */
export interface VettedSchema {
  /** A copy of the schema as somebody else sent it. */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  /** The most schemas that are applied to one value when this schema is checked; at least 1. */
  readonly cost: number;
  /** The form of the schema that the evaluator runs; for {@link createRemoteValidator}. */
  readonly runnable: RunnableSchema;
}

/** A schema from somebody else that must not be used; its `issues` hold at least one error. */
export interface RefusedSchema {
  readonly kind: 'refused';
  readonly issues: readonly SchemaIssue[];
}

/**
 * The outcome of {@link vetSchemaShape}: the schema with its patterns, or the reasons for its
 * refusal.
 */
export type ShapeOutcome =
  | {
      readonly kind: 'vetted';
      readonly vetted: VettedSchema;
      /**
       * The different patterns in the schema, for texts and for names; none of them has been
       * judged.
       */
      readonly patterns: readonly PatternPlace[];
    }
  | RefusedSchema;

/** Options of {@link vetSchemaShape}: limits on the schema, and the treatment of its patterns. */
export interface VetShapeOptions {
  /**
   * The limits of the schema. Default: those of {@link VetLimits}, each for itself; the time for
   * patterns does not matter.
   */
  readonly limits?: Partial<VetLimits>;
  /**
   * Treatment of patterns when values are checked. `left-out` (the default) leaves them out with
   * everything that they decide about: a value that is wrong without them is wrong with them, but a
   * value that passes may be wrong. `run` MUST only be used where running code can be stopped, as
   * in a worker. `fail` lets no text pass, which shows where patterns are applied to a value.
   */
  readonly patterns?: PatternMode;
}

/**
 * Vets a schema as `vetSchema` does, but without the analysis of patterns, whose code is many times
 * larger: for pages, where patterns run in a worker instead. It never throws and generates no code.
 *
 * Patterns that are not regular expressions, too long or too many are still refused. Codes: those
 * of `vetSchema`.
 *
 * @example
 * ```ts
 * import { vetSchemaShape } from '@formwork/schema';
 *
 * const outcome = vetSchemaShape({ type: 'object' });
 * ```
 */
export function vetSchemaShape(schema: unknown, options: VetShapeOptions = {}): ShapeOutcome {
  const { patterns: mode = 'left-out' } = options;
  try {
    return vet(schema, { limits: fillVetLimits(options.limits), mode });
  } catch (error) {
    // Any error, such as a stack that ran out, means that the schema cannot be used.
    const finding = { code: 'schema-invalid', pointer: '', expected: 'a schema that can be read' };
    return refuse([createSchemaIssue(undefined, { ...finding, current: String(error) })]);
  }
}

interface VetOptions {
  readonly limits: VetLimits;
  readonly mode: PatternMode;
}

function vet(value: unknown, { limits, mode }: VetOptions): ShapeOutcome {
  const copy = copyBounded(value, limits);
  if (copy.kind === 'refused') return copy;
  const { schema } = copy;
  const dialect = toDialect(schema);
  if (dialect === undefined) return refuse([createDialectIssue(schema)]);
  const index = indexSchema(schema, dialect);
  // Each step relies on the steps before it: what they let through is bounded.
  for (const check of [checkCounts, checkPlaces, checkReferencesOf]) {
    const issues = check({ schema, index, limits });
    if (issues.length > 0) return refuse(issues);
  }
  const patterns = listDifferentPatterns(index);
  const issues = checkPatternTexts(schema, { patterns, limits });
  if (issues.length > 0) return refuse(issues);
  const cost = measureInPlaceCost(index);
  if (cost.most > limits.cost) {
    return refuse([
      createSchemaIssue(schema, {
        code: 'schema-too-costly',
        pointer: cost.pointer,
        expected: `one that applies at most ${limits.cost} schemas to one value`,
        current: cost.most >= Number.MAX_SAFE_INTEGER ? 'more than can be counted' : `${cost.most}`,
      }),
    ]);
  }
  const runnable = toRunnableSchema(schema, { dialect, mode, hasPatterns: patterns.length > 0 });
  return { kind: 'vetted', vetted: { schema, dialect, cost: cost.most, runnable }, patterns };
}

/** The schema that is being vetted: its content, its index and its limits. */
interface Subject {
  readonly schema: JsonSchema;
  readonly index: SchemaIndex;
  readonly limits: VetLimits;
}

type Copy =
  | { readonly kind: 'copied'; readonly schema: JsonSchema }
  | { readonly kind: 'refused'; readonly issues: readonly SchemaIssue[] };

/** Copies a schema without getters, proxies and circles, once it is known to be small enough. */
function copyBounded(value: unknown, { size, depth }: VetLimits): Copy {
  if (value === true) return { kind: 'copied', schema: {} };
  if (!isRecord(value)) {
    const expected = 'an object';
    const current = describeValue(value);
    return refuse([
      createSchemaIssue(value, { code: 'schema-not-json', pointer: '', expected, current }),
    ]);
  }
  // Every schema takes one level or two.
  const levels = depth * 2;
  if (isTooDeep(value, levels)) return refuse([createDepthIssue(value, depth)]);
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) {
    const finding = { code: 'schema-not-json', pointer: '', expected: 'JSON' };
    return refuse([createSchemaIssue(value, { ...finding, current: 'something else' })]);
  }
  if (text.length > size) {
    const expected = `JSON of at most ${size} characters`;
    const current = `${text.length} characters`;
    return refuse([
      createSchemaIssue(value, { code: 'schema-too-large', pointer: '', expected, current }),
    ]);
  }
  const copy: unknown = JSON.parse(text);
  // A value with a `toJSON` of its own may be nested deeper as JSON.
  if (isTooDeep(copy, levels)) return refuse([createDepthIssue(copy, depth)]);
  return isRecord(copy)
    ? { kind: 'copied', schema: copy }
    : refuse([
        createSchemaIssue(value, { code: 'schema-not-json', pointer: '', expected: 'an object' }),
      ]);
}

function checkCounts({ schema, index, limits }: Subject): readonly SchemaIssue[] {
  const counts: readonly (readonly [string, number, number])[] = [
    ['schemas', index.places.size, limits.subschemas],
    ['references', index.references.length, limits.references],
  ];
  return counts.flatMap(([what, count, most]) =>
    count <= most ? [] : [createComplexityIssue(schema, `at most ${most} ${what}`, `${count}`)],
  );
}

function checkPlaces({ schema, index, limits }: Subject): readonly SchemaIssue[] {
  return [...index.places.values()].flatMap((place) => [
    ...checkForbidden(schema, place, limits),
    ...checkKeywordTypes(schema, place),
  ]);
}

function checkReferencesOf({ schema, index }: Subject): readonly SchemaIssue[] {
  return checkReferences(schema, index);
}

function createDepthIssue(schema: unknown, most: number): SchemaIssue {
  const expected = `nested at most ${most} schemas deep`;
  const finding = { code: 'schema-too-deep', pointer: '', expected, current: 'deeper' };
  return createSchemaIssue(schema, finding);
}

function createComplexityIssue(schema: JsonSchema, expected: string, current: string): SchemaIssue {
  return createSchemaIssue(schema, {
    code: 'schema-too-complex',
    pointer: '',
    expected: `one with ${expected}`,
    current,
  });
}

/** Makes the refusal of a schema with the first of many reasons. */
export function refuse(issues: readonly SchemaIssue[]): RefusedSchema {
  // A hostile schema may have thousands of faults; whoever reads them needs a few.
  return { kind: 'refused', issues: issues.slice(0, 20) };
}

/** Options of {@link checkPatternTexts}: the patterns to check, and their limits. */
interface PatternTextsOptions {
  readonly patterns: readonly PatternPlace[];
  readonly limits: VetLimits;
}

/** Lists the patterns of a document, each once. */
function listDifferentPatterns(index: SchemaIndex): readonly PatternPlace[] {
  const pointers = new Map<string, string>();
  for (const place of index.places.values()) {
    for (const { pattern, pointer } of listPatterns(place)) pointers.set(pattern, pointer);
  }
  return [...pointers].map(([pattern, pointer]) => ({ pattern, pointer }));
}

/** Finds patterns that are not regular expressions, too long or too many. */
function checkPatternTexts(
  root: JsonSchema,
  { patterns, limits }: PatternTextsOptions,
): readonly SchemaIssue[] {
  if (patterns.length > limits.patterns) {
    const expected = `one with at most ${limits.patterns} different patterns`;
    const current = `${patterns.length}`;
    return [
      createSchemaIssue(root, { code: 'schema-too-complex', pointer: '', expected, current }),
    ];
  }
  return patterns.flatMap(({ pattern, pointer }) => {
    if (pattern.length > limits.patternLength) {
      const expected = `a pattern of at most ${limits.patternLength} characters`;
      const current = `${pattern.length} characters`;
      return [
        createSchemaIssue(root, { code: 'schema-pattern-unsafe', pointer, expected, current }),
      ];
    }
    const reason = findSyntaxError(pattern);
    if (reason === undefined) return [];
    const expected = `a regular expression with the flag u (${reason})`;
    const current = previewJson(pattern);
    return [
      createSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current }),
    ];
  });
}
