import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../is-record.ts';
import { ignoresBesideRef } from '../validation/dialect.ts';
import type { SchemaIndex } from './index-schema.ts';
import { appendPointer } from '../problems/json-pointer.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** A schema of a skill takes objects and nothing else: that is what a data part carries. */
export function checkRoot(schema: JsonSchema, index: SchemaIndex): readonly SchemaIssue[] {
  if (takesOnlyObjects(index, '', new Set())) return [];
  return [
    toSchemaIssue(schema, {
      code: 'schema-root-not-object',
      pointer: '',
      expected: 'a schema that takes only objects, such as one with "type": "object"',
      current: describeRoot(schema),
    }),
  ];
}

function takesOnlyObjects(index: SchemaIndex, pointer: string, seen: Set<string>): boolean {
  const schema = index.places.get(pointer)?.schema;
  if (schema === undefined || schema === true || seen.has(pointer)) return false;
  if (schema === false) return true;
  seen.add(pointer);
  const isReference = (): boolean =>
    (index.referencesOf.get(pointer) ?? []).some(
      ({ target }) => target !== undefined && takesOnlyObjects(index, target, seen),
    );
  if (ignoresBesideRef(index.dialect) && schema['$ref'] !== undefined) return isReference();
  const takes = (keyword: string): readonly boolean[] => {
    const members = schema[keyword];
    return (Array.isArray(members) ? members : []).map((_, position) =>
      takesOnlyObjects(index, `${appendPointer(pointer, keyword)}/${position}`, new Set(seen)),
    );
  };
  const [anyOf, oneOf] = [takes('anyOf'), takes('oneOf')];
  return (
    isObjectType(schema) ||
    isObjectValue(schema) ||
    takes('allOf').includes(true) ||
    (anyOf.length > 0 && !anyOf.includes(false)) ||
    (oneOf.length > 0 && !oneOf.includes(false)) ||
    isReference()
  );
}

function isObjectType({ type, nullable }: JsonSchema): boolean {
  const types = [type].flat();
  return nullable !== true && types.length === 1 && types[0] === 'object';
}

function isObjectValue(schema: JsonSchema): boolean {
  if (Object.hasOwn(schema, 'const')) return isRecord(schema['const']);
  return Array.isArray(schema['enum']) && schema['enum'].every(isRecord);
}

function describeRoot(schema: JsonSchema): string {
  const type = schema['type'];
  return type === undefined ? 'no "type"' : `"type": ${JSON.stringify(type)}`;
}
