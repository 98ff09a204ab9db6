import { createMatchingString } from '../examples/create-matching-string.ts';
import { findSize } from './bounds.ts';
import type { Constraints } from './constraints.ts';
import { enter, createGap, type Gap, type Position } from './gap.ts';
import {
  isImpossible,
  listDeclared,
  gatherOtherConstraints,
  findOtherKeywords,
  gatherPatternConstraints,
  listPropertyPatterns,
  gatherPropertyConstraints,
  findPropertySchemas,
  listRequired,
} from './parts.ts';
import { findSubschema, listSubschemaNames, type LocatedSchema } from './schema-document.ts';

/**
 * Finds objects that one schema lets through and the other refuses: they lack a property, or have
 * one that is not allowed.
 */
export function findObjectGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false || !constraints.kinds.has('object')) return [];
  return [
    ...findRequiredGaps(position),
    ...findPropertyGaps(position),
    ...findOtherGaps(position),
    ...findCountGaps(position),
  ];
}

function findRequiredGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  const present = new Set(listRequired(constraints));
  return listRequired({ locations: [target] })
    .filter((name) => !present.has(name))
    .map((name) => createGap(position, { rule: 'required', from: undefined, to: name }));
}

function findPropertyGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  const declared = listDeclared(constraints);
  const names = new Set([...declared, ...listSubschemaNames(target, 'properties')]);
  return [...names].flatMap((name) => {
    const inner = gatherPropertyConstraints(constraints, name);
    if (isImpossible(inner)) return [];
    const isDeclared = declared.includes(name) || inner.locations.length > 0;
    return findPropertySchemas(target, name).flatMap((location) => {
      const innerPosition = enter(
        position,
        { kind: 'name', name },
        { constraints: inner, target: location },
      );
      const gaps = position.search.find(innerPosition);
      if (gaps.length === 0) return [];
      if (location.schema === false) {
        const declaration = findDeclaration(constraints, name);
        const at = declaration ?? { document: location.document, pointer: location.pointer };
        const from = declaration?.schema;
        return [
          createGap(innerPosition, {
            rule: 'property',
            from,
            to: undefined,
            at,
            candidates: [null],
          }),
        ];
      }
      if (isDeclared) return gaps;
      // Where the accepting schema allows any value, one gap stands for everything that the target
      // forbids.
      const from = undefined;
      return [
        createGap(innerPosition, {
          rule: 'declared',
          from,
          to: location.schema,
          candidates: [null, 0, '', {}],
        }),
      ];
    });
  });
}

function findDeclaration({ locations }: Constraints, name: string): LocatedSchema | undefined {
  const [declaration] = locations.flatMap(
    (location) => findSubschema(location, 'properties', name) ?? [],
  );
  return declaration;
}

/**
 * Finds the gaps in properties that are not declared: those that match a pattern, and all others.
 */
function findOtherGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  const patterns = listPropertyPatterns(constraints);
  const shared = findSharedPatterns(patterns, target);
  const rules = listRules(target);
  return listGroups(position, patterns).flatMap((group) =>
    rules
      .filter(({ pattern }) => meet(group.pattern, pattern, shared))
      .flatMap((rule) => findGroupGaps(position, group, rule)),
  );
}

/**
 * Properties that are judged together because no schema names them: those of one pattern, or all
 * others.
 */
interface PropertyGroup {
  readonly pattern: string | undefined;
  readonly inner: Constraints;
  /** An example of the name of a property in this group. */
  readonly name: string;
}

/** Lists the groups of properties that the old schemas may let in, without those that none can be in. */
function listGroups(
  { constraints, target }: Position,
  patterns: readonly string[],
): readonly PropertyGroup[] {
  const usedNames = new Set([
    ...listDeclared(constraints),
    ...listSubschemaNames(target, 'properties'),
  ]);
  const groups: readonly PropertyGroup[] = [
    ...patterns.map((pattern) => ({
      pattern,
      inner: gatherPatternConstraints(constraints, pattern),
      name: createMatchingString([pattern]) ?? 'other',
    })),
    {
      pattern: undefined,
      inner: gatherOtherConstraints(constraints),
      name: findFreeName(usedNames),
    },
  ];
  return groups.filter(({ inner }) => !isImpossible(inner));
}

/** The schema by which a target judges the properties of a pattern; without one, all others. */
interface PropertyRule {
  readonly pattern: string | undefined;
  readonly location: LocatedSchema;
}

