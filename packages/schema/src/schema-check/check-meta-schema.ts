import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { toProblems } from '../problems/to-problems.ts';
import { readReferences } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../references/dialect.ts';
import { isPlainSchema } from './is-plain-schema.ts';
import { META_SCHEMAS } from './meta-schemas.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** One evaluator per dialect at most. */
const evaluators = new Map<Dialect, Evaluator>();

/** Checks a schema against the meta-schema of its dialect. Never throws. */
export function checkMetaSchema(schema: JsonSchema, dialect: Dialect): readonly SchemaIssue[] {
  const code = 'schema-invalid';
  if (schema['$async'] !== undefined) {
    return [toSchemaIssue(schema, { code, pointer: '/$async', expected: 'absent' })];
  }
  if (isPlainSchema(schema, dialect)) return [];
  const evaluator = toMetaEvaluator(dialect);
  const verdict = evaluator.judge(schema);
  if (verdict === 'valid') return [];
  const [root] = META_SCHEMAS[dialect];
  const { failures, isComplete } = evaluator.explain(schema);
  const problems = toProblems(failures, { root, isComplete });
  if (problems.length === 0) {
    const expected = 'a schema that is small and flat enough to be checked';
    return [toSchemaIssue(schema, { code, pointer: '', expected, current: 'a larger one' })];
  }
  return problems.map(({ pointer, expected, keyword, message }) =>
    keyword === 'more'
      ? { severity: 'error', code, pointer, message: `Cannot use the schema as it ${message}` }
      : toSchemaIssue(schema, { code, pointer, expected }),
  );
}

/** The evaluator of the meta-schema of a dialect, made for the first schema that needs it. */
export function toMetaEvaluator(dialect: Dialect): Evaluator {
  const known = evaluators.get(dialect);
  if (known !== undefined) return known;
  const documents = META_SCHEMAS[dialect].map((root) => ({ root, dialect }));
  const references = readReferences(documents);
  const place = references.places[0]?.get('');
  if (place === undefined) throw new Error(`no meta-schema of ${dialect}`);
  // A reference such as #/definitions/List<a> is no URI, and leads somewhere all the same.
  const evaluator = createEvaluator(references, { place, assertsFormats: false });
  evaluators.set(dialect, evaluator);
  return evaluator;
}
