import { resolvePointer, toPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { toSortedJson } from '../json/sorted-json.ts';
import { mayHoldReference } from '../references/reference-keywords.ts';
import { findArrayGaps } from './array-gaps.ts';
import {
  createConstraints,
  type Constraints,
  kindsOf,
  listOwnValues,
  splitConstraints,
} from './constraints.ts';
import { listFiniteValues } from './finite-values.ts';
import { createGap, type Gap, isKnownSame, type Position, type Search } from './gap.ts';
import { findObjectGaps } from './object-gaps.ts';
import { gatherPropertyConstraints, isImpossible, isSelfContained, listRequired } from './parts.ts';
import { findNumberGaps, findStringGaps } from './scalar-gaps.ts';
import { findSubschema, listSubschemaNames, type LocatedSchema } from './schema-document.ts';
import { findConjunctGaps, findNotGaps, findUnionGaps } from './union-gaps.ts';

/**
 * The most steps, such as pairs of schemas compared, that one comparison takes; after that its
 * outcome is uncertain.
 */
const MAX_STEPS = 20_000;

/**
 * The most gaps, or differences between the schemas, that are reported for one place of a schema.
 */
const MAX_GAPS = 50;

const RULES = [
  findKindGaps,
  findValueGaps,
  findNumberGaps,
  findStringGaps,
  findObjectGaps,
  findArrayGaps,
  findUnionGaps,
  findNotGaps,
  findConditionGaps,
  findDependencyGaps,
  findConjunctGaps,
] as const;

/**
 * Finds the gaps between two schemas: values described by the constraints that the target may refuse. No
 * gap means that all values fit; an uncertain gap means that this could not be shown.
 *
 * Recursive schemas are followed once: a pair of schemas that is met again inside itself is assumed
 * to have no gap.
 */
export function findGaps(constraints: Constraints, target: LocatedSchema): readonly Gap[] {
  const gapsByKey = new Map<string, readonly Gap[] | undefined>();
  const search: Search = { steps: MAX_STEPS, gapsByKey, same: new Map(), find, tryOut };
  return find({ search, constraints, target, frames: [] });

  function find(position: Position): readonly Gap[] {
    search.steps -= 1;
    if (search.steps < 0) {
      const finding = { rule: 'complexity', from: undefined, to: undefined, isCertain: false };
      return [createGap(position, finding)];
    }
    const key = `${position.constraints.key} ${position.target.pointer}`;
    if (gapsByKey.has(key)) return gapsByKey.get(key) ?? [];
    gapsByKey.set(key, undefined);
    const gaps = findNewGaps(position);
    gapsByKey.set(key, gaps);
    return gaps;
  }

  function tryOut(position: Position): readonly Gap[] {
    const before = gapsByKey.size;
    const gaps = find(position);
    // The keys added since `before` come last, because a map keeps the order of insertion.
    if (gaps.length > 0)
      for (const key of [...gapsByKey.keys()].slice(before)) gapsByKey.delete(key);
    return gaps;
  }
}

function findNewGaps(position: Position): readonly Gap[] {
  const { search, constraints, target } = position;
  if (isImpossible(constraints)) return [];
  if (constraints.locations.some((location) => isKnownSame(search, location, target))) return [];
  if (target.schema === false)
    return [
      createGap(position, {
        rule: 'type',
        from: [...constraints.kinds],
        to: [],
        candidates: [null, ''],
      }),
    ];
  const values = listFiniteValues(constraints);
  if (values !== undefined) {
    search.steps -= values.length;
    const lost = values.filter((value) => !target.document.accepts(target.pointer, value));
    if (lost.length === 0) return [];
    const valuesLocation = constraints.locations.find(
      ({ schema }) => listOwnValues(schema) !== undefined,
    );
    const at = valuesLocation ?? target;
    const keyword =
      valuesLocation !== undefined &&
      valuesLocation.schema !== false &&
      Object.hasOwn(valuesLocation.schema, 'const')
        ? 'const'
        : 'enum';
    const pointer = valuesLocation === undefined ? at.pointer : `${at.pointer}/${keyword}`;
    const finding = {
      rule: 'enum',
      from: lost,
      to: listOwnValues(target.schema),
      candidates: lost.slice(0, 5),
    };
    return [createGap(position, { ...finding, at: { document: at.document, pointer } })];
  }
  const gaps = RULES.flatMap((rule) => findBySplitting(rule, position));
  return dropRepeated(gaps).slice(0, MAX_GAPS);
}

/**
 * Applies a rule of the comparison to all values at a place. If it finds gaps, the rule is applied
 * to each alternative of the values by itself, which may leave fewer gaps.
 */
function findBySplitting(
  rule: (position: Position) => readonly Gap[],
  position: Position,
): readonly Gap[] {
  const gaps = rule(position);
  // Every schema of the constraints counts as a step, because the rule looks at all of them.
  position.search.steps -= Math.max(1, position.constraints.locations.length);
  if (gaps.length === 0 || position.constraints.unions.length === 0 || position.search.steps < 0) {
    return gaps;
  }
  const cases: readonly Constraints[] = splitConstraints(position.constraints);
  return dropRepeated(
    cases.flatMap((constraints) => {
      if (isImpossible(constraints)) return [];
      const isFitting = constraints.locations.some((location) =>
        isKnownSame(position.search, location, position.target),
      );
      return isFitting ? [] : findBySplitting(rule, { ...position, constraints });
    }),
  );
}

function findKindGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || target.schema['type'] === undefined) return [];
  const { enum: _, const: __, ...withoutValues } = target.schema;
  const allowed = kindsOf(withoutValues);
  const lost = [...constraints.kinds].filter((kind) => !allowed.has(kind));
  if (lost.length === 0) return [];
  const samples = {
    null: null,
    boolean: true,
    integer: 1,
    fraction: 0.5,
    string: '',
    array: [],
    object: {},
  };
  const candidates = lost.map((kind) => samples[kind]);
  return [createGap(position, { rule: 'type', from: lost, to: target.schema['type'], candidates })];
}

