import { KNOWN_KEYWORDS } from '../references/schema-keywords.ts';
import {
  evaluatePart,
  evaluateQuietly,
  type Check,
  type Evaluation,
  type SchemaNode,
} from './evaluation.ts';
import { failAt, type Keyword, type KeywordContext } from './keyword.ts';

/** The keywords about the items of arrays, with the function that makes the check of each. */
export const ARRAY_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['prefixItems', checkTuple],
  ['items', checkItems],
  ['additionalItems', checkAdditional],
  ['contains', checkContains],
  ['unevaluatedItems', checkUnevaluated],
]);

function checkTuple(site: KeywordContext): Check | undefined {
  if (!Array.isArray(site.value)) return undefined;
  const nodes = site.value.map((schema: unknown) => site.toNode(schema));
  return (data, run) => {
    if (!Array.isArray(data)) return true;
    markItems(run, Math.min(nodes.length, data.length));
    let isValid = true;
    for (const [name, node] of nodes.entries()) {
      if (name >= data.length) break;
      if (evaluatePart(node, { name, value: data[name] }, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}

function checkItems(site: KeywordContext): Check | undefined {
  const { dialect, schema } = site;
  // From 2020-12 on, `items` is about the items after `prefixItems`; before, it held one schema or
  // a list.
  if (!KNOWN_KEYWORDS[dialect].has('prefixItems'))
    return Array.isArray(site.value) ? checkTuple(site) : checkFurtherItems(site, 0);
  const prefix = schema['prefixItems'];
  return checkFurtherItems(site, Array.isArray(prefix) ? prefix.length : 0);
}

function checkAdditional(site: KeywordContext): Check | undefined {
  const { items } = site.schema;
  return Array.isArray(items) ? checkFurtherItems(site, items.length) : undefined;
}

function checkFurtherItems(site: KeywordContext, from: number): Check {
  const node = site.toNode(site.value);
  return (data, run) => {
    if (!Array.isArray(data)) return true;
    markItems(run, data.length);
    if (node.schema === false && from > 0) {
      return data.length <= from || failAt(site, run, { data, params: { limit: from } });
    }
    let isValid = true;
    for (let name = from; name < data.length; name += 1) {
      if (evaluatePart(node, { name, value: data[name] }, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}

function checkContains(site: KeywordContext): Check {
  const { schema, dialect } = site;
  const node = site.toNode(site.value);
  const keywords = KNOWN_KEYWORDS[dialect];
  const counts = keywords.has('minContains');
  const minContains = counts ? readCount(schema['minContains'], 1) : 1;
  const maxContains = counts ? readCount(schema['maxContains'], undefined) : undefined;
  return (data, run) => {
    if (!Array.isArray(data)) return true;
    const marks = keywords.has('prefixItems') ? run.marks : undefined;
    let count = 0;
    for (const [name, value] of data.entries()) {
      // All items are evaluated if `unevaluatedItems` needs to know which of them match.
      if (marks === undefined && maxContains === undefined && count >= minContains) break;
      if (!fitsQuietly(node, { name, value }, run)) continue;
      count += 1;
      marks?.positions.add(name);
    }
    if (count >= minContains && (maxContains === undefined || count <= maxContains)) return true;
    return failAt(site, run, { data, params: { minContains, maxContains } });
  };
}

function fitsQuietly(
  node: SchemaNode,
  item: { readonly name: number; readonly value: unknown },
  run: Evaluation,
): boolean {
  const { marks } = run;
  run.marks = undefined;
  const fits = evaluateQuietly(node, item.value, run);
  run.marks = marks;
  return fits;
}

function readCount<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' ? value : otherwise;
}

function checkUnevaluated(site: KeywordContext): Check {
  const node = site.toNode(site.value);
  return (data, run) => {
    const { marks } = run;
    if (!Array.isArray(data) || marks === undefined) return true;
    let isValid = true;
    for (let name = marks.items; name < data.length; name += 1) {
      if (marks.positions.has(name)) continue;
      if (node.schema === false) {
        isValid = failAt(site, run, { data, params: { limit: name } });
        break;
      }
      if (evaluatePart(node, { name, value: data[name] }, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    markItems(run, data.length);
    return isValid;
  };
}

function markItems({ marks }: Evaluation, items: number): void {
  if (marks !== undefined) marks.items = Math.max(marks.items, items);
}
