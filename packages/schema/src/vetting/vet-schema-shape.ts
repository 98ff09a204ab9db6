import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { isUnmatchable } from '../pattern/pattern-matcher.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { describeValue } from '../problems/describe-value.ts';
import { previewJson } from '../problems/preview-json.ts';
import { type Dialect, toDialect } from '../references/dialect.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import { checkReferences } from '../schema-check/check-references.ts';
import { indexSchema, type SchemaIndex } from '../schema-check/index-schema.ts';
import { listPatterns, type PatternLocation } from '../schema-check/patterns.ts';
import {
  createDialectIssue,
  createSchemaIssue,
  type SchemaIssue,
} from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import { isTooDeep } from '../validation/is-too-deep.ts';
import { checkKeywordTypes } from './check-keyword-types.ts';
import { type PatternMode, type RunnableSchema, toRunnableSchema } from './to-runnable-schema.ts';
import { fillVetLimits, type VetLimits } from './vet-limits.ts';

/**
 * The keywords that a schema from outside must not have: they make a validator wait, follow
 * the data or skip keywords, or do not belong to JSON Schema, so that other validators may read
 * them differently.
 */
const FORBIDDEN: ReadonlySet<string> = new Set(['$async', '$vocabulary', '$data']);

const ALTERNATIVES: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];

/**
 * A schema from outside that may be used: within the limits, and without references out of
 * its document.
 */
export interface VettedSchema {
  /** A copy of the schema as it came from outside. */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  /** The most schemas that are applied to one value when this schema is checked; at least 1. */
  readonly cost: number;
  /** The form of the schema that the evaluator runs; for {@link createRemoteValidator}. */
  readonly runnable: RunnableSchema;
}

/** A schema from outside that must not be used; its `issues` hold at least one error. */
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
      readonly patterns: readonly PatternLocation[];
    }
  | RefusedSchema;

/** Options of {@link vetSchemaShape}: limits on the schema, and the treatment of its patterns. */
export interface VetShapeOptions {
  /**
   * The limits of the schema. Default: those of {@link VetLimits}, each for itself.
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

function vet(
  value: unknown,
  {
    limits,
    mode,
  }: {
    readonly limits: VetLimits;
    readonly mode: PatternMode;
  },
): ShapeOutcome {
  const copy = copyBounded(value, limits);
  if (copy.kind === 'refused') return copy;
  const { schema } = copy;
  const dialect = toDialect(schema);
  if (dialect === undefined) return refuse([createDialectIssue(schema)]);
  const index = indexSchema(schema, dialect);
  // Each step relies on the steps before it: what they let through is bounded.
  for (const check of [checkCounts, checkSubschemaCount, checkReferencesOf]) {
    const issues = check({ schema, index, limits });
    if (issues.length > 0) return refuse(issues);
  }
  const patterns = listDifferentPatterns(index);
  const issues = checkPatternTexts(schema, patterns, limits);
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
  // Each level of schemas takes one or two levels of JSON.
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

function checkSubschemaCount({ schema, index, limits }: Subject): readonly SchemaIssue[] {
  return [...index.places.values()].flatMap((subschema) => [
    ...checkForbidden(schema, subschema, limits),
    ...checkKeywordTypes(schema, subschema),
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

/** Makes the refusal of a schema, with at most 20 of its issues. */
function refuse(issues: readonly SchemaIssue[]): RefusedSchema {
  // A hostile schema may have thousands of faults; a reader needs a few.
  return { kind: 'refused', issues: issues.slice(0, 20) };
}

/** Lists the patterns of a document, each once. */
function listDifferentPatterns(index: SchemaIndex): readonly PatternLocation[] {
  const pointers = new Map<string, string>();
  for (const subschema of index.places.values()) {
    for (const { pattern, pointer } of listPatterns(subschema)) pointers.set(pattern, pointer);
  }
  return [...pointers].map(([pattern, pointer]) => ({ pattern, pointer }));
}

/** Finds patterns that are not regular expressions, too long or too many. */
function checkPatternTexts(
  root: JsonSchema,
  patterns: readonly PatternLocation[],
  limits: VetLimits,
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
    const unicodePattern = toUnicodePattern(pattern);
    const reason = findPatternFault(unicodePattern);
    if (reason === undefined)
      return isUnmatchable(unicodePattern) ? [createRepeatIssue(root, { pattern, pointer })] : [];
    const expected = `a regular expression with the flag u (${reason})`;
    const current = previewJson(pattern);
    return [
      createSchemaIssue(root, { code: 'schema-pattern-invalid', pointer, expected, current }),
    ];
  });
}