/**
 * Finds the gap that `const` or `enum` of the target leaves, where too many values are possible to
 * list them.
 */
function findValueGaps(position: Position): readonly Gap[] {
  const { target } = position;
  const to = listOwnValues(target.schema);
  if (to === undefined || target.schema === false) return [];
  const candidates = ['', 'other', 'a', 0, 1, 0.5, null, true, [], {}];
  return [
    createGap(position, {
      rule: Object.hasOwn(target.schema, 'const') ? 'const' : 'enum',
      from: undefined,
      to,
      candidates,
    }),
  ];
}

function dropRepeated(gaps: readonly Gap[]): readonly Gap[] {
  const distinct = new Map<string, Gap>();
  for (const gap of gaps) {
    const key = `${gap.rule} ${gap.at.document.side}${gap.at.pointer} ${JSON.stringify([gap.to, gap.frames.map(({ segment }) => segment)])}`;
    if (!distinct.has(key)) distinct.set(key, gap);
  }
  return [...distinct.values()];
}

/**
 * Finds values that the target schema may refuse by its `then` or `else`. Each is checked as if it
 * always applied, so the gaps are uncertain.
 */
function findConditionGaps(position: Position): readonly Gap[] {
  const { search, constraints, target } = position;
  const condition = findSubschema(target, 'if');
  if (condition === undefined) return [];
  // If the values fit a schema with the same condition, its `then` and `else` hold for them.
  const owner = constraints.locations.find((location) => {
    const candidate = findSubschema(location, 'if');
    return candidate !== undefined && isKnownSame(search, candidate, condition);
  });
  return (['then', 'else'] as const).flatMap((keyword) => {
    const consequence = findSubschema(target, keyword);
    if (consequence === undefined) return [];
    const ownerConsequences = owner === undefined ? [] : listConsequences(owner, keyword);
    const inner =
      ownerConsequences.length === 0 ? constraints : addLocations(constraints, ownerConsequences);
    const gaps = search.tryOut({ ...position, constraints: inner, target: consequence });
    return gaps.map((gap) => ({ ...gap, isCertain: false }));
  });
}

function listConsequences(
  owner: LocatedSchema,
  keyword: 'then' | 'else',
): readonly LocatedSchema[] {
  const parts = [
    keyword === 'then' ? findSubschema(owner, 'if') : undefined,
    findSubschema(owner, keyword),
  ];
  return parts.filter((part) => part !== undefined);
}

function addLocations(constraints: Constraints, locations: readonly LocatedSchema[]): Constraints {
  return createConstraints([...constraints.locations, ...locations], {
    excluded: constraints.excluded,
    kinds: constraints.kinds,
    settled: new Set(constraints.settled),
  });
}

/**
 * Finds objects and arrays that one schema accepts and the other may refuse by its rules about
 * dependent properties, names of properties or unevaluated members.
 */
function findDependencyGaps(position: Position): readonly Gap[] {
  return [
    ...findNeededGaps(position),
    ...findChosenGaps(position),
    ...findNameGaps(position),
    ...findUnevaluatedGaps(position),
  ];
}

function findNeededGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || !constraints.kinds.has('object')) return [];
  const required = new Set(listRequired(constraints));
  return ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((rule) => {
    const map = target.schema === false ? undefined : target.schema[rule];
    if (!isRecord(map)) return [];
    return Object.entries(map).flatMap(([name, dependency]) => {
      if (isImpossible(gatherPropertyConstraints(constraints, name))) return [];
      if (!Array.isArray(dependency)) return findDependentGaps(position, [rule, name]);
      const needs = constraints.locations.flatMap(({ schema }) => listNeeded(schema, name));
      const missing = dependency.filter((needed) => ![...required, ...needs].includes(needed));
      if (missing.length === 0) return [];
      const candidates = [
        Object.fromEntries([name, ...required, ...needs].map((key) => [key, null])),
      ];
      return [
        createGap(position, { rule, from: needs, to: dependency, isCertain: false, candidates }),
      ];
    });
  });
}

/** Finds gaps by the schemas that texts in properties choose. */
function findChosenGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || !constraints.kinds.has('object')) return [];
  const rule = 'propertyDependencies';
  return listSubschemaNames(target, rule).flatMap((name) => {
    if (isImpossible(gatherPropertyConstraints(constraints, name))) return [];
    const map: unknown = target.schema === false ? undefined : target.schema[rule];
    const schemas = isRecord(map) ? map[name] : undefined;
    const texts = isRecord(schemas) ? Object.keys(schemas) : [];
    return texts.flatMap((text) => findDependentGaps(position, [rule, name, text]));
  });
}

/**
 * Finds gaps by the schema at a path of the target, which applies only to some objects. An object
 * that fits the same schema at the same path has none.
 */
function findDependentGaps(position: Position, path: readonly string[]): readonly Gap[] {
  const { constraints, target, search } = position;
  const location = findSubschema(target, ...path);
  if (location === undefined) return [];
  const dependent = resolvePointer(target.schema, toPointer(path));
  const isKnown = constraints.locations.some(
    ({ schema, document }) =>
      document.dialect === target.document.dialect &&
      toSortedJson(resolvePointer(schema, toPointer(path))) === toSortedJson(dependent) &&
      !mayHoldReference(dependent),
  );
  if (isKnown) return [];
  const gaps = search.tryOut({ ...position, target: location });
  return gaps.map((gap) => ({ ...gap, isCertain: false }));
}

/** Lists the names that one schema requires when an object has the given property. */
function listNeeded(schema: LocatedSchema['schema'], name: string): readonly string[] {
  return ['dependentRequired', 'dependencies'].flatMap((keyword) => {
    const map = schema === false ? undefined : schema[keyword];
    const names = isRecord(map) && Object.hasOwn(map, name) ? map[name] : undefined;
    return Array.isArray(names) ? names.map(String) : [];
  });
}

function findNameGaps(position: Position): readonly Gap[] {
  const { search, constraints, target } = position;
  const nameSchema = findSubschema(target, 'propertyNames');
  if (nameSchema === undefined || target.schema === false || !constraints.kinds.has('object'))
    return [];
  const isKnown = constraints.locations.some((location) => {
    const candidate = findSubschema(location, 'propertyNames');
    return candidate !== undefined && isKnownSame(search, candidate, nameSchema);
  });
  if (isKnown) return [];
  const to = target.schema['propertyNames'];
  const candidates = ['', 'other', 'A1', '~', 'a'.repeat(100)].map((name) => ({ [name]: null }));
  return [
    createGap(position, {
      rule: 'propertyNames',
      from: undefined,
      to,
      isCertain: false,
      candidates,
    }),
  ];
}

/**
 * Finds objects and arrays that the target may refuse by `unevaluatedProperties` or
 * `unevaluatedItems`. These gaps are uncertain, because the members that other schemas evaluate are
 * not determined.
 */
function findUnevaluatedGaps(position: Position): readonly Gap[] {
  const { target, constraints } = position;
  if (target.schema === false || isSelfContained(target)) return [];
  return (['unevaluatedProperties', 'unevaluatedItems'] as const).flatMap((rule) => {
    const location = findSubschema(target, rule);
    const kind = rule === 'unevaluatedItems' ? 'array' : 'object';
    if (location === undefined || !constraints.kinds.has(kind)) return [];
    if (location.schema !== false && Object.keys(location.schema).length === 0) return [];
    const candidates = rule === 'unevaluatedItems' ? [[null]] : [{ other: null }];
    const from = constraints.locations
      .map(({ schema }) => schema !== false && schema[rule])
      .find((value) => value !== undefined && value !== true);
    return [createGap(position, { rule, from, to: location.schema, isCertain: false, candidates })];
  });
}
