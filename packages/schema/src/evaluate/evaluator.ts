import { toPointer } from '../json/json-pointer.ts';
import { createPatternMatcher, type PatternMatcher } from '../pattern/pattern-matcher.ts';
import type { PatternMemory } from '../pattern/pattern-memory.ts';
import type { StepBudget } from '../pattern/step-budget.ts';
import {
  isReferenceAlone,
  isReferenceKeyword,
  REFERENCE_KEYWORDS,
} from '../references/reference-keywords.ts';
import { isSchema, KNOWN_KEYWORDS } from '../references/schema-keywords.ts';
import {
  findDynamicTarget,
  type SchemaLocation,
  type SchemaReferences,
  type SchemaResource,
} from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import { APPLICATOR_KEYWORDS } from './applicator-keywords.ts';
import { ARRAY_KEYWORDS } from './array-keywords.ts';
import {
  createEvaluation,
  evaluate,
  fail,
  OUT_OF_STEPS,
  type Check,
  type Evaluation,
  type EvaluationLimits,
  type SchemaNode,
  type Scope,
} from './evaluation.ts';
import type { KeywordFailure } from './keyword-failure.ts';
import type { Keyword } from './keyword.ts';
import { OBJECT_KEYWORDS } from './object-keywords.ts';
import { VALUE_KEYWORDS } from './value-keywords.ts';

/**
 * The verdict on a value: what took too long if it takes more steps than allowed, `uncheckable` if
 * reading the value throws.
 */
type EvaluationResult = 'valid' | 'invalid' | 'uncheckable' | TooLong;

/** A check that takes more steps than allowed: the pattern at fault, and where. */
export interface TooLong {
  /** The pattern at fault; `undefined` if none is. */
  readonly pattern: string | undefined;
  /** The JSON pointer to the text for which the pattern takes too long; else that to the value. */
  readonly pointer: string;
}

/** A compiled schema that judges values. It generates no code, and keeps nothing of a value. */
export interface Evaluator {
  /**
   * Judges a value within the limits of the evaluator, whatever the schema and the value. What
   * `memory` learns spares `explain` the same work.
   */
  judge(value: unknown, memory?: PatternMemory): EvaluationResult;
  /**
   * Lists the failures of a value, with those inside alternatives, up to the limits. `isComplete`
   * is false if there may be more, even when none is listed.
   */
  explain(
    value: unknown,
    options?: {
      /** True collects the failures inside failed alternatives as well. Default true. */
      readonly looksIntoAlternatives?: boolean;
      /** What has been learnt by judging the same value. Default: nothing. */
      readonly memory?: PatternMemory | undefined;
    },
  ): {
    readonly failures: readonly KeywordFailure[];
    readonly isComplete: boolean;
  };
  /**
   * Returns the first failure of a value, without those inside its alternatives; `[]` if the value
   * fits.
   */
  explainFirst(value: unknown, memory?: PatternMemory): readonly KeywordFailure[];
  /**
   * Finds what takes too long if checking all keywords of a value, those inside failed alternatives as well,
   * takes more steps than allowed.
   */
  findTooLong(value: unknown): TooLong | undefined;
}

const DEFAULT_LIMITS: EvaluationLimits = { steps: 20_000_000, failures: 1000 };

/**
 * The most different chains of schema resources in one evaluator, each of which may need its own
 * compiled copy of every schema; a check that needs more is given up as too long.
 */
const MAX_SCOPES = 100;

/**
 * The functions that make the checks of all keywords, in the order in which failures are reported.
 */
const KEYWORDS: ReadonlyMap<string, Keyword> = orderKeywords(
  'type minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern',
  `format ${REFERENCE_KEYWORDS.join(' ')} const enum not anyOf oneOf allOf if`,
  'minItems maxItems uniqueItems additionalItems prefixItems items contains',
  'minProperties maxProperties required propertyNames additionalProperties dependencies',
  'properties patternProperties dependentRequired dependentSchemas propertyDependencies',
  'unevaluatedItems unevaluatedProperties',
);

/**
 * Makes an evaluator of JSON Schema draft-04, draft-06, draft-07, 2019-09, 2020-12 and v1. Each keyword
 * counts in the dialects that have it, formats are asserted, and only own properties are looked at.
 * Schemas are compiled to functions when the first value comes to them.
 *
 * References and patterns MUST have been checked: a reference that leads nowhere checks nothing.
 */
