import { toPointer } from '../json/json-pointer.ts';
import type { SchemaResource } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';

/** Tells whether a value fits one keyword of a schema. */
export type Check = (value: unknown, run: Evaluation) => boolean;

/** A schema that values are held against. */
export interface SchemaNode {
  readonly schema: JsonSchema | boolean;
  readonly resource: SchemaResource;
  /** Resources that were entered on the way here, outermost first: decides dynamic references. */
  readonly scope: Scope;
  /** True if one value may come here by several ways. */
  readonly isShared: boolean;
  /** True if it asks which parts of a value have been evaluated. */
  readonly asks: boolean;
  /** One for each keyword; `undefined` until a value comes here. */
  checks: readonly Check[] | undefined;
}

/** A chain of resources, each once; chains that are equal are one. */
export interface Scope {
  readonly resources: readonly SchemaResource[];
  readonly next: Map<SchemaResource, Scope>;
  readonly nodes: Map<object | boolean, SchemaNode>;
}

/** The parts of one value that schemas which it fits have looked at. */
interface Marks {
  readonly names: Set<string>;
  readonly positions: Set<number>;
  /** All items before this one. */
  items: number;
  allNames: boolean;
}

/** One evaluation of one value. */
export interface Evaluation {
  /** Steps that are left. */
  steps: number;
  /** When fewer steps are left than these, verdicts are kept. */
  readonly manySteps: number;
  /** Schemas that are being evaluated. */
  depth: number;
  /** Where the value stands that is looked at. */
  readonly path: (string | number)[];
  /** Of the value that is looked at; `undefined` if nobody asks. */
  marks: Marks | undefined;
  /** Where failures are written to; `undefined` if only the verdict counts. */
  failures: Failure[] | undefined;
  /** The failures that belong to no alternative. */
  readonly told: readonly Failure[] | undefined;
  /** False if alternatives that fail are not looked into. */
  readonly looksIntoAlternatives: boolean;
  /** How many more failures of alternatives are written down. */
  room: number;
  /** Verdicts by schema and value, once there have been many steps. */
  verdicts: Map<SchemaNode, Map<unknown, Verdict>> | undefined;
  /** The same with failures, by place. */
  explained: Map<SchemaNode, Map<string, Explained>> | undefined;
  readonly limits: EvaluationLimits;
  readonly compile: (node: SchemaNode) => readonly Check[];
}

/** Says whether a value fits a schema, and which parts of it have been evaluated. */
interface Verdict {
  readonly isValid: boolean;
  readonly marks: Marks | undefined;
}

interface Explained extends Verdict {
  readonly failures: readonly Failure[];
}

/** A keyword that a value does not fit, and what led to it. */
export interface Failure {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the value that the keyword was applied to. */
  readonly instancePath: string;
  /** Details of the failure, such as `missingProperty`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that the keyword was applied to. */
  readonly data: unknown;
  /** The value of the keyword. */
  readonly schema: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema: JsonSchema;
  /** Failures in each alternative, by position; empty unless the keyword has alternatives. */
  readonly branches: ReadonlyMap<number, readonly Failure[]>;
}

/** How much work one evaluation may be. */
export interface EvaluationLimits {
  /** Schemas that are applied, names that are looked up and values that are compared. */
  readonly steps: number;
  /** Failures that are written down. */
  readonly failures: number;
}

/** Thrown when an evaluation takes more steps than allowed, or goes too deep. */
export const OUT_OF_STEPS: unknown = new Error('out of steps');

/** Thrown when enough failures have been found. */
const ENOUGH_FAILURES: unknown = new Error('enough failures');

/** Most schemas within schemas: every stack has room for these. */
const MAX_DEPTH = 1000;

/** Steps after which verdicts are kept: fewer are repeated sooner than looked up. */
const FEW_STEPS = 10_000;

/** The same where failures are written down, each with its place. */
const FEW_EXPLAINED_STEPS = 500;

/** Options of {@link createEvaluation}. */
interface EvaluationOptions {
  /** Where failures are written to. Default: nowhere, and the first one ends the evaluation. */
  readonly failures?: Failure[];
  /** Default true. */
  readonly looksIntoAlternatives?: boolean;
}

/** Failures of alternatives that are written down: more than are ever told. */
const ROOM = 5000;

/** Starts an evaluation. */
export function createEvaluation(
  limits: EvaluationLimits,
  compile: Evaluation['compile'],
  { failures, looksIntoAlternatives = true }: EvaluationOptions = {},
): Evaluation {
  return {
    steps: limits.steps,
    manySteps: limits.steps - (failures === undefined ? FEW_STEPS : FEW_EXPLAINED_STEPS),
    depth: 0,
    path: [],
    marks: undefined,
    failures,
    told: failures,
    looksIntoAlternatives,
    room: ROOM,
    verdicts: undefined,
    explained: undefined,
    limits,
    compile,
  };
}

