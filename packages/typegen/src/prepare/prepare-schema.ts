import { appendPointer, isRecord, resolvePointer } from '@formwork/schema/json';
import { previewValue } from '../errors.ts';
import { type SchemaLocation, toLocationKey } from '../type-source.ts';
import { readDoc } from './comments.ts';
import {
  countSubschema,
  descend,
  type Preparation,
  prepareList,
  type Surroundings,
  warn,
} from './preparation.ts';
import { ARRAY_KEYWORDS, prepareArray } from './prepare-array.ts';
import { leavesToBranches, OBJECT_KEYWORDS, prepareObject } from './prepare-object.ts';
import { followReferences, isLegacy, type ResolvedReference } from './references.ts';
import { findDescriptiveSegment, stemOf } from './type-names.ts';
import {
  intersect,
  type LiteralValue,
  NEVER,
  type TypeNode,
  unite,
  UNKNOWN,
  withDoc,
} from './type-node.ts';

/** The most values that a literal type lists. */
const MAX_VALUES = 2_000;

/**
 * Prepares the type of the values that a schema accepts. Where TypeScript cannot express the
 * schema, the type is wider, never narrower: `not`, `if`, `contains`, `dependentSchemas` and
 * patterns of texts are left out.
 *
 * Only the keywords known here are read. `tsType`, `tsEnumNames` and all other extensions of the
 * generator, which could put code into its output, are ignored.
 */
export function prepareSchema(
  preparation: Preparation,
  schema: unknown,
  surroundings: Surroundings,
): TypeNode {
  countSubschema(preparation, surroundings.location);
  if (schema === false) return NEVER;
  if (!isRecord(schema)) return UNKNOWN;
  const { index } = preparation;
  const references = followReferences(index, surroundings.location).map((reference) =>
    prepareReference(preparation, reference, surroundings),
  );
  const [legacyReference] = references;
  if (legacyReference !== undefined && isLegacy(index, surroundings.location)) {
    return withDoc(legacyReference, readDoc(schema));
  }
  const inside = surroundBranches(preparation, schema, surroundings);
  const shape =
    prepareLiterals(preparation, schema, surroundings) ??
    prepareShape(preparation, schema, surroundings);
  const inner = [
    ...prepareList(preparation, schema['allOf'], descend(inside, 'allOf')),
    ...['anyOf', 'oneOf'].flatMap((keyword) => {
      const branches = schema[keyword];
      if (!Array.isArray(branches) || branches.length === 0) return [];
      return [unite(prepareList(preparation, branches, descend(inside, keyword)))];
    }),
  ];
  const constraints = intersect([...references, ...inner]);
  // "Any object" beside more precise schemas would only allow properties that they leave out.
  const combined =
    constraints.kind !== 'unknown' && isAnyObject(shape)
      ? constraints
      : intersect([...references, shape, ...inner]);
  return withDoc(schema['nullable'] === true ? orNull(combined) : combined, readDoc(schema));
}

/** Returns the type that a reference leads to, by its name; a new one is queued to be prepared. */
function prepareReference(
  preparation: Preparation,
  { keyword, text, target }: ResolvedReference,
  { location }: Surroundings,
): TypeNode {
  const at = { ...location, pointer: appendPointer(location.pointer, keyword) };
  switch (target) {
    case 'none': {
      const message = `Cannot follow ${previewValue(text)} because it must lead to a schema of the source: using unknown`;
      warn(preparation, at, { code: 'reference-unresolved', message });
      return UNKNOWN;
    }
    case 'dynamic': {
      const message = `Cannot follow ${previewValue(text)} because its anchor must stand in one place only: using unknown`;
      warn(preparation, at, { code: 'reference-dynamic', message });
      return UNKNOWN;
    }
    default:
      return { kind: 'reference', name: nameType(preparation, target) };
  }
}

