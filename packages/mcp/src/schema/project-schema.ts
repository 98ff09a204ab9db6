import { appendPointer, isRecord } from '@formwork/schema/internal';
import { indexSchema, toDialect, type JsonSchema } from '@formwork/schema';
import { copyWords } from './copy-words.ts';
import { projectArray } from './project-array.ts';
import { projectObject } from './project-object.ts';
import { projectScalar } from './project-scalar.ts';
import {
  toDistinct,
  toDraft,
  type Draft,
  type ProjectionContext,
  type ProjectionOutcome,
  type ProjectionPurpose,
} from './projection.ts';

/** Most schemas of one projection: references that are followed can multiply. */
const MAX_SCHEMAS = 1500;

/** How often one schema may stand within itself. */
const MAX_NESTING = 2;

/** Keywords whose rule is left out, as readers differ on it or it cannot be made looser. */
const LEFT_OUT = ['not', 'if', 'dependentSchemas', 'dependencies', 'unevaluatedItems'];

/** Options of {@link projectSchema}. */
export interface ProjectSchemaOptions {
  readonly purpose: ProjectionPurpose;
}

/** Where a walk is: pointer into the original, and the references that led there. */
export interface Spot {
  readonly pointer: string;
  readonly trail: readonly string[];
}

/** Projects a part of the schema that a keyword leads to. */
type ProjectAt = (spot: Spot) => Draft;

/**
 * Makes of a vetted schema one that hosts of MCP take: references written out, recursion cut with a
 * word about it, keywords of one draft only told as others have them or left out, texts cleaned.
 *
 * What fits the schema fits the projection. Refused is a schema whose names or values hold what
 * cannot be seen: those cannot be cleaned, as they would be others then.
 */
export function projectSchema(
  schema: JsonSchema,
  { purpose }: ProjectSchemaOptions,
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
    schemaAt: (pointer) => index.places.get(pointer)?.schema ?? true,
    refHidesSiblings: dialect.startsWith('draft-'),
    refusals: [],
    made: 0,
    isLooser: false,
  };
  const projected = project(context, { pointer: '', trail: [''] });
  if (context.refusals.length > 0) return { kind: 'refused', refusals: context.refusals };
  return {
    kind: 'projected',
    projection: { schema: projected, isLooser: context.isLooser },
  };
}

function project(context: ProjectionContext, spot: Spot): Draft {
  const schema = context.schemaAt(spot.pointer);
  if (typeof schema === 'boolean') return toDraft(schema);
  context.made += 1;
  if (context.made > MAX_SCHEMAS) return cut(context, schema, 'Too large to be shown here.');
  const target = context.targets.get(spot.pointer);
  if (target === undefined) return projectOwn(context, schema, spot);
  const referred = follow(context, target, spot);
  const siblings = context.refHidesSiblings ? {} : projectOwn(context, schema, spot);
  const rules = Object.keys(siblings).filter((keyword) => !WORDS.has(keyword));
  if (rules.length === 0) return { ...referred, ...siblings };
  return { allOf: [referred, siblings] };
}

const WORDS = new Set(['title', 'description', 'examples', 'default']);

function follow(context: ProjectionContext, target: string, { trail }: Spot): Draft {
  const times = trail.filter((pointer) => pointer === target).length;
  if (times < MAX_NESTING) return project(context, { pointer: target, trail: [...trail, target] });
  const schema = context.schemaAt(target);
  const name = target === '' ? 'the whole input' : `"${target.split('/').at(-1) ?? ''}"`;
  return cut(context, schema, `Again like ${name}, which this is a part of.`);
}

/** What stands for a schema that is not written out. */
function cut(context: ProjectionContext, schema: JsonSchema | boolean, why: string): Draft {
  context.isLooser = true;
  const type = isRecord(schema) ? schema['type'] : undefined;
  const isPlain = typeof type === 'string' && !(isRecord(schema) && schema['nullable'] === true);
  return { ...(isPlain && { type }), description: why };
}

function projectOwn(context: ProjectionContext, schema: JsonSchema, spot: Spot): Draft {
  const at: ProjectAt = (next) => project(context, next);
  if (LEFT_OUT.some((keyword) => Object.hasOwn(schema, keyword))) context.isLooser = true;
  return {
    ...copyWords(context, schema),
    ...projectScalar(context, { schema, spot }),
    ...projectObject(context, { schema, spot, at }),
    ...projectArray(context, { schema, spot, at }),
    ...projectUnions(context, { schema, spot, at }),
  };
}

/** What the parts of a schema are projected from. */
export interface Part {
  readonly schema: JsonSchema;
  readonly spot: Spot;
  readonly at: ProjectAt;
}

/** `oneOf` becomes `anyOf`: of two looser alternatives both may fit. */
function projectUnions(context: ProjectionContext, { schema, spot, at }: Part): Draft {
  const toMembers = (keyword: string): Draft[] => {
    const members: unknown = schema[keyword];
    if (!Array.isArray(members)) return [];
    const place = appendPointer(spot.pointer, keyword);
    return members.map((_, position) => at({ ...spot, pointer: appendPointer(place, position) }));
  };
  const anyOf = toDistinct(toMembers('anyOf'));
  const oneOf = toDistinct(toMembers('oneOf'));
  const allOf = toMembers('allOf').filter((member) => Object.keys(member).length > 0);
  if (oneOf.length > 0) context.isLooser = true;
  const both = anyOf.length > 0 && oneOf.length > 0;
  const all = both ? [...allOf, { anyOf: oneOf }] : allOf;
  const any = anyOf.length > 0 ? anyOf : oneOf;
  return { ...(any.length > 0 && { anyOf: any }), ...(all.length > 0 && { allOf: all }) };
}