function createRepeatIssue(root: JsonSchema, { pattern, pointer }: PatternLocation): SchemaIssue {
  return createSchemaIssue(root, {
    code: 'schema-pattern-unsafe',
    pointer,
    expected: 'a pattern whose repetitions, written out, take at most 50000 instructions',
    current: previewJson(pattern),
  });
}

/** Finds keywords that a schema from outside must not have, and lists that are too long. */
function checkForbidden(
  root: JsonSchema,
  { schema, pointer }: Subschema,
  { branches, enumValues }: VetLimits,
): readonly SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  const refused = Object.entries(schema).flatMap(([name, value]) => {
    const isForbidden = FORBIDDEN.has(name);
    const isData = isRecord(value) && typeof value['$data'] === 'string' && !isMap(name);
    if (!isForbidden && !isData) return [];
    const at = appendPointer(pointer, name);
    const expected = isForbidden ? 'absent' : 'a value, without "$data"';
    return [createSchemaIssue(root, { code: 'schema-keyword-refused', pointer: at, expected })];
  });
  const lists: readonly (readonly [string, number])[] = [
    ...ALTERNATIVES.map((name) => [name, branches] as const),
    ['enum', enumValues],
  ];
  const long = lists.flatMap(([name, most]) => {
    const list = schema[name];
    if (!Array.isArray(list) || list.length <= most) return [];
    return [
      createSchemaIssue(root, {
        code: 'schema-too-complex',
        pointer: appendPointer(pointer, name),
        expected: `a list of at most ${most}`,
        current: `${list.length}`,
      }),
    ];
  });
  return [...refused, ...long];
}

/**
 * True for a keyword whose members are not keywords, such as `properties`, whose members are names.
 */
function isMap(keyword: string): boolean {
  return /^(?:properties|patternProperties|\$defs|definitions|depend.*|const|default)$/u.test(
    keyword,
  );
}

/** The number of schemas that are applied to one value, which is the cost of a schema. */
interface InPlaceCost {
  /** The greatest number of schemas that one schema applies to a single value; at least 1. */
  readonly most: number;
  /** The JSON pointer to the schema that applies the most schemas to one value. */
  readonly pointer: string;
}

/**
 * Counts the schemas that are applied to one value, with every reference followed each time:
 * ladders of references double the number with each step. The document MUST have no circle of such
 * references.
 */
function measureInPlaceCost({ places, innerOf, referencesOf }: SchemaIndex): InPlaceCost {
  const costs = new Map<string, number>();
  let most: InPlaceCost = { most: 1, pointer: '' };
  for (const start of places.keys()) {
    const cost = measureCost(start);
    if (cost > most.most) most = { most: cost, pointer: start };
  }
  return most;

  // A stack replaces recursion, because a chain of references can be as long as there are schemas.
  function measureCost(start: string): number {
    const path = [{ pointer: start, steps: listSteps(start), cost: 1 }];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const step = last.steps.pop();
      if (step === undefined) {
        costs.set(last.pointer, last.cost);
        path.pop();
        const outer = path.at(-1);
        if (outer !== undefined) outer.cost = addBounded(outer.cost, last.cost);
      } else {
        const cost = costs.get(step);
        if (cost === undefined) path.push({ pointer: step, steps: listSteps(step), cost: 1 });
        else last.cost = addBounded(last.cost, cost);
      }
    }
    return costs.get(start) ?? 1;
  }

  function listSteps(pointer: string): string[] {
    const steps: string[] = [];
    for (const inner of innerOf.get(pointer) ?? []) if (inner.inPlace) steps.push(inner.pointer);
    for (const { target } of referencesOf.get(pointer) ?? []) {
      if (target !== undefined) steps.push(target);
    }
    return steps;
  }
}

function addBounded(left: number, right: number): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER);
}
