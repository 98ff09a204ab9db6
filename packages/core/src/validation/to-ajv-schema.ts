import { isRecord } from '../is-record.ts';
import { appendPointer, parsePointer } from '../problems/json-pointer.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import { ignoresBesideRef, type Dialect } from './dialect.ts';

/**
 * The schema without what means nothing where it stands, and something to ajv: the `nullable` of
 * OpenAPI without a `type` or if it is not `true`, which ajv refuses, and `type` beside a `$ref` up
 * to draft 07, which ajv checks whatever its options. The same schema if there is nothing of these.
 */
export function toAjvSchema(schema: JsonSchema, dialect: Dialect): JsonSchema {
  let result = schema;
  for (const { schema: place, pointer } of indexSchema(schema, dialect).places.values()) {
    if (typeof place === 'boolean') continue;
    for (const keyword of listMisread(place, dialect)) {
      result = leaveOut(result, parsePointer(appendPointer(pointer, keyword)));
    }
  }
  return result;
}

function listMisread(schema: JsonSchema, dialect: Dialect): readonly string[] {
  const isAlone = ignoresBesideRef(dialect) && schema['$ref'] !== undefined;
  const isHonoured = !isAlone && schema['nullable'] === true && schema['type'] !== undefined;
  const misread = [...(isAlone ? ['type'] : []), ...(isHonoured ? [] : ['nullable'])];
  return misread.filter((keyword) => Object.hasOwn(schema, keyword));
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
