import { loadMetaSchema } from '#late/meta-schemas';
import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { resolvePointer } from '../json/json-pointer.ts';
import { isRecord, toRecord } from '../json/record.ts';
import { describeValue } from '../problems/describe-value.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { toProblems } from '../problems/to-problems.ts';
import type { Dialect } from '../references/dialect.ts';
import { readReferences } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';

/** The evaluators of meta-schemas made so far, one per dialect. */
const evaluators = new Map<Dialect, Evaluator>();

/** Finds where a schema breaks the meta-schema of its dialect. It never throws. */
export function checkMetaSchema(schema: JsonSchema, dialect: Dialect): readonly SchemaIssue[] {
  const code = 'schema-invalid';
  if (schema['$async'] !== undefined) {
    return [createSchemaIssue(schema, { code, pointer: '/$async', expected: 'absent' })];
  }
  if (isPlainSchema(schema, dialect)) return [];
  const evaluator = getMetaEvaluator(dialect);
  const verdict = evaluator.judge(schema);
  if (verdict === 'valid') return [];
  const [root] = loadMetaSchema(dialect);
  const { failures, isComplete } = evaluator.explain(schema);
  const problems = toProblems(failures, { root, isComplete });
  if (problems.length === 0) {
    const expected = 'a schema that is small and flat enough to be checked';
    return [createSchemaIssue(schema, { code, pointer: '', expected, current: 'a larger one' })];
  }
  return problems.map(({ pointer, expected, keyword, message }) =>
    keyword === 'more'
      ? { severity: 'error', code, pointer, message: `Cannot use the schema because it ${message}` }
      : createSchemaIssue(schema, { code, pointer, expected, ...showType(schema, pointer) }),
  );
}

/** Takes empty lists of names as every later draft does, because their meaning is plain. */
function relax(root: JsonSchema, dialect: Dialect): JsonSchema {
  const definitions = toRecord(root['definitions']);
  if (dialect !== 'draft-04' || !isRecord(definitions['stringArray'])) return root;
  const { minItems: _least, ...stringArray } = definitions['stringArray'];
  return { ...root, definitions: { ...definitions, stringArray } };
}

/** A value of `type`, or of an item of it. */
const TYPE_PLACE = /(?:^|\/)type(?:\/\d+)?$/u;

/** Shows a value of `type` that is nearly right with the right one. */
function showType(schema: JsonSchema, pointer: string): { readonly current?: string } {
  const [, property, keyword] = /\/properties\/([^/]+)\/(required)$/u.exec(pointer) ?? [];
  const flag = resolvePointer(schema, pointer);
  if (property !== undefined && keyword !== undefined && typeof flag === 'boolean') {
    const way = flag ? 'list the name in the "required" of the object around it' : 'leave it out';
    return { current: `${describeValue(flag)} (${way})` };
  }
  if (!TYPE_PLACE.test(pointer)) return {};
  const type = resolvePointer(schema, pointer);
  const advice = adviseType(type);
  return advice === undefined ? {} : { current: `${describeValue(type)} (${advice})` };
}

/**
 * Returns the evaluator of a dialect's meta-schema, which is made for the first schema that needs
 * it.
 */
export function getMetaEvaluator(dialect: Dialect): Evaluator {
  const cached = evaluators.get(dialect);
  if (cached !== undefined) return cached;
  const documents = loadMetaSchema(dialect).map((root) => ({
    root: relax(root, dialect),
    dialect,
  }));
  const references = readReferences(documents);
  const root = references.places[0]?.get('');
  if (root === undefined) throw new Error(`no meta-schema of ${dialect}`);
  // Formats are not checked, because references such as `#/definitions/List<a>` work without being
  // valid URIs.
  const evaluator = createEvaluator(references, { subschema: root, assertsFormats: false });
  evaluators.set(dialect, evaluator);
  return evaluator;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Names of types in other languages and libraries, and what a schema says in their place. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['any', 'leave "type" out'],
  ['bigint', 'did you mean "integer"?'],
  ['bool', 'did you mean "boolean"?'],
  ['char', 'did you mean "string"?'],
  ['date', 'write "type": "string", "format": "date"'],
  ['date-time', 'write "type": "string", "format": "date-time"'],
  ['datetime', 'write "type": "string", "format": "date-time"'],
  ['decimal', 'did you mean "number"?'],
  ['dict', 'did you mean "object"?'],
  ['double', 'did you mean "number"?'],
  ['email', 'write "type": "string", "format": "email"'],
  ['enum', 'leave "type" out, "enum" says it all'],
  ['file', 'write "type": "string", "contentMediaType": "..."'],
  ['float', 'did you mean "number"?'],
  ['int', 'did you mean "integer"?'],
  ['list', 'did you mean "array"?'],
  ['long', 'did you mean "integer"?'],
  ['map', 'did you mean "object"?'],
  ['none', 'did you mean "null"?'],
  ['record', 'did you mean "object"?'],
  ['str', 'did you mean "string"?'],
  ['text', 'did you mean "string"?'],
  ['time', 'write "type": "string", "format": "time"'],
  ['timestamp', 'write "type": "string", "format": "date-time"'],
  ['tuple', 'did you mean "array"?'],
  ['undefined', 'leave the name out of "required" instead'],
  ['uri', 'write "type": "string", "format": "uri"'],
  ['url', 'write "type": "string", "format": "uri"'],
  ['uuid', 'write "type": "string", "format": "uuid"'],
]);

/** Returns the advice for a value of `type` that JSON Schema does not know; `undefined` for none. */
function adviseType(type: unknown): string | undefined {
  if (typeof type !== 'string') return undefined;
  const advice = SYNONYMS.get(type.toLowerCase());
  if (advice !== undefined) return advice;
  const suggestion = didYouMean(type, TYPES);
  return suggestion === undefined ? undefined : `did you mean ${JSON.stringify(suggestion)}?`;
}