/** Returns the name of the type at a place, making one if it has none yet. */
function nameType(preparation: Preparation, location: SchemaLocation): string {
  const { nameByPlace, names, documents, waiting } = preparation;
  const key = toLocationKey(location);
  const assignedName = nameByPlace.get(key);
  if (assignedName !== undefined) return assignedName;
  const document = stemOf(documents[location.document]?.name ?? '');
  const segment = findDescriptiveSegment(location);
  // The document tells definitions of the same name apart.
  const name = names.take(segment === undefined ? [document] : [segment, `${document}-${segment}`]);
  nameByPlace.set(key, name);
  waiting.push({ name, location });
  return name;
}

/**
 * Prepares the type that `type` and the keywords of objects and arrays describe. Without `type` the
 * keywords decide: a schema that lists properties means an object.
 */
function prepareShape(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode {
  const { type } = schema;
  if (type === undefined) return prepareImplied(preparation, schema, surroundings);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return unite(
    types.map((member, index) =>
      // Draft 03 has schemas among the types.
      isRecord(member)
        ? preparation.prepare(member, descend(descend(surroundings, 'type'), index))
        : prepareType(preparation, schema, { ...surroundings, type: member }),
    ),
  );
}

function prepareImplied(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode {
  const implied = [
    ...(OBJECT_KEYWORDS.some((keyword) => keyword in schema) ? ['object'] : []),
    ...(ARRAY_KEYWORDS.some((keyword) => keyword in schema) ? ['array'] : []),
  ];
  if (implied.length === 0) return UNKNOWN;
  const { typed, location } = surroundings;
  const [assumed = ''] = implied;
  if (!typed && implied.length === 1 && !tellsType(preparation, schema, { location })) {
    const places = preparation.assumed.get(assumed) ?? [];
    places.push(location);
    preparation.assumed.set(assumed, places);
  }
  return unite(implied.map((type) => prepareType(preparation, schema, { ...surroundings, type })));
}

function prepareType(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings & { readonly type: unknown },
): TypeNode {
  switch (surroundings.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return { kind: 'scalar', type: surroundings.type };
    case 'number':
    case 'integer':
      return { kind: 'scalar', type: 'number' };
    case 'object':
      return prepareObject(preparation, schema, surroundings);
    case 'array':
      return prepareArray(preparation, schema, surroundings);
    case 'any':
      return UNKNOWN;
    default: {
      const message = `Cannot use "type" because it must be a type of JSON: current value is ${previewValue(surroundings.type)}, using unknown`;
      warn(preparation, surroundings.location, { code: 'type-unknown', message });
      return UNKNOWN;
    }
  }
}

/**
 * Returns the surroundings for the alternatives in a schema. If the schema says anything about
 * properties, it also decides about those that its alternatives do not list.
 */
function surroundBranches(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): Surroundings {
  const covers =
    leavesToBranches(schema) ||
    OBJECT_KEYWORDS.some((keyword) => keyword !== 'required' && isRecord(schema[keyword])) ||
    schema['additionalProperties'] === false;
  const typed =
    surroundings.typed ||
    IMPLYING.some((keyword) => keyword in schema) ||
    tellsType(preparation, schema, surroundings);
  return { ...surroundings, covered: surroundings.covered || covers, typed };
}

const IMPLYING = [...OBJECT_KEYWORDS, ...ARRAY_KEYWORDS];

/** How many schemas within one another are asked for the type of a value: more exhaust the stack. */
const MAX_ASKED = 200;

/**
 * True if a schema, or one that applies as well, says of which type values are. Each schema is asked
 * once, because many may refer to many.
 */
function tellsType(
  preparation: Preparation,
  schema: unknown,
  { location, depth = 0 }: { readonly location: SchemaLocation; readonly depth?: number },
): boolean {
  if (!isRecord(schema) || depth > MAX_ASKED) return false;
  const { telling } = preparation;
  const answer = telling.get(schema);
  if (answer !== undefined) return answer;
  // A schema that leads back to itself tells nothing by that.
  telling.set(schema, false);
  const tells =
    ['type', 'const', 'enum'].some((keyword) => keyword in schema) ||
    listBeside(preparation, schema, location).some((beside) =>
      tellsType(preparation, beside.schema, { location: beside.location, depth: depth + 1 }),
    );
  telling.set(schema, tells);
  return tells;
}

/** Lists the schemas that apply to whatever a schema applies to. */
function listBeside(
  { index, documents }: Preparation,
  { allOf }: Readonly<Record<string, unknown>>,
  location: SchemaLocation,
): readonly { readonly schema: unknown; readonly location: SchemaLocation }[] {
  const list = appendPointer(location.pointer, 'allOf');
  const parts = (Array.isArray(allOf) ? allOf : []).map((schema: unknown, at) => ({
    schema,
    location: { ...location, pointer: appendPointer(list, at) },
  }));
  const referred = followReferences(index, location).flatMap(({ target }) => {
    if (typeof target === 'string') return [];
    const content = documents[target.document]?.content;
    return [{ schema: resolvePointer(content, target.pointer), location: target }];
  });
  return [...parts, ...referred];
}

function isAnyObject(node: TypeNode): boolean {
  return (
    node.kind === 'object' && node.properties.length === 0 && node.additional?.kind === 'unknown'
  );
}

function orNull(node: TypeNode): TypeNode {
  return unite([node, { kind: 'scalar', type: 'null' }]);
}

/** Prepares the type of `const` and `enum`; `undefined` if the schema has neither. */
function prepareLiterals(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode | undefined {
  const { enum: alternatives, type } = schema;
  if (!('const' in schema) && !Array.isArray(alternatives)) return undefined;
  const values: readonly unknown[] =
    'const' in schema ? [schema['const']] : Array.isArray(alternatives) ? alternatives : [];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const allowed =
    type === undefined
      ? values
      : values.filter((value) => types.some((candidate) => hasType(candidate, value)));
  if (allowed.length > MAX_VALUES) {
    const message = `Cannot list the values of "enum" because there must be ${MAX_VALUES} at most: current value has ${allowed.length}`;
    warn(preparation, surroundings.location, { code: 'union-too-large', message });
    return UNKNOWN;
  }
  return prepareValues(preparation, allowed, surroundings);
}

function prepareValues(
  preparation: Preparation,
  values: readonly unknown[],
  surroundings: Surroundings,
): TypeNode {
  const plain = new Set<LiteralValue>();
  const exactTypes: TypeNode[] = [];
  for (const value of values) {
    if (isLiteral(value)) plain.add(value);
    else exactTypes.push(prepareExact(preparation, value, surroundings));
  }
  const literals: readonly TypeNode[] =
    plain.size === 0 ? [] : [{ kind: 'literals', values: [...plain] }];
  return unite([...literals, ...exactTypes]);
}

/** Prepares the type of exactly one value. */
function prepareExact(
  preparation: Preparation,
  value: unknown,
  surroundings: Surroundings,
): TypeNode {
  countSubschema(preparation, surroundings.location);
  if (isLiteral(value)) return { kind: 'literals', values: [value] };
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => prepareExact(preparation, item, surroundings));
    return { kind: 'tuple', items, additional: undefined, min: items.length };
  }
  if (isRecord(value)) {
    const properties = Object.entries(value).map(([name, member]) => ({
      name,
      node: prepareExact(preparation, member, surroundings),
      required: true,
    }));
    return { kind: 'object', properties, additional: properties.length === 0 ? NEVER : undefined };
  }
  // JavaScript cannot hold this number.
  return typeof value === 'number' ? { kind: 'scalar', type: 'number' } : UNKNOWN;
}

function isLiteral(value: unknown): value is LiteralValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    Number.isFinite(value)
  );
}

function hasType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}
