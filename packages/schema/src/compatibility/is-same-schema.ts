import { isRecord } from '../json/record.ts';
import { toSortedJson } from '../json/sorted-json.ts';
import { hasReference, isReferenceKeyword } from '../references/reference-keywords.ts';
import { SUBSCHEMA_FORMS } from '../references/schema-keywords.ts';
import {
  findSubschema,
  listSubschemaNames,
  locateSchema,
  type LocatedSchema,
} from './schema-document.ts';

/** The keywords that describe a schema and say nothing about values, such as `title`. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
]);

/** The keywords whose values are lists in which the order means nothing. */
const SETS: ReadonlySet<string> = new Set(['type', 'required', 'enum']);

/** The keywords that refuse nothing when their value is `true` or `{}`. */
const TRIVIAL: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'additionalItems',
  'unevaluatedItems',
  'propertyNames',
]);

/** The steps to compare the keywords of two schemas. */
const PAIR_STEPS = 15;

/** Those of the trivial keywords that evaluate what no other schema does, for `unevaluated*`. */
const EVALUATING: ReadonlySet<string> = new Set(
  [...TRIVIAL].filter((keyword) => keyword !== 'propertyNames'),
);

/**
 * True if two schemas say the same in the same way. Annotations, the order of names, and whether a
 * schema stands in place or behind a reference make no difference.
 */
export function isSameSchema(
  a: LocatedSchema,
  b: LocatedSchema,
  assumed: Set<string> = new Set(),
): boolean {
  const left = followDirectly(a);
  const right = followDirectly(b);
  // A pair of schemas that is met again inside itself counts as the same.
  const key = `${left.document.side}${left.pointer} ${right.document.side}${right.pointer}`;
  if (assumed.has(key)) return true;
  assumed.add(key);
  left.document.work.spend(PAIR_STEPS);
  if (left.schema === false || right.schema === false) return left.schema === right.schema;
  if (left.document.dialect !== right.document.dialect && hasMeaning(left)) return false;
  const keywords = listKeywords(left);
  if (!isSameSet(keywords, listKeywords(right))) return false;
  return keywords.every((keyword) => isSameKeyword(keyword, { left, right, assumed }));
}

function isSameKeyword(
  keyword: string,
  {
    left,
    right,
    assumed,
  }: {
    readonly left: LocatedSchema;
    readonly right: LocatedSchema;
    readonly assumed: Set<string>;
  },
): boolean {
  if (left.schema === false || right.schema === false) return false;
  if (isReferenceKeyword(keyword)) {
    const targets = [left, right].map(({ document, pointer }) =>
      (document.targets.get(pointer) ?? []).map((target) => locateSchema(document, target)),
    );
    const [lefts = [], rights = []] = targets;
    return (
      lefts.length === rights.length &&
      lefts.every((location, position) => {
        const counterpart = rights[position];
        return counterpart !== undefined && isSameSchema(location, counterpart, assumed);
      })
    );
  }
  const values = [left.schema[keyword], right.schema[keyword]];
  const [value, counterpart] = values;
  if (!SUBSCHEMA_FORMS.has(keyword)) {
    return SETS.has(keyword) && Array.isArray(value) && Array.isArray(counterpart)
      ? isSameSet(value.map(toSortedJson), counterpart.map(toSortedJson))
      : toSortedJson(value) === toSortedJson(counterpart);
  }
  const inner = (
    location: LocatedSchema,
    ...segments: readonly PropertyKey[]
  ): LocatedSchema | undefined => findSubschema(location, keyword, ...segments);
  const compare = (...segments: readonly PropertyKey[]): boolean => {
    const innerLeft = inner(left, ...segments);
    const innerRight = inner(right, ...segments);
    if (innerLeft !== undefined && innerRight !== undefined)
      return isSameSchema(innerLeft, innerRight, assumed);
    // A member that is no schema, such as a list of names in `dependencies`, is compared as JSON.
    return (
      innerLeft === innerRight &&
      toSortedJson(pick(value, segments)) === toSortedJson(pick(counterpart, segments))
    );
  };
  if (Array.isArray(value) || Array.isArray(counterpart)) {
    if (!Array.isArray(value) || !Array.isArray(counterpart)) return false;
    return value.length === counterpart.length && value.every((_, position) => compare(position));
  }
  const nesting = SUBSCHEMA_FORMS.get(keyword);
  if (nesting === 'one') return compare();
  const names = listSubschemaNames(left, keyword);
  if (!isSameSet(names, listSubschemaNames(right, keyword))) return false;
  if (nesting !== 'maps') return names.every((name) => compare(name));
  return names.every((name) => {
    const [leftMap, rightMap] = [pick(value, [name]), pick(counterpart, [name])];
    if (!isRecord(leftMap) || !isRecord(rightMap)) return false;
    const texts = Object.keys(leftMap);
    return isSameSet(texts, Object.keys(rightMap)) && texts.every((text) => compare(name, text));
  });
}

function pick(map: unknown, names: readonly PropertyKey[]): unknown {
  return names.reduce(
    (part, name) => (isRecord(part) || Array.isArray(part) ? Object(part)[name] : part),
    map,
  );
}

/**
 * Returns the schema that a lone reference leads to in the end; any other schema is returned
 * unchanged.
 */
export function followDirectly(location: LocatedSchema): LocatedSchema {
  let current = location;
  // This loop ends, because `vetSchema` refuses references that lead in circles.
  for (;;) {
    const keywords = listKeywords(current);
    const [target] = current.document.targets.get(current.pointer) ?? [];
    if (keywords.length !== 1 || !hasReference(current.schema) || target === undefined)
      return current;
    current = locateSchema(current.document, target);
  }
}

function listKeywords({ schema, document }: LocatedSchema): readonly string[] {
  if (schema === false) return [];
  return Object.keys(schema).filter((keyword) => {
    if (ANNOTATIONS.has(keyword)) return false;
    const value = schema[keyword];
    const isEmpty = value === true || (isRecord(value) && Object.keys(value).length === 0);
    if (!isEmpty || keyword === 'properties') return !isEmpty;
    return !TRIVIAL.has(keyword) || (EVALUATING.has(keyword) && document.asksUnevaluated);
  });
}

function hasMeaning(location: LocatedSchema): boolean {
  return listKeywords(location).some(
    (keyword) =>
      isReferenceKeyword(keyword) ||
      /^(?:items|exclusive|prefix|contains|unevaluated)/u.test(keyword),
  );
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const members = new Set(a);
  return members.size === new Set(b).size && b.every((member) => members.has(member));
}
