import { REFERENCE_KEYWORDS } from '../references/reference-keywords.ts';
import {
  evaluate,
  evaluateBranch,
  evaluateQuietly,
  explainBranch,
  type Check,
  type Evaluation,
  type SchemaNode,
} from './evaluation.ts';
import type { KeywordFailure } from './keyword-failure.ts';
import { failAt, type Keyword, type KeywordContext } from './keyword.ts';

/**
 * The keywords that apply other schemas to the same value, such as `anyOf`, `if` and `$ref`, with
 * the function that makes the check of each.
 */
export const APPLICATOR_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...REFERENCE_KEYWORDS.map((keyword) => [keyword, checkReference] as const),
  ['not', checkNot],
  ['anyOf', checkAnyOf],
  ['oneOf', checkOneOf],
  ['allOf', checkAllOf],
  ['if', checkCondition],
]);

function checkReference({ toTarget }: KeywordContext): Check | undefined {
  const node = toTarget();
  return node && ((data, run) => evaluate(node, data, run));
}

function checkNot(site: KeywordContext): Check {
  const node = site.toNode(site.value);
  return (data, run) => {
    const { marks } = run;
    run.marks = undefined;
    const fits = evaluateQuietly(node, data, run);
    run.marks = marks;
    return !fits || failAt(site, run, { data, params: {} });
  };
}

function checkAllOf(site: KeywordContext): Check {
  const nodes = toNodes(site);
  return (data, run) => {
    let isValid = true;
    for (const node of nodes) {
      if (evaluate(node, data, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}

function checkAnyOf(site: KeywordContext): Check {
  const nodes = toNodes(site);
  return (data, run) => {
    let fits = false;
    const branches = new Map<number, readonly KeywordFailure[]>();
    for (const [position, node] of nodes.entries()) {
      if (fitsBranch({ node, position, branches }, data, run)) fits = true;
      // All alternatives are evaluated if `unevaluated*` needs to know which parts they cover.
      if (fits && run.marks === undefined) return true;
    }
    return fits || failAt(site, run, { data, params: {}, branches });
  };
}

function checkOneOf(site: KeywordContext): Check {
  const nodes = toNodes(site);
  return (data, run) => {
    const passing: number[] = [];
    const branches = new Map<number, readonly KeywordFailure[]>();
    for (const [position, node] of nodes.entries()) {
      if (fitsBranch({ node, position, branches }, data, run)) passing.push(position);
      if (passing.length > 1) break;
    }
    if (passing.length === 1) return true;
    const params = { passingSchemas: passing.length > 1 ? passing : null };
    return failAt(site, run, { data, params, branches });
  };
}

function fitsBranch(
  {
    node,
    position,
    branches,
  }: {
    readonly node: SchemaNode;
    readonly position: number;
    /**
     * The map that receives the failures of each failed alternative, by its index in `anyOf` or
     * `oneOf`; it stays empty if only the verdict counts.
     */
    readonly branches: Map<number, readonly KeywordFailure[]>;
  },
  data: unknown,
  run: Evaluation,
): boolean {
  if (run.failures === undefined) return evaluateBranch(node, data, run);
  if (!run.looksIntoAlternatives) return evaluateQuietly(node, data, run);
  const failures = explainBranch(node, data, run);
  // The list may be empty although the alternative fails, because the number of failures is
  // limited.
  if (failures !== undefined && failures.length > 0) branches.set(position, failures);
  return failures === undefined;
}

function checkCondition(site: KeywordContext): Check {
  const { schema, value, toNode } = site;
  const condition = toNode(value);
  const [then, otherwise] = ['then', 'else'].map((keyword) =>
    Object.hasOwn(schema, keyword) ? toNode(schema[keyword]) : undefined,
  );
  return (data, run) => {
    // The condition is evaluated even without `then` and `else` if `unevaluated*` needs to know
    // which parts it covers.
    if (then === undefined && otherwise === undefined && run.marks === undefined) return true;
    const node = evaluateQuietly(condition, data, run) ? then : otherwise;
    return node === undefined || evaluate(node, data, run);
  };
}

function toNodes({ value, toNode }: KeywordContext): readonly SchemaNode[] {
  return Array.isArray(value) ? value.map((schema: unknown) => toNode(schema)) : [];
}
