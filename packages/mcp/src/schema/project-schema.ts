import { indexSchema, type Json, type JsonSchema, toDialect } from '@formwork/schema';
import { appendPointer, isRecord } from '@formwork/schema/json';
import { hasFrame, toCardLine, toCardText } from '../text/to-card-text.ts';
import { toCleanText } from '../text/to-clean-text.ts';
import { projectObject } from './project-object.ts';
import { projectScalar } from './project-scalar.ts';
import {
  type ProjectedSchema,
  type Part,
  type ProjectionContext,
  type ProjectionOutcome,
  type ProjectionPurpose,
  type SchemaPosition,
  dropRepeated,
  toProjectedSchema,
} from './projection.ts';

/**
 * The highest number of characters of a title within a schema; {@link MAX_DESCRIPTION} limits
 * descriptions.
 */
const MAX_TITLE = 80;

const MAX_DESCRIPTION = 400;

/** The highest number of characters of a default value or an example, as JSON. */
const MAX_VALUE = 400;

/**
 * The highest number of schemas in one projection, because references that are written out can
 * multiply.
 */
const MAX_SCHEMAS = 1500;

/** How often a schema may contain itself before recursion is cut. */
const MAX_NESTING = 2;

/**
 * The keywords that are left out, because validators disagree on them or they cannot be loosened.
 */
const LEFT_OUT = [
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'propertyDependencies',
  'unevaluatedItems',
];

/**
 * Projects a vetted schema to one that MCP hosts accept: references are written out, recursion is
 * cut with a note, keywords that only some drafts have are translated or left out, and texts are
 * cleaned.
 *
 * Every value that fits the schema fits the projection. A schema is refused if its names or values
 * contain invisible characters, because cleaning would make them other names and values.
 */
export function projectSchema(
  schema: JsonSchema,
  {
    purpose,
  }: {
    readonly purpose: ProjectionPurpose;
  },
): ProjectionOutcome {
  const dialect = toDialect(schema) ?? '2020-12';
  const index = indexSchema(schema, dialect);
  const context: ProjectionContext = {
    purpose,
    targets: new Map(
      index.references.flatMap(({ source, target }) =>
        target === undefined ? [] : [[source, target]],
      ),
    ),
    refers: (pointer) => index.referencesOf.has(pointer),
    schemaAt: (pointer) => index.places.get(pointer)?.schema ?? true,
    refHidesSiblings: dialect.startsWith('draft-'),
    refusals: [],
    count: 0,
    isLooser: false,
  };
  const projected = project(context, { pointer: '', trail: [''] });
  if (context.refusals.length > 0) return { kind: 'refused', refusals: context.refusals };
  return {
    kind: 'projected',
    projection: { schema: projected, isLooser: context.isLooser },
  };
}

function project(context: ProjectionContext, schemaPosition: SchemaPosition): ProjectedSchema {
  const schema = context.schemaAt(schemaPosition.pointer);
  if (typeof schema === 'boolean') return toProjectedSchema(schema);
  context.count += 1;
  if (context.count > MAX_SCHEMAS) return cut(context, schema, 'Too large to be shown here.');
  const target = context.targets.get(schemaPosition.pointer);
  if (target === undefined) return projectOwn(context, schema, schemaPosition);
  const referred = follow(context, target, schemaPosition);
  const siblings = context.refHidesSiblings ? {} : projectOwn(context, schema, schemaPosition);
  const rules = Object.keys(siblings).filter((keyword) => !WORDS.has(keyword));
  if (rules.length === 0) return { ...referred, ...siblings };
  return { allOf: [referred, siblings] };
}

const WORDS = new Set(['title', 'description', 'examples', 'default']);

function follow(
  context: ProjectionContext,
  target: string,
  { trail }: SchemaPosition,
): ProjectedSchema {
  const times = trail.filter((pointer) => pointer === target).length;
  if (times < MAX_NESTING) return project(context, { pointer: target, trail: [...trail, target] });
  const schema = context.schemaAt(target);
  const name = target === '' ? 'the whole input' : `"${target.split('/').at(-1) ?? ''}"`;
  return cut(context, schema, `Again like ${name}, which this is a part of.`);
}

/**
 * Makes the schema that replaces one which is too large or too deep to be shown: it has the same
 * type, and says why it is cut.
 */
function cut(
  context: ProjectionContext,
  schema: JsonSchema | boolean,
  why: string,
): ProjectedSchema {
  context.isLooser = true;
  const type = isRecord(schema) ? schema['type'] : undefined;
  const isPlain = typeof type === 'string' && !(isRecord(schema) && schema['nullable'] === true);
  return { ...(isPlain && { type }), description: why };
}

function projectOwn(
  context: ProjectionContext,
  schema: JsonSchema,
  schemaPosition: SchemaPosition,
): ProjectedSchema {
  const projectAt = (next: SchemaPosition): ProjectedSchema => project(context, next);
  if (LEFT_OUT.some((keyword) => Object.hasOwn(schema, keyword))) context.isLooser = true;
  return {
    ...copyAnnotations(context, schema),
    ...projectScalar(context, { schema, schemaPosition }),
    ...projectObject(context, { schema, schemaPosition, projectAt }),
    ...projectArray(context, { schema, schemaPosition, projectAt }),
    ...projectUnions(context, { schema, schemaPosition, projectAt }),
  };
}

/**
 * Projects unions. `oneOf` becomes `anyOf`, because a value may fit two alternatives once they are
 * looser.
 */