export function createEvaluator(
  references: SchemaReferences,
  {
    subschema,
    limits,
    budget,
    runsPatterns = true,
    createMatcher = createPatternMatcher,
    assertsFormats = true,
  }: {
    /** The place, in its document, of the schema that values are checked against. */
    readonly subschema: SchemaLocation;
    /**
     * The limits of each evaluation. Default: 20 million steps, which take a second or two at most,
     * and 1,000 failures.
     */
    readonly limits?: Partial<EvaluationLimits>;
    /** Loses the steps of each verdict. Default: none counts them. */
    readonly budget?: StepBudget | undefined;
    /**
     * False runs no patterns, and treats every text and name as one that does not match. Default
     * true.
     */
    readonly runsPatterns?: boolean;
    /** Makes the matcher of a pattern. Default {@link createPatternMatcher}. */
    readonly createMatcher?: (pattern: string) => PatternMatcher;
    /** False ignores `format`, for schemas that are checked against a meta-schema. Default true. */
    readonly assertsFormats?: boolean;
  },
): Evaluator {
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const nodes = createNodes(references);
  const compile = createCompiler(references, nodes.toNode, {
    assertsFormats,
    createMatcher: runsPatterns ? createMatcher : undefined,
  });
  const root = nodes.toNode(subschema.schema, {
    resource: subschema.resource,
    scope: nodes.outermost,
  });

  return {
    judge(value, memory) {
      const run = createEvaluation(allLimits, compile, { memory });
      try {
        return evaluate(root, value, run) ? 'valid' : 'invalid';
      } catch (error) {
        return error === OUT_OF_STEPS ? toTooLong(run) : 'uncheckable';
      } finally {
        if (budget !== undefined) budget.steps -= allLimits.steps - run.steps;
      }
    },
    explain(value, { looksIntoAlternatives = true, memory } = {}) {
      const failures: KeywordFailure[] = [];
      try {
        evaluate(
          root,
          value,
          createEvaluation(allLimits, compile, { failures, looksIntoAlternatives, memory }),
        );
        return { failures, isComplete: true };
      } catch {
        // The limit on failures or steps was reached; the failures found so far are valid.
        return { failures, isComplete: false };
      }
    },
    explainFirst(value, memory) {
      const failures: KeywordFailure[] = [];
      const oneFailure = { ...allLimits, failures: 1 };
      try {
        evaluate(
          root,
          value,
          createEvaluation(oneFailure, compile, { failures, looksIntoAlternatives: false, memory }),
        );
      } catch {
        // The evaluation ends with the first failure.
      }
      return failures;
    },
    findTooLong(value) {
      // Failures are collected so that no failure ends a check; none of them is reported.
      const collecting = createEvaluation(allLimits, compile, { failures: [] });
      const run = { ...collecting, reported: undefined };
      try {
        evaluate(root, value, run);
        return undefined;
      } catch (error) {
        return error === OUT_OF_STEPS ? toTooLong(run) : undefined;
      }
    },
  };
}

/** Finds the node of a schema, for the chain of resources through which values come to it. */
type ToNode = (
  schema: JsonSchema | boolean,
  outer: Pick<SchemaNode, 'resource' | 'scope'>,
) => SchemaNode;

/** Makes the nodes of the schemas of an evaluator, each of them once. */
function createNodes(references: SchemaReferences): {
  readonly toNode: ToNode;
  /** The chain with which values come to the first schema. */
  readonly outermost: Scope;
} {
  const shared = listShared(references);
  const scopes = { count: 0 };

  function createScope(resources: readonly SchemaResource[]): Scope {
    scopes.count += 1;
    if (scopes.count > MAX_SCOPES) throw OUT_OF_STEPS;
    return { resources, next: new Map(), nodes: new Map() };
  }

  /**
   * Returns a chain with a schema resource added; the same chain if the resource has no dynamic
   * anchors, because it then changes nothing.
   */
  function enter(scope: Scope, resource: SchemaResource): Scope {
    const decides = resource.isRecursive || resource.dynamicAnchors.size > 0;
    if (!decides || scope.resources.includes(resource)) return scope;
    const cached = scope.next.get(resource);
    if (cached !== undefined) return cached;
    const next = createScope([...scope.resources, resource]);
    scope.next.set(resource, next);
    return next;
  }

  function toNode(
    schema: JsonSchema | boolean,
    outer: Pick<SchemaNode, 'resource' | 'scope'>,
  ): SchemaNode {
    const resource =
      (typeof schema === 'boolean' ? undefined : references.placeOf(schema)?.resource) ??
      outer.resource;
    const scope = enter(outer.scope, resource);
    const cached = scope.nodes.get(schema);
    if (cached !== undefined) return cached;
    const isShared = typeof schema === 'object' && shared.has(schema);
    const { dialect } = resource.document;
    const asks =
      typeof schema === 'object' &&
      KNOWN_KEYWORDS[dialect].has('unevaluatedItems') &&
      (Object.hasOwn(schema, 'unevaluatedItems') || Object.hasOwn(schema, 'unevaluatedProperties'));
    const node: SchemaNode = { schema, resource, scope, isShared, asks, checks: undefined };
    scope.nodes.set(schema, node);
    return node;
  }

  return { toNode, outermost: createScope([]) };
}

