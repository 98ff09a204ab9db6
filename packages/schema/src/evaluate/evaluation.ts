import { toPointer } from '../json/json-pointer.ts';
import type { PatternMemory } from '../pattern/pattern-memory.ts';
import type { SchemaResource } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import type { KeywordFailure } from './keyword-failure.ts';

/** A function that checks a value against one keyword of a schema; true if the value fits. */
export type Check = (value: unknown, run: Evaluation) => boolean;

/**
 * A schema that is ready to be evaluated, for one chain of the schema resources through which a
 * value came to it.
 */
export interface SchemaNode {
  readonly schema: JsonSchema | boolean;
  readonly resource: SchemaResource;
  /**
   * The resources that were entered on the way to this schema, outermost first; they decide where
   * dynamic references lead.
   */
  readonly scope: Scope;
  /**
   * True if the same value may reach this schema in more than one way, so that remembering verdicts
   * pays off.
   */
  readonly isShared: boolean;
  /**
   * True if the schema has `unevaluatedItems` or `unevaluatedProperties`, and so must know which
   * parts of a value other schemas have evaluated.
   */
  readonly asks: boolean;
  /**
   * The checks of the schema, one for each keyword; `undefined` until the first value is evaluated.
   */
  checks: readonly Check[] | undefined;
}

/**
 * The schema resources, such as documents with an `$id`, through which a value came, each once.
 * Equal chains are one object, so that their nodes are shared.
 */
export interface Scope {
  readonly resources: readonly SchemaResource[];
  readonly next: Map<SchemaResource, Scope>;
  readonly nodes: Map<object | boolean, SchemaNode>;
}

/**
 * The parts of one value that have been evaluated by schemas which the value fits;
 * `unevaluatedProperties` and `unevaluatedItems` apply to all others.
 */
interface Marks {
  readonly names: Set<string>;
  readonly positions: Set<number>;
  /** The number of items at the beginning of an array that have all been evaluated. */
  items: number;
  allNames: boolean;
}

/** The state of one evaluation of one value by a schema. */
export interface Evaluation {
  /** The number of steps that the evaluation may still take. */
  steps: number;
  /**
   * The number of remaining steps below which verdicts are remembered, because the evaluation has
   * turned out to be long.
   */
  readonly manySteps: number;
  /** The pattern that took the last steps; `undefined` while there are some, or without one. */
  slowPattern: string | undefined;
  /** The number of schemas, one inside the other, that are being evaluated now. */
  depth: number;
  /** The names and positions that lead from the whole value to the part that is being looked at. */
  readonly path: (string | number)[];
  /**
   * The parts of the current value that have been evaluated; `undefined` if no schema needs to
   * know.
   */
  marks: Marks | undefined;
  /** The list to which failures are added; `undefined` if only the verdict counts. */
  failures: KeywordFailure[] | undefined;
  /**
   * The list of the failures outside of alternatives such as those of `anyOf`; the evaluation ends
   * when the list is as long as allowed.
   */
  readonly reported: readonly KeywordFailure[] | undefined;
  /** False if the failures inside failed alternatives are not collected. */
  readonly looksIntoAlternatives: boolean;
  /** The number of failures inside alternatives that may still be collected. */
  room: number;
  /** The number of characters that the places of failures may still take. */
  letters: number;
  /** The remembered verdicts by schema and value; `undefined` until there have been many steps. */
  verdicts: Map<SchemaNode, Map<unknown, StoredResult>> | undefined;
  /**
   * The remembered verdicts with their failures, by schema and place of the value, because failures
   * name the place.
   */
  explained: Map<SchemaNode, Map<string, Explained>> | undefined;
  /** The costly verdicts of patterns on texts of the value; `undefined` remembers none. */
  readonly memory: PatternMemory | undefined;
  readonly limits: EvaluationLimits;
  readonly compile: (node: SchemaNode) => readonly Check[];
}

/**
 * The remembered outcome of a schema for a value: whether it fits, and which parts of it were
 * evaluated.
 */
interface StoredResult {
  readonly isValid: boolean;
  readonly marks: Marks | undefined;
}

interface Explained extends StoredResult {
  readonly failures: readonly KeywordFailure[];
}

/** Limits on the work of one evaluation. */
export interface EvaluationLimits {
  /** The most steps of an evaluation: schemas applied, names looked up and values compared. */
  readonly steps: number;
  /** The most failures that an evaluation collects. */
  readonly failures: number;
}

/** Thrown when an evaluation takes more steps than allowed, or nests schemas too deep. */
export const OUT_OF_STEPS: unknown = new Error('out of steps');