function projectUnions(
  context: ProjectionContext,
  { schema, schemaPosition, projectAt }: Part,
): ProjectedSchema {
  const projectMembers = (keyword: string): ProjectedSchema[] => {
    const members: unknown = schema[keyword];
    if (!Array.isArray(members)) return [];
    const listPointer = appendPointer(schemaPosition.pointer, keyword);
    return members.map((_, position) =>
      projectAt({ ...schemaPosition, pointer: appendPointer(listPointer, position) }),
    );
  };
  const anyOf = dropRepeated(projectMembers('anyOf'));
  const oneOf = dropRepeated(projectMembers('oneOf'));
  const allOf = projectMembers('allOf').filter((member) => Object.keys(member).length > 0);
  if (oneOf.length > 0) context.isLooser = true;
  const both = anyOf.length > 0 && oneOf.length > 0;
  const all = both ? [...allOf, { anyOf: oneOf }] : allOf;
  const any = anyOf.length > 0 ? anyOf : oneOf;
  return { ...(any.length > 0 && { anyOf: any }), ...(all.length > 0 && { allOf: all }) };
}

/** Copies the annotations of a schema, cleaned; in an output schema only title and description. */
function copyAnnotations({ purpose }: ProjectionContext, schema: JsonSchema): ProjectedSchema {
  const words: ProjectedSchema = {};
  const { title, description, examples } = schema;
  if (typeof title === 'string') words['title'] = toCardLine(title, { most: MAX_TITLE });
  if (typeof description === 'string') {
    words['description'] = toCardText(description, { most: MAX_DESCRIPTION });
  }
  if (purpose === 'output') return words;
  if (Object.hasOwn(schema, 'default') && isShowable(schema['default'])) {
    words['default'] = schema['default'];
  }
  const shown = Array.isArray(examples) ? examples.filter(isShowable).slice(0, 3) : [];
  if (shown.length > 0) words['examples'] = shown;
  return words;
}

/** True for short JSON without invisible or misleading characters. */
function isShowable(value: unknown): value is Json {
  const text = JSON.stringify(value);
  if (text === undefined || text.length > MAX_VALUE || hasFrame(text)) return false;
  return toCleanText(text, { most: 500 }) === text;
}

/** Projects the keywords of arrays. */
function projectArray(context: ProjectionContext, part: Part): ProjectedSchema {
  const { schema, schemaPosition, projectAt } = part;
  const draft: ProjectedSchema = {};
  for (const keyword of ['minItems', 'maxItems', 'uniqueItems']) {
    if (schema[keyword] !== undefined) draft[keyword] = schema[keyword];
  }
  const tuple = findTuple(part);
  if (tuple === undefined) {
    if (isRecord(schema['items'])) {
      draft['items'] = projectAt({
        ...schemaPosition,
        pointer: appendPointer(schemaPosition.pointer, 'items'),
      });
    } else if (schema['items'] === false) draft['maxItems'] = 0;
  } else {
    context.isLooser = true;
    Object.assign(draft, projectTuple(part, tuple));
  }
  if (!Object.hasOwn(schema, 'contains')) return draft;
  // Older validators ignore the limits of `contains`.
  if (Object.hasOwn(schema, 'minContains') || Object.hasOwn(schema, 'maxContains')) {
    context.isLooser = true;
    return draft;
  }
  return {
    ...draft,
    contains: projectAt({
      ...schemaPosition,
      pointer: appendPointer(schemaPosition.pointer, 'contains'),
    }),
  };
}

/**
 * A tuple, which has one schema per position: `prefixItems` in 2020-12, a list of `items` in older
 * drafts.
 */
interface Tuple {
  readonly keyword: 'prefixItems' | 'items';
  readonly length: number;
  /** The keyword for the items after those of the tuple. */
  readonly restKeyword: 'items' | 'additionalItems';
}

function findTuple({ schema }: Part): Tuple | undefined {
  const { prefixItems, items } = schema;
  if (Array.isArray(prefixItems)) {
    return { keyword: 'prefixItems', length: prefixItems.length, restKeyword: 'items' };
  }
  if (!Array.isArray(items)) return undefined;
  return { keyword: 'items', length: items.length, restKeyword: 'additionalItems' };
}

/**
 * Projects a tuple to a list whose items may fit any of its positions, which every validator
 * understands.
 */
function projectTuple(
  { schema, schemaPosition, projectAt }: Part,
  { keyword, length, restKeyword }: Tuple,
): ProjectedSchema {
  const listPointer = appendPointer(schemaPosition.pointer, keyword);
  const items = Array.from({ length }, (_, position) =>
    projectAt({ ...schemaPosition, pointer: appendPointer(listPointer, position) }),
  );
  const description = [
    typeof schema['description'] === 'string'
      ? toCardText(schema['description'], { most: 300 })
      : '',
    `Items in this order: ${items.slice(0, 8).map(nameItem).join(', ')}.`,
  ];
  const words = { description: description.filter((line) => line !== '').join(' ') };
  const following = schema[restKeyword];
  if (following === false) {
    const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : length;
    return { ...words, ...joinItems(items), maxItems: Math.min(most, length) };
  }
  if (!isRecord(following)) return words;
  const last = projectAt({
    ...schemaPosition,
    pointer: appendPointer(schemaPosition.pointer, restKeyword),
  });
  return { ...words, ...joinItems([...items, last]) };
}

function joinItems(items: readonly ProjectedSchema[]): ProjectedSchema {
  const distinct = dropRepeated(items);
  // If one of them is the empty schema, any item is allowed.
  if (distinct.length === 0 || distinct.some((item) => Object.keys(item).length === 0)) return {};
  return { items: distinct.length === 1 ? distinct[0] : { anyOf: distinct } };
}

function nameItem({ title, type, description }: ProjectedSchema): string {
  const word = [title, description, type].find((text) => typeof text === 'string');
  return typeof word === 'string' ? word.slice(0, 60) : 'anything';
}
