import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../is-record.ts';
import { appendPointer } from '../problems/json-pointer.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';
import type { Subschema } from './list-subschemas.ts';

const KEYWORDS_WITH_NUMBERS = [
  'const',
  'enum',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];

/**
 * Integers beyond 2^53 - 1: parsers of JSON round them, so that the schema already says something
 * else than its author wrote, and something else again in another language.
 */
export function checkNumbers(root: JsonSchema, { schema, pointer }: Subschema): SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  return KEYWORDS_WITH_NUMBERS.flatMap((keyword) =>
    findUnsafeIntegers(schema[keyword], appendPointer(pointer, keyword)).map((at) =>
      toSchemaIssue(root, {
        code: 'schema-integer-unsafe',
        pointer: at,
        expected: `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER} if it is an integer`,
      }),
    ),
  );
}

function findUnsafeIntegers(value: unknown, pointer: string): readonly string[] {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [pointer] : [];
  }
  if (!Array.isArray(value) && !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    findUnsafeIntegers(member, appendPointer(pointer, name)),
  );
}