/** Thrown when an evaluation has collected as many failures as allowed. */
const ENOUGH_FAILURES: unknown = new Error('enough failures');

/** The deepest nesting of schemas in an evaluation; every call stack has room for it. */
const MAX_DEPTH = 1000;

/** The steps after which verdicts are remembered: before, to repeat work costs less than to look. */
const FEW_STEPS = 10_000;

/** The number of steps after which verdicts are remembered while failures are collected. */
const FEW_EXPLAINED_STEPS = 500;

/** The most failures inside alternatives that are collected: more than any message shows. */
const ROOM = 5000;

/** The most characters of the places of all failures, and of one where failures are remembered. */
const LETTERS = { all: 500_000, remembered: 4096 };

/** Creates the state of a new evaluation. */
export function createEvaluation(
  limits: EvaluationLimits,
  compile: Evaluation['compile'],
  {
    failures,
    looksIntoAlternatives = true,
    memory,
  }: {
    /**
     * The list to which failures are added. Default: none, and the first failure ends the evaluation.
     */
    readonly failures?: KeywordFailure[];
    /** False does not collect the failures inside failed alternatives. Default true. */
    readonly looksIntoAlternatives?: boolean;
    /** The costly verdicts of patterns in other evaluations of the same value. Default: none. */
    readonly memory?: PatternMemory | undefined;
  } = {},
): Evaluation {
  return {
    steps: limits.steps,
    manySteps: limits.steps - (failures === undefined ? FEW_STEPS : FEW_EXPLAINED_STEPS),
    slowPattern: undefined,
    depth: 0,
    path: [],
    marks: undefined,
    failures,
    reported: failures,
    looksIntoAlternatives,
    room: ROOM,
    letters: LETTERS.all,
    verdicts: undefined,
    explained: undefined,
    memory,
    limits,
    compile,
  };
}

/**
 * Checks a value against a schema, and adds failures to the list of the evaluation; true if the
 * value fits.
 */
export function evaluate(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  run.steps -= 1;
  if (run.steps < 0 || run.depth > MAX_DEPTH) throw OUT_OF_STEPS;
  if (node.isShared && run.steps < run.manySteps) return recall(node, value, run);
  return applyAny(node, value, run);
}

function applyAny(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  return node.asks ? applyMarked(node, value, run) : apply(node, value, run);
}

/** Evaluates a schema for a property or an item of the value; true if it fits. */
export function evaluatePart(
  node: SchemaNode,
  { name, value }: { readonly name: string | number; readonly value: unknown },
  run: Evaluation,
): boolean {
  const { marks, path } = run;
  run.marks = undefined;
  path.push(name);
  const isValid = evaluate(node, value, run);
  path.pop();
  run.marks = marks;
  return isValid;
}

/**
 * Evaluates a schema that the value need not fit, such as that of `not`, without collecting
 * failures; true if it fits.
 */
export function evaluateQuietly(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { failures } = run;
  run.failures = undefined;
  const isValid = evaluateBranch(node, value, run);
  run.failures = failures;
  return isValid;
}

/**
 * Checks a value against one alternative, such as a member of `anyOf`; true if it fits. The parts
 * of the value that the alternative has evaluated count only then.
 */
export function evaluateBranch(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks } = run;
  if (marks === undefined) return evaluate(node, value, run);
  const innerMarks = createMarks();
  run.marks = innerMarks;
  const isValid = evaluate(node, value, run);
  run.marks = marks;
  if (isValid) mergeMarks(run, innerMarks, marks);
  return isValid;
}

/** Checks a value against one alternative; returns its failures, `undefined` if the value fits. */
export function explainBranch(
  node: SchemaNode,
  value: unknown,
  run: Evaluation,
): readonly KeywordFailure[] | undefined {
  const { failures } = run;
  const innerFailures: KeywordFailure[] = [];
  run.failures = innerFailures;
  const isValid = evaluateBranch(node, value, run);
  run.failures = failures;
  return isValid ? undefined : innerFailures;
}

/**
 * Adds a failure to the list of the evaluation, if failures are collected. Always returns false, so
 * that a check can return it.
 */
export function fail(
  run: Evaluation,
  failure: Omit<KeywordFailure, 'branches' | 'instancePath'>,
  branches: KeywordFailure['branches'] = NO_BRANCHES,
): false {
  if (run.failures === undefined) return false;
  if (run.failures !== run.reported && run.room <= 0) return false;
  add(run, { ...failure, instancePath: toPointer(run.path), branches });
  return false;
}

