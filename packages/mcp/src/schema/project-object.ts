import { appendPointer, isRecord } from '@formwork/schema/json';
import { hasFrame } from '../text/to-card-text.ts';
import { hasUnseen } from '../text/to-clean-text.ts';
import type { ProjectedSchema, Part, ProjectionContext } from './projection.ts';

/** The highest number of characters of a property's name. */
const MAX_NAME = 200;

/** Projects the keywords of objects: properties, required names, dependencies. */
export function projectObject(context: ProjectionContext, part: Part): ProjectedSchema {
  const { schema } = part;
  const draft: ProjectedSchema = {};
  for (const keyword of ['properties', 'patternProperties']) {
    if (isRecord(schema[keyword])) draft[keyword] = projectMap(context, keyword, part);
  }
  for (const keyword of ['required', 'minProperties', 'maxProperties']) {
    const value = schema[keyword];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    if (Array.isArray(value))
      checkNames(context, { names: value, schemaPosition: part.schemaPosition });
    draft[keyword] = value;
  }
  for (const keyword of ['additionalProperties', 'propertyNames']) {
    const value = schema[keyword];
    if (typeof value === 'boolean' && keyword === 'additionalProperties') draft[keyword] = value;
    else if (isRecord(value)) draft[keyword] = projectMember(part, keyword);
  }
  if (closes(context, part)) draft['additionalProperties'] = false;
  else if (Object.hasOwn(schema, 'unevaluatedProperties')) context.isLooser = true;
  tellDependencies(draft, context, schema['dependentRequired']);
  return draft;
}

function projectMap(
  context: ProjectionContext,
  keyword: string,
  { schema, schemaPosition, projectAt }: Part,
): ProjectedSchema {
  const mapPointer = appendPointer(schemaPosition.pointer, keyword);
  const entries = Object.entries(schema[keyword] as Readonly<Record<string, unknown>>);
  const members = entries.map(([name, member]): readonly [string, ProjectedSchema] => {
    const pointer = appendPointer(mapPointer, name);
    const reason = findRefusal(name, keyword);
    if (reason !== undefined) context.refusals.push({ pointer, reason });
    // Some hosts refuse `true` and `false` among properties, and with them the whole list.
    if (member === false && keyword === 'properties') {
      context.isLooser = true;
      return [name, { description: 'Must be left out.' }];
    }
    return [name, projectAt({ ...schemaPosition, pointer })];
  });
  return Object.fromEntries(members);
}

/** Checks the names in `required`, because they need not be among the properties. */
function checkNames(
  context: ProjectionContext,
  {
    names,
    schemaPosition,
  }: { readonly names: readonly unknown[]; readonly schemaPosition: Part['schemaPosition'] },
): void {
  for (const name of names) {
    const reason = typeof name === 'string' ? findRefusal(name, 'properties') : undefined;
    if (reason === undefined) continue;
    context.refusals.push({ pointer: appendPointer(schemaPosition.pointer, 'required'), reason });
  }
}

function findRefusal(name: string, keyword: string): string | undefined {
  if (name === '__proto__') return 'is called "__proto__", which hosts lose';
  if (hasUnseen(name) || (keyword === 'properties' && /[\t\n]/u.test(name)))
    return 'has a name that holds what cannot be seen';
  if (hasFrame(name)) return 'has a name that passes for words of the bridge';
  return name.length > MAX_NAME ? `has a name of more than ${MAX_NAME} characters` : undefined;
}

function projectMember({ schemaPosition, projectAt }: Part, keyword: string): ProjectedSchema {
  return projectAt({ ...schemaPosition, pointer: appendPointer(schemaPosition.pointer, keyword) });
}

/** Keywords that can declare properties beside those of `properties`. */
const ELSEWHERE = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'propertyDependencies',
  'additionalProperties',
];

/** True if `unevaluatedProperties: false` means the same here as `additionalProperties: false`. */
function closes({ refers }: ProjectionContext, { schema, schemaPosition }: Part): boolean {
  if (schema['unevaluatedProperties'] !== false || refers(schemaPosition.pointer)) return false;
  return !ELSEWHERE.some((keyword) => Object.hasOwn(schema, keyword));
}

/**
 * Describes dependencies between properties in words, because half of the validators do not know
 * the keyword.
 */
function tellDependencies(
  draft: ProjectedSchema,
  context: ProjectionContext,
  required: unknown,
): void {
  const { properties } = draft;
  if (!isRecord(required)) return;
  context.isLooser = true;
  for (const [name, names] of Object.entries(required)) {
    if (!Array.isArray(names) || names.length === 0 || !isRecord(properties)) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isRecord(property)) continue;
    const { description } = property;
    const rule = `Needs ${names.map((dependent) => JSON.stringify(dependent)).join(', ')} as well.`;
    const text = typeof description === 'string' ? `${description} ${rule}` : rule;
    Object.assign(property, { description: text.slice(0, 600) });
  }
}
