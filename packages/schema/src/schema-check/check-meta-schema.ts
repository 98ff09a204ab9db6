import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { resolvePointer } from '../json/json-pointer.ts';
import { describeValue } from '../problems/describe-value.ts';
import { toProblems } from '../problems/to-problems.ts';
import type { Dialect } from '../references/dialect.ts';
import { readReferences } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import { adviseType } from './type-advice.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';
import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' };
import applicator2019 from 'ajv/dist/refs/json-schema-2019-09/meta/applicator.json' with { type: 'json' };
import content2019 from 'ajv/dist/refs/json-schema-2019-09/meta/content.json' with { type: 'json' };
import core2019 from 'ajv/dist/refs/json-schema-2019-09/meta/core.json' with { type: 'json' };
import format2019 from 'ajv/dist/refs/json-schema-2019-09/meta/format.json' with { type: 'json' };
import data2019 from 'ajv/dist/refs/json-schema-2019-09/meta/meta-data.json' with { type: 'json' };
import validation2019 from 'ajv/dist/refs/json-schema-2019-09/meta/validation.json' with { type: 'json' };
import schema2019 from 'ajv/dist/refs/json-schema-2019-09/schema.json' with { type: 'json' };
import applicator2020 from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import content2020 from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import core2020 from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import format2020 from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import data2020 from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import unevaluated2020 from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import validation2020 from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };
import schema2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' };
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };

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
  const [root] = META_SCHEMAS[dialect];
  const { failures, isComplete } = evaluator.explain(schema);
  const problems = toProblems(failures, { root, isComplete });
  if (problems.length === 0) {
    const expected = 'a schema that is small and flat enough to be checked';
    return [createSchemaIssue(schema, { code, pointer: '', expected, current: 'a larger one' })];
  }
  return problems.map(({ pointer, expected, keyword, message }) =>
    keyword === 'more'
      ? { severity: 'error', code, pointer, message: `Cannot use the schema as it ${message}` }
      : createSchemaIssue(schema, { code, pointer, expected, ...showType(schema, pointer) }),
  );
}

/** A value of `type`, or of an item of it. */
const TYPE_PLACE = /(?:^|\/)type(?:\/\d+)?$/u;

/** Shows a value of `type` that is nearly right with the right one. */
function showType(schema: JsonSchema, pointer: string): { readonly current?: string } {
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
  const known = evaluators.get(dialect);
  if (known !== undefined) return known;
  const documents = META_SCHEMAS[dialect].map((root) => ({ root, dialect }));
  const references = readReferences(documents);
  const place = references.places[0]?.get('');
  if (place === undefined) throw new Error(`no meta-schema of ${dialect}`);
  // Formats are not checked, because references such as `#/definitions/List<a>` work without being
  // valid URIs.
  const evaluator = createEvaluator(references, { place, assertsFormats: false });
  evaluators.set(dialect, evaluator);
  return evaluator;
}

/**
 * The meta-schema of each dialect as a list of documents, as ajv carries them; the first is the
 * main one.
 */
const META_SCHEMAS: Readonly<Record<Dialect, readonly [JsonSchema, ...JsonSchema[]]>> = {
  'draft-04': [draft04],
  'draft-06': [draft06],
  'draft-07': [draft07],
  '2019-09': [
    schema2019,
    core2019,
    applicator2019,
    validation2019,
    data2019,
    format2019,
    content2019,
  ],
  '2020-12': [
    schema2020,
    core2020,
    applicator2020,
    unevaluated2020,
    validation2020,
    data2020,
    format2020,
    content2020,
  ],
};
