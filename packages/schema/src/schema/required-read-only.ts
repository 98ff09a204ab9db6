import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { toDialect } from '../references/dialect.ts';
import { dereference } from '../references/follow-reference.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import { createSchemaIssue, type SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';

/**
 * Warns of properties of an input that callers must give although the schema says that they cannot
 * write them: `readOnly` and required, without a default or constant that a form would send.
 */
export function findRequiredReadOnly(root: JsonSchema): readonly SchemaIssue[] {
  const dialect = toDialect(root);
  if (dialect === undefined) return [];
  return [...indexSchema(root, dialect).places.values()].flatMap(({ schema, pointer }) => {
    if (typeof schema === 'boolean' || !isRecord(schema['properties'])) return [];
    const required = new Set<unknown>([schema['required']].flat());
    const names = Object.entries(schema['properties']).filter(
      ([name, property]) => required.has(name) && isOnlyRead(property, root),
    );
    return names.map(([name]) =>
      createSchemaIssue(root, {
        code: 'schema-required-read-only',
        severity: 'warning',
        pointer: appendPointer(appendPointer(pointer, 'properties'), name),
        expected: 'optional, or without "readOnly", because a caller must give what is required',
        current: '"readOnly": true',
      }),
    );
  });
}

/** True for a value that is only read and that nothing in its schema gives. */
function isOnlyRead(property: unknown, root: JsonSchema): boolean {
  const target = dereference(property, root);
  const schema = isRecord(property) ? { ...target, ...property } : {};
  return schema['readOnly'] === true && !('default' in schema || 'const' in schema);
}
