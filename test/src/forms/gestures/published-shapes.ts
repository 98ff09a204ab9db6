import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer } from '@formwork/schema/json';
import { PACKAGES } from '../corpus/packages.ts';
import { type GroupShape, type Member, type Nullable, type Shape } from './shapes.ts';

/** The maximum nesting of groups of a shape, and of fields of a group, so that a hand reaches all. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 5;

/** Labels of choices that are texts on the page as they are. */
const PLAIN = /^[\w-]{1,20}$/u;

/** The number of choices that are radio buttons. */
const MAX_CHOICES = 4;

/**
 * Reads schemas of published packages as shapes: their names, nesting, references, alternatives with
 * null, defaults and what they require. What a shape cannot say is left out, such as patterns.
 * Without `all`, those that need a server to be started are left out.
 */
export async function readPublishedShapes(all: boolean): Promise<readonly GroupShape[]> {
  const packages = PACKAGES.filter(({ name }) => all || !/server/u.test(name));
  const lists = await Promise.all(packages.map(async ({ read }) => read()));
  const shapes = lists.flat().flatMap(({ schema }) => {
    const shape = toShape(schema, { root: schema, depth: 0 });
    return shape?.kind === 'group' && shape.members.length > 0 ? [shape] : [];
  });
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}

/** Where a schema stands: in which whole schema, and in how many groups. */
interface Place {
  readonly root: JsonSchema;
  readonly depth: number;
}

function toShape(schema: unknown, { root, depth }: Place): Shape | undefined {
  const inner = { root, depth: depth + 1 };
  if (!isRecord(schema) || depth > MAX_DEPTH) return undefined;
  const { $ref: reference } = schema;
  if (typeof reference === 'string') {
    if (!reference.startsWith('#')) return undefined;
    const shape = toShape(resolvePointer(root, reference.slice(1)), inner);
    return shape?.kind === 'group' ? { ...shape, isReferred: true } : shape;
  }
  const options = [schema['anyOf'], schema['oneOf']].find(Array.isArray)?.filter(isRecord);
  if (options !== undefined) return toNullable(schema, options, { root, depth });
  const nullable: { readonly nullable?: Nullable } = [schema['type']].flat().includes('null')
    ? { nullable: 'type' }
    : {};
  if ('enum' in schema || 'const' in schema) return toChoice(schema);
  switch ([schema['type']].flat().find((type) => type !== 'null')) {
    case 'string':
      return {
        kind: 'text',
        ...(typeof schema['default'] === 'string' && { preset: schema['default'] }),
        ...nullable,
      };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        ...(typeof schema['default'] === 'number' && { preset: schema['default'] }),
        ...nullable,
      };
    case 'boolean':
      return { kind: 'switch', ...nullable };
    case 'array': {
      const item = toShape(schema['items'], inner);
      const least = schema['minItems'] === 1 ? { least: 1 } : {};
      return item && { kind: 'list', item, ...least, ...nullable };
    }
    case 'object':
      return toGroup(schema, inner, nullable);
    default:
      return undefined;
  }
}

/** Returns the shape of a value or null; `undefined` for other alternatives. */
function toNullable(
  schema: JsonSchema,
  options: readonly JsonSchema[],
  { root, depth }: Place,
): Shape | undefined {
  const [only, ...others] = options.filter(({ type }) => type !== 'null');
  if (others.length > 0 || 'properties' in schema) return undefined;
  const shape = toShape(only, { root, depth: depth + 1 });
  if (options.length < 2 || shape === undefined) return shape;
  const nullable: Nullable = schema['default'] === null ? 'preset' : 'anyOf';
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'switch':
    case 'choice':
    case 'list':
    case 'group':
      return { ...shape, nullable };
    case 'tag':
    case 'map':
    case 'union':
      return undefined;
  }
}

function toChoice(schema: JsonSchema): Shape | undefined {
  const values: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const texts = values.filter((value) => typeof value === 'string' && PLAIN.test(value));
  const words = new Set(texts.map((text) => String(text).toLowerCase()));
  const isPlain = words.size === values.length && words.size > 1 && !words.has('none');
  return isPlain ? { kind: 'choice', choices: texts.slice(0, MAX_CHOICES).map(String) } : undefined;
}

function toGroup(
  { properties, required, additionalProperties }: JsonSchema,
  inner: Place,
  nullable: { readonly nullable?: Nullable },
): Shape | undefined {
  if (!isRecord(properties) || Object.keys(properties).length === 0) {
    const entry = toShape(additionalProperties, inner);
    return entry !== undefined && nullable.nullable === undefined
      ? { kind: 'map', entry }
      : undefined;
  }
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).flatMap(([name, property]): Member[] => {
    const shape = toShape(property, inner);
    return shape === undefined ? [] : [{ name, shape, isNeeded: needed.includes(name) }];
  });
  const kept = members.slice(0, MAX_FIELDS);
  return kept.length > 0 ? { kind: 'group', members: kept, ...nullable } : undefined;
}
