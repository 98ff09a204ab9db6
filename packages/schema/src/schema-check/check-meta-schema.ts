import { loadMetaSchema } from '#late/meta-schemas';
import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { resolvePointer } from '../json/json-pointer.ts';
import { isRecord, toRecord } from '../json/record.ts';
import { describeValue } from '../problems/describe-value.ts';
import { toProblems } from '../problems/to-problems.ts';
import type { Dialect } from '../references/dialect.ts';
import { readReferences } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';
import { adviseType } from './type-advice.ts';

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
