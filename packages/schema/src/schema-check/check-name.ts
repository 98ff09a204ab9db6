import { parsePointer } from '../problems/json-pointer.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Subschema } from './list-subschemas.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** Half a surrogate pair in a name: it cannot be encoded, neither for the wire nor in a URI. */
export function checkName(root: JsonSchema, { pointer }: Subschema): readonly SchemaIssue[] {
  const name = parsePointer(pointer).at(-1) ?? '';
  if (!/\p{Surrogate}/u.test(name)) return [];
  return [
    toSchemaIssue(root, {
      code: 'schema-not-json',
      pointer,
      expected: 'named by text without half a surrogate pair',
      current: previewJson(name),
    }),
  ];
}
