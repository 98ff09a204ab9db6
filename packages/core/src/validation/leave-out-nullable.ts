import { isRecord } from '../is-record.ts';
import { appendPointer, parsePointer } from '../problems/json-pointer.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from './dialect.ts';

/**
 * The schema without the `nullable` of OpenAPI where it means nothing: without a `type` beside it,
 * and if it is not `true`. ajv refuses some of these, which are valid in every dialect. The same
 * schema if there is none; a property of that name stays.
 */
export function leaveOutNullable(schema: JsonSchema, dialect: Dialect): JsonSchema {
  let result = schema;
  for (const { schema: place, pointer } of indexSchema(schema, dialect).places.values()) {
    if (typeof place === 'boolean' || place['nullable'] === undefined) continue;
    if (place['nullable'] === true && place['type'] !== undefined) continue;
    result = leaveOut(result, parsePointer(appendPointer(pointer, 'nullable')));
  }
  return result;
}

function leaveOut(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  const members = Object.entries(schema).flatMap(([key, member]): [string, unknown][] => {
    if (key !== name) return [[key, member]];
    return rest.length === 0 ? [] : [[key, leaveOutOf(member, rest)]];
  });
  return Object.fromEntries(members);
}

function leaveOutOf(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (`${at}` === name ? leaveOutOf(item, rest) : item));
  }
  return isRecord(value) ? leaveOut(value, path) : value;
}
