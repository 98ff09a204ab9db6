import type { JsonSchema } from '../types/json.ts';
import { indexSchema, type SchemaIndex } from '../schema-check/index-schema.ts';
import type { Dialect } from './dialect.ts';
import { weighPattern } from './weigh-pattern.ts';

/** Keywords whose schemas check nothing where they stand. */
const DEFINITIONS = /^\/(?:\$defs|definitions)\//u;

/** Keywords that check nothing. */
const ANNOTATIONS = new Set(['title', 'description', '$comment', 'examples', 'default']);

/** Keywords whose work is not told by how many values and names there are. */
const UNBOUNDED = new Set([
  'patternProperties',
  'uniqueItems',
  'dependentRequired',
  'dependencies',
]);

/**
 * How many checks a schema makes of each part of a value at most, with its references followed.
 * `Infinity` if that depends on the value: for schemas that refer to themselves, whose references
 * depend on who refers, or that hold what may take long for a small value, such as most patterns.
 */
export function boundChecks(schema: JsonSchema, dialect: Dialect): number {
  const index = indexSchema(schema, dialect);
  const targets = toTargets(index);
  const bounds = new Map<string, number>();

  function bound(pointer: string): number {
    const known = bounds.get(pointer);
    if (known !== undefined) return known;
    // What is reached again before it is done refers to itself.
    bounds.set(pointer, Number.POSITIVE_INFINITY);
    const place = index.places.get(pointer);
    if (place === undefined) return Number.POSITIVE_INFINITY;
    let checks = countOwn(place.schema);
    for (const inner of index.innerOf.get(pointer) ?? []) {
      if (!DEFINITIONS.test(inner.pointer.slice(pointer.length))) checks += bound(inner.pointer);
    }
    for (const target of targets.get(pointer) ?? []) {
      checks += target === undefined ? Number.POSITIVE_INFINITY : bound(target);
    }
    bounds.set(pointer, checks);
    return checks;
  }

  return bound('');
}

/** Where the references of each schema lead; `undefined` for those that cannot be told. */
function toTargets({ references }: SchemaIndex): Map<string, (string | undefined)[]> {
  const targets = new Map<string, (string | undefined)[]>();
  for (const { source, pointer, target } of references) {
    const isPlain = pointer.endsWith('/$ref');
    targets.set(source, [...(targets.get(source) ?? []), isPlain ? target : undefined]);
  }
  return targets;
}

/** One for each keyword that checks, and for each value or name in the list of one. */
function countOwn(schema: JsonSchema | boolean): number {
  if (typeof schema === 'boolean') return 1;
  let checks = 0;
  for (const [keyword, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    if (UNBOUNDED.has(keyword)) return Number.POSITIVE_INFINITY;
    if (keyword === 'pattern') checks += weighPattern(String(value));
    else checks += Array.isArray(value) ? 1 + value.length : 1;
  }
  return checks;
}
