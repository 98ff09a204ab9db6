import { isRecord, toRecord } from '../json/record.ts';
import type { PatternMatcher } from '../pattern/pattern-matcher.ts';
import {
  evaluateBranch,
  evaluate,
  evaluatePart,
  explainBranch,
  type Check,
  type Evaluation,
  type SchemaNode,
} from './evaluation.ts';
import { failAt, matches, type Keyword, type KeywordContext } from './keyword.ts';

/** The keywords about the properties of objects, with the function that makes the check of each. */
export const OBJECT_KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['required', checkRequired],
  ['propertyNames', checkNames],
  ['additionalProperties', checkAdditional],
  ['dependencies', checkDependencies],
  ['dependentRequired', checkDependencies],
  ['dependentSchemas', checkDependencies],
  ['propertyDependencies', checkChosen],
  ['properties', checkProperties],
  ['patternProperties', checkPatternProperties],
  ['unevaluatedProperties', checkUnevaluated],
]);

/** True for a property that JSON would write: an own one whose value is not `undefined`. */
function isPresent(data: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(data, name) && data[name] !== undefined;
}

function listPresentNames(data: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(data).filter((name) => data[name] !== undefined);
}

function checkRequired(site: KeywordContext): Check | undefined {
  if (!Array.isArray(site.value)) return undefined;
  const names = site.value.map(String);
  return (data, run) => {
    if (!isRecord(data)) return true;
    run.steps -= names.length;
    let isValid = true;
    for (const missingProperty of names) {
      if (isPresent(data, missingProperty)) continue;
      isValid = failAt(site, run, { data, params: { missingProperty } });
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}

function checkProperties(site: KeywordContext): Check | undefined {
  if (!isRecord(site.value)) return undefined;
  const nodes = Object.entries(site.value).map(([name, schema]) => ({
    name,
    node: site.toNode(schema),
  }));
  return (data, run) => {
    if (!isRecord(data)) return true;
    run.steps -= nodes.length;
    let isValid = true;
    for (const { name, node } of nodes) {
      if (!isPresent(data, name)) continue;
      run.marks?.names.add(name);
      if (evaluatePart(node, { name, value: data[name] }, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}

function checkPatternProperties(site: KeywordContext): Check | undefined {
  const patterns = listPatternNodes(site, site.value);
  if (patterns.length === 0) return undefined;
  return (data, run) => {
    if (!isRecord(data)) return true;
    const names = listPresentNames(data);
    run.steps -= names.length * patterns.length;
    let isValid = true;
    for (const { expression, schema } of patterns) {
      for (const name of names) {
        if (!matches(expression, name, run)) continue;
        run.marks?.names.add(name);
        if (evaluatePart(schema, { name, value: data[name] }, run)) continue;
        isValid = false;
        if (run.failures === undefined) return false;
      }
    }
    return isValid;
  };
}

function listPatternNodes(
  { toNode, toPattern }: KeywordContext,
  value: unknown,
): readonly {
  readonly expression: PatternMatcher;
  readonly schema: SchemaNode;
}[] {
  return Object.entries(toRecord(value)).flatMap(([pattern, schema]) => {
    const expression = toPattern(pattern);
    return expression === undefined ? [] : [{ expression, schema: toNode(schema) }];
  });
}

function checkAdditional(site: KeywordContext): Check | undefined {
  const { value, schema } = site;
  const declared = new Set(Object.keys(toRecord(schema['properties'])));
  const patterns = listPatternNodes(site, schema['patternProperties']);
  const node = site.toNode(value);
  return (data, run) => {
    if (!isRecord(data)) return true;
    const names: string[] = [];
    for (const name of Object.keys(data)) {
      run.steps -= 1 + patterns.length;
      if (declared.has(name) || data[name] === undefined) continue;
      if (!patterns.some(({ expression }) => matches(expression, name, run))) names.push(name);
    }
    return checkExtra({ site, node, data, names, param: 'additionalProperty' }, run);
  };
}

function checkUnevaluated(site: KeywordContext): Check | undefined {
  const node = site.toNode(site.value);
  return (data, run) => {
    const { marks } = run;
    if (!isRecord(data) || marks === undefined || marks.allNames) return true;
    run.steps -= Object.keys(data).length;
    const names = listPresentNames(data).filter((name) => !marks.names.has(name));
    return checkExtra({ site, node, data, names, param: 'unevaluatedProperty' }, run);
  };
}

/**
 * Checks the named properties, which no other keyword covers, against the schema in
 * `additionalProperties` or `unevaluatedProperties`.
 */
function checkExtra(
  {
    site,
    node,
    data,
    names,
    param,
  }: {
    readonly site: KeywordContext;
    readonly node: SchemaNode;
    readonly data: Readonly<Record<string, unknown>>;
    readonly names: readonly string[];
    /** The key under which a failure's details name the extra property. */
    readonly param: string;
  },
  run: Evaluation,
): boolean {
  if (run.marks !== undefined) run.marks.allNames = true;
  let isValid = true;
  for (const name of names) {
    if (node.schema === false) isValid = failAt(site, run, { data, params: { [param]: name } });
    else if (!evaluatePart(node, { name, value: data[name] }, run)) isValid = false;
    if (!isValid && run.failures === undefined) break;
  }
  return isValid;
}

function checkNames(site: KeywordContext): Check {
  const node = site.toNode(site.value);
  return (data, run) => {
    if (!isRecord(data)) return true;
    const { marks } = run;
    run.marks = undefined;
    let isValid = true;
    const names = listPresentNames(data);
    run.steps -= names.length;
    for (const propertyName of names) {
      if (run.failures === undefined) {
        isValid = evaluate(node, propertyName, run);
        if (!isValid) break;
      } else {
        const causes = explainBranch(node, propertyName, run);
        if (causes === undefined) continue;
        const branches = new Map([[0, causes]]);
        isValid = failAt(site, run, { data, params: { propertyName }, branches });
      }
    }
    run.marks = marks;
    return isValid;
  };
}

function checkDependencies(site: KeywordContext): Check | undefined {
  if (!isRecord(site.value)) return undefined;
  const dependencies = Object.entries(site.value).map(([property, value]) => ({
    property,
    needs: Array.isArray(value) ? value.map(String) : site.toNode(value),
  }));
  return (data, run) => {
    if (!isRecord(data)) return true;
    run.steps -= dependencies.length;
    let isValid = true;
    for (const { property, needs } of dependencies) {
      if (!isPresent(data, property)) continue;
      if (!('length' in needs)) {
        if (!evaluateBranch(needs, data, run)) isValid = false;
      } else {
        run.steps -= needs.length;
        for (const missingProperty of needs) {
          if (isPresent(data, missingProperty)) continue;
          isValid = failAt(site, run, { data, params: { property, missingProperty } });
        }
      }
      if (!isValid && run.failures === undefined) break;
    }
    return isValid;
  };
}

/** Checks an object against the schemas that the texts in its properties choose. */
function checkChosen(site: KeywordContext): Check | undefined {
  if (!isRecord(site.value)) return undefined;
  const choices = Object.entries(site.value).map(([property, schemas]) => ({
    property,
    nodes: new Map(
      Object.entries(toRecord(schemas)).map(([text, schema]) => [text, site.toNode(schema)]),
    ),
  }));
  return (data, run) => {
    if (!isRecord(data)) return true;
    run.steps -= choices.length;
    let isValid = true;
    for (const { property, nodes } of choices) {
      const text = Object.hasOwn(data, property) ? data[property] : undefined;
      const node = typeof text === 'string' ? nodes.get(text) : undefined;
      if (node === undefined || evaluateBranch(node, data, run)) continue;
      isValid = false;
      if (run.failures === undefined) break;
    }
    return isValid;
  };
}