/** True if a value fits a schema that applies to it. */
export function evaluate(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  run.steps -= 1;
  if (run.steps < 0 || run.depth > MAX_DEPTH) throw OUT_OF_STEPS;
  if (node.isShared && run.steps < run.manySteps) return recall(node, value, run);
  return applyAny(node, value, run);
}

function applyAny(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  return node.asks ? applyMarked(node, value, run) : apply(node, value, run);
}

/** True if a part of the value fits a schema. */
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

/** True if a value fits a schema that may fail: its failures are not written down. */
export function evaluateQuietly(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { failures } = run;
  run.failures = undefined;
  const isValid = evaluateBranch(node, value, run);
  run.failures = failures;
  return isValid;
}

/** True if a value fits an alternative. What it has evaluated counts only then. */
export function evaluateBranch(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks } = run;
  if (marks === undefined) return evaluate(node, value, run);
  const own = createMarks();
  run.marks = own;
  const isValid = evaluate(node, value, run);
  run.marks = marks;
  if (isValid) mergeMarks(run, own, marks);
  return isValid;
}

/** Returns the failures in an alternative; `undefined` if the value fits it. */
export function explainBranch(
  node: SchemaNode,
  value: unknown,
  run: Evaluation,
): readonly Failure[] | undefined {
  const { failures } = run;
  const own: Failure[] = [];
  run.failures = own;
  const isValid = evaluateBranch(node, value, run);
  run.failures = failures;
  return isValid ? undefined : own;
}

/** Writes a failure down, if anybody wants to know. Always false. */
export function fail(
  run: Evaluation,
  failure: Omit<Failure, 'branches' | 'instancePath'>,
  branches: Failure['branches'] = NO_BRANCHES,
): false {
  if (run.failures === undefined) return false;
  if (run.failures !== run.told && run.room <= 0) return false;
  add(run, { ...failure, instancePath: toPointer(run.path), branches });
  return false;
}

function add(run: Evaluation, failure: Failure): void {
  const { failures, told, limits } = run;
  if (failures === told) {
    failures?.push(failure);
    if (told !== undefined && told.length >= limits.failures) throw ENOUGH_FAILURES;
  } else if (run.room > 0) {
    run.room -= 1;
    failures?.push(failure);
  }
}

const NO_BRANCHES: Failure['branches'] = new Map();

/** Nothing has been evaluated yet. */
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
    // Whoever explains wants to know the rest as well.
    if (run.failures === undefined) break;
  }
  run.depth -= 1;
  return isValid;
}

/** As `apply`, for a schema that asks what has been evaluated. */
function applyMarked(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks } = run;
  const own = createMarks();
  run.marks = own;
  const isValid = apply(node, value, run);
  run.marks = marks;
  if (marks !== undefined && isValid) mergeMarks(run, own, marks);
  return isValid;
}

/**
 * Repeats the verdict on a value that came before, or finds it: alternatives that lead back to the
 * same schema would double the work with every level of the value.
 */
function recall(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks, failures } = run;
  if (failures !== undefined) return recallFailures(node, value, run);
  run.verdicts ??= new Map();
  const verdicts = getMember(run.verdicts, node);
  const known = verdicts.get(value);
  if (known !== undefined && (marks === undefined || known.marks !== undefined)) {
    if (marks !== undefined && known.marks !== undefined && known.isValid) {
      mergeMarks(run, known.marks, marks);
    }
    return known.isValid;
  }
  const own = marks && createMarks();
  run.marks = own;
  const isValid = applyAny(node, value, run);
  run.marks = marks;
  verdicts.set(value, { isValid, marks: own });
  if (marks !== undefined && own !== undefined && isValid) mergeMarks(run, own, marks);
  return isValid;
}

/** Failures know their place, so that they count only there. */
function recallFailures(node: SchemaNode, value: unknown, run: Evaluation): boolean {
  const { marks, failures = [] } = run;
  run.explained ??= new Map();
  const explained = getMember(run.explained, node);
  const pointer = toPointer(run.path);
  // Names are looked at where their object stands.
  const place = typeof value === 'string' ? `${pointer.length}${pointer} ${value}` : pointer;
  let known = explained.get(place);
  if (known === undefined || (marks !== undefined && known.marks === undefined)) {
    const own: Failure[] = [];
    run.failures = own;
    run.marks = marks && createMarks();
    const isValid = applyAny(node, value, run);
    known = { isValid, marks: run.marks, failures: own };
    run.failures = failures;
    run.marks = marks;
    explained.set(place, known);
  }
  if (marks !== undefined && known.marks !== undefined && known.isValid) {
    mergeMarks(run, known.marks, marks);
  }
  for (const failure of known.failures) {
    add(run, failure);
  }
  return known.isValid;
}

function getMember<K, V>(map: Map<SchemaNode, Map<K, V>>, node: SchemaNode): Map<K, V> {
  const known = map.get(node);
  if (known !== undefined) return known;
  const made = new Map<K, V>();
  map.set(node, made);
  return made;
}