/** Lists the schemas by which a target judges properties that it does not name. */
function listRules(target: LocatedSchema): readonly PropertyRule[] {
  const additional = findOtherKeywords(target);
  return [
    ...listSubschemaNames(target, 'patternProperties').flatMap((pattern) => {
      const location = findSubschema(target, 'patternProperties', pattern);
      return location === undefined ? [] : [{ pattern, location }];
    }),
    ...(additional === undefined ? [] : [{ pattern: undefined, location: additional }]),
  ];
}

/**
 * True if a rule of the target may judge properties of a group. Properties that match a pattern of
 * both schemas are judged by that pattern.
 */
function meet(
  groupPattern: string | undefined,
  rulePattern: string | undefined,
  shared: ReadonlySet<string>,
): boolean {
  if (groupPattern === rulePattern) return true;
  if (shared.has(rulePattern ?? groupPattern ?? '')) return false;
  return !areDisjoint(groupPattern, rulePattern);
}

/** Finds the gaps of a group under a rule; they are certain if the rule surely judges the group. */
function findGroupGaps(
  position: Position,
  group: PropertyGroup,
  { pattern, location }: PropertyRule,
): readonly Gap[] {
  const isCertain = pattern === group.pattern || pattern === undefined;
  const name = isCertain ? group.name : (createMatchingString([pattern]) ?? group.name);
  const inner = enter(
    position,
    { kind: 'others', name },
    { constraints: group.inner, target: location },
  );
  const gaps = position.search.find(inner);
  if (gaps.length === 0) return [];
  if (location.schema !== false) {
    return isCertain ? gaps : gaps.map((gap) => ({ ...gap, isCertain: false }));
  }
  return [
    createGap(inner, {
      rule: 'others',
      from: undefined,
      to: false,
      at: { document: location.document, pointer: location.pointer },
      isCertain,
      candidates: [null, 0],
    }),
  ];
}

/** Matches the text with which names begin that match a pattern. */
const BEGINNING = /^\^([\w -]+)(?![*+?{|\w -])/u;

/** True if it is certain that no name matches both patterns, because they begin with other texts. */
function areDisjoint(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || `${a}${b}`.includes('|')) return false;
  const [left, right] = [a, b].map((pattern) => BEGINNING.exec(pattern)?.[1]);
  if (left === undefined || right === undefined) return false;
  return !left.startsWith(right) && !right.startsWith(left);
}

function findSharedPatterns(
  patterns: readonly string[],
  target: LocatedSchema,
): ReadonlySet<string> {
  const targetPatterns = new Set(listSubschemaNames(target, 'patternProperties'));
  return new Set(patterns.filter((pattern) => targetPatterns.has(pattern)));
}

function findCountGaps(position: Position): readonly Gap[] {
  const { constraints, target } = position;
  if (target.schema === false) return [];
  const { minProperties, maxProperties } = target.schema;
  const gaps: Gap[] = [];
  const least = Math.max(
    listRequired(constraints).length,
    findSize(constraints, 'minProperties', Math.max) ?? 0,
  );
  if (typeof minProperties === 'number' && minProperties > least) {
    gaps.push(
      createGap(position, {
        rule: 'minProperties',
        from: findSize(constraints, 'minProperties', Math.max),
        to: minProperties,
        candidates: [{}],
      }),
    );
  }
  const isClosed =
    listPropertyPatterns(constraints).length === 0 &&
    isImpossible(gatherOtherConstraints(constraints));
  const most = Math.min(
    isClosed ? listDeclared(constraints).length : Number.POSITIVE_INFINITY,
    findSize(constraints, 'maxProperties', Math.min) ?? Number.POSITIVE_INFINITY,
  );
  if (typeof maxProperties === 'number' && maxProperties < most) {
    const size = Math.min(maxProperties + 1, 100);
    const names = [
      ...listDeclared(constraints),
      ...Array.from({ length: size }, (_, i) => `other${i}`),
    ];
    const many = Object.fromEntries(names.slice(0, size).map((name) => [name, null]));
    gaps.push(
      createGap(position, {
        rule: 'maxProperties',
        from: findSize(constraints, 'maxProperties', Math.min),
        to: maxProperties,
        candidates: [many],
      }),
    );
  }
  return gaps;
}

/** Makes a name for a property that no schema mentions. */
function findFreeName(usedNames: ReadonlySet<string>): string {
  let name = 'other';
  for (let number = 2; usedNames.has(name); number += 1) name = `other${number}`;
  return name;
}