function add(run: Evaluation, failure: KeywordFailure): void {
  const { failures, reported, limits } = run;
  run.letters -= failure.instancePath.length;
  if (failures === reported) {
    failures?.push(failure);
    if (reported === undefined) return;
    if (reported.length >= limits.failures || run.letters < 0) throw ENOUGH_FAILURES;
  } else if (run.room > 0) {
    run.room = run.letters < 0 ? 0 : run.room - 1;
    failures?.push(failure);
  }
}

const NO_BRANCHES: KeywordFailure['branches'] = new Map();

/** Creates an empty record of the parts of a value that have been evaluated. */
function createMarks(): Marks {
  return { names: new Set(), positions: new Set(), items: 0, allNames: false };
}

function mergeMarks(run: Evaluation, from: Marks, to: Marks): void {
  run.steps -= from.names.size + from.positions.size;
  for (const name of from.names) to.names.add(name);
  for (const position of from.positions) to.positions.add(position);
  to.items = Math.max(to.items, from.items);
  to.allNames ||= from.allNames;
}

function apply(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const checks = (node.checks ??= run.compile(node));
  run.depth += 1;
  let isValid = true;
  for (const check of checks) {
    if (check(value, run)) continue;
    isValid = false;
    // While failures are collected, the other keywords are checked as well.
    if (run.failures === undefined) break;
  }
  run.depth -= 1;
  return isValid;
}

/**
 * Applies a schema with `unevaluated*` keywords to a value, with a separate record of the parts
 * that are evaluated.
 */
function applyMarked(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks } = run;
  const innerMarks = createMarks();
  run.marks = innerMarks;
  const isValid = apply(node, value, run);
  run.marks = marks;
  if (marks !== undefined && isValid) mergeMarks(run, innerMarks, marks);
  return isValid;
}

/**
 * Returns the remembered verdict on a value, or evaluates and remembers it: alternatives that lead
 * back to the same schema would otherwise double the work with every level of the value.
 */
function recall(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks, failures } = run;
  if (failures !== undefined) return recallFailures(node, value, run);
  run.verdicts ??= new Map();
  const verdicts = getMember(run.verdicts, node);
  const verdict = verdicts.get(value);
  if (verdict !== undefined && (marks === undefined || verdict.marks !== undefined)) {
    if (marks !== undefined && verdict.marks !== undefined && verdict.isValid) {
      mergeMarks(run, verdict.marks, marks);
    }
    return verdict.isValid;
  }
  const innerMarks = marks && createMarks();
  run.marks = innerMarks;
  const isValid = applyAny(node, value, run);
  run.marks = marks;
  verdicts.set(value, { isValid, marks: innerMarks });
  if (marks !== undefined && innerMarks !== undefined && isValid)
    mergeMarks(run, innerMarks, marks);
  return isValid;
}

/**
 * Returns the remembered verdict and failures of a schema at one place of the value, or evaluates
 * and remembers them. Failures name their place, so they are valid only there.
 */
function recallFailures(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks, failures = [] } = run;
  if (isLongPlace(run)) return applyAny(node, value, run);
  run.explained ??= new Map();
  const explained = getMember(run.explained, node);
  const pointer = toPointer(run.path);
  // The names of an object's properties share the place of the object, so the key contains the name
  // too.
  const key = typeof value === 'string' ? `${pointer.length}${pointer} ${value}` : pointer;
  let outcome = explained.get(key);
  if (outcome === undefined || (marks !== undefined && outcome.marks === undefined)) {
    const innerFailures: KeywordFailure[] = [];
    run.failures = innerFailures;
    run.marks = marks && createMarks();
    const isValid = applyAny(node, value, run);
    outcome = { isValid, marks: run.marks, failures: innerFailures };
    run.failures = failures;
    run.marks = marks;
    explained.set(key, outcome);
  }
  if (marks !== undefined && outcome.marks !== undefined && outcome.isValid) {
    mergeMarks(run, outcome.marks, marks);
  }
  for (const failure of outcome.failures) add(run, failure);
  return outcome.isValid;
}

/** True for a place below a long name, which may stand above very many. */
function isLongPlace({ path }: Evaluation): boolean {
  return path.reduce<number>((sum, name) => sum + String(name).length, 0) > LETTERS.remembered;
}

function getMember<K, V>(map: Map<SchemaNode, Map<K, V>>, node: SchemaNode): Map<K, V> {
  const inner = map.get(node);
  if (inner !== undefined) return inner;
  const fresh = new Map<K, V>();
  map.set(node, fresh);
  return fresh;
}