/** Makes the function that compiles the checks of a node, from the keywords of its schema. */
function createCompiler(
  references: SchemaReferences,
  toNode: ToNode,
  {
    assertsFormats,
    createMatcher,
  }: {
    readonly assertsFormats: boolean;
    /** Makes the matcher of a pattern; `undefined` runs no patterns. */
    readonly createMatcher: ((pattern: string) => PatternMatcher) | undefined;
  },
): (node: SchemaNode) => readonly Check[] {
  const matchers = new Map<string, PatternMatcher>();

  function toTarget(node: SchemaNode, schema: JsonSchema, keyword: string): SchemaNode | undefined {
    const source = references.placeOf(schema);
    const sourceReferences = source && references.referencesOf.get(source);
    const reference = sourceReferences?.find((candidate) => candidate.keyword === keyword);
    const target = reference && findDynamicTarget(reference, node.scope.resources);
    if (target === undefined) return undefined;
    return toNode(target.schema, { resource: target.resource, scope: node.scope });
  }

  function toPattern(pattern: string): PatternMatcher | undefined {
    if (createMatcher === undefined) return undefined;
    const matcher = matchers.get(pattern) ?? createMatcher(pattern);
    matchers.set(pattern, matcher);
    return matcher;
  }

  return (node) => {
    const { schema } = node;
    if (schema === true) return [];
    if (schema === false) return [failAlways];
    const { dialect } = node.resource.document;
    const isAlone = isReferenceAlone(schema, dialect);
    const keywords = KNOWN_KEYWORDS[dialect];
    const checks: Check[] = [];
    // Up to draft 07, the keywords beside a `$ref` are ignored.
    for (const [keyword, create] of isAlone ? REFERENCE_ALONE : KEYWORDS) {
      if (!Object.hasOwn(schema, keyword) || !keywords.has(keyword)) continue;
      if (keyword === 'format' && !assertsFormats) continue;
      const check = create({
        keyword,
        schema,
        value: schema[keyword],
        dialect,
        toNode: (inner) => toNode(isSchema(inner) ? inner : true, node),
        toTarget: () => toTarget(node, schema, keyword),
        toPattern,
      });
      if (check !== undefined) checks.push(check);
    }
    return checks;
  };
}

function toTooLong({ slowPattern, path }: Evaluation): TooLong {
  return { pattern: slowPattern, pointer: slowPattern === undefined ? '' : toPointer(path) };
}

function failAlways(data: unknown, run: Parameters<Check>[1]): boolean {
  return fail(run, {
    keyword: 'false schema',
    params: {},
    data,
    schema: false,
    parentSchema: {},
  });
}

/**
 * Finds the schemas that the same value may reach in more than one way. Verdicts of all other
 * schemas are not remembered: a large list would keep as many as it has items.
 */
function listShared({ places, referencesOf }: SchemaReferences): ReadonlySet<unknown> {
  const shared = new Set<unknown>();
  const referred = new Set<unknown>();
  for (const { target } of [...referencesOf.values()].flat()) {
    if (target === undefined) continue;
    const isDefinition = /\/(?:\$defs|definitions)\/[^/]*$/u.test(target.pointer);
    if (referred.has(target.schema) || !isDefinition) shared.add(target.schema);
    referred.add(target.schema);
  }
  // The targets of dynamic references are known only when a value comes to them, so all possible
  // ones count as shared.
  for (const { schema, resource } of places.flatMap((byPointer) => [...byPointer.values()])) {
    if (typeof schema === 'boolean') continue;
    if (schema['$dynamicAnchor'] !== undefined || resource.isRecursive) shared.add(schema);
  }
  return shared;
}

function orderKeywords(...names: readonly string[]): ReadonlyMap<string, Keyword> {
  const all = [VALUE_KEYWORDS, APPLICATOR_KEYWORDS, ARRAY_KEYWORDS, OBJECT_KEYWORDS];
  return new Map(
    names
      .flatMap((line) => line.split(' '))
      .flatMap((name) =>
        all.flatMap((keywords): [string, Keyword][] => {
          const keyword = keywords.get(name);
          return keyword === undefined ? [] : [[name, keyword]];
        }),
      ),
  );
}

const REFERENCE_ALONE: ReadonlyMap<string, Keyword> = new Map(
  [...KEYWORDS].filter(([keyword]) => isReferenceKeyword(keyword)),
);
