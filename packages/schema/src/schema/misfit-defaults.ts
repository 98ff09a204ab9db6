import { appendPointer } from '../json/json-pointer.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import type { ReadSchema } from '../validation/compile-schema.ts';
import { toValidator } from '../validation/create-validator.ts';

/** The most defaults that are checked: the schema may be a stranger's. */
const MAX_DEFAULTS = 200;

/** The limits of the check of one default; one that needs more is passed over. */
const LIMITS = { steps: 20_000, failures: 20 };

/**
 * Warns of defaults that do not fit their own schema: a form would begin with a value that the agent
 * refuses. The schema must have no errors.
 */
export function findMisfitDefaults(read: ReadSchema): readonly SchemaIssue[] {
  const { schema: root, dialect, references, index } = read;
  const places = [...index.places.values()].flatMap(({ schema, pointer }) =>
    typeof schema !== 'boolean' && Object.hasOwn(schema, 'default')
      ? [{ value: schema['default'], pointer }]
      : [],
  );
  return places.slice(0, MAX_DEFAULTS).flatMap(({ value, pointer }) => {
    const place = references.places[0]?.get(pointer);
    if (place === undefined) return [];
    const evaluator = createEvaluator(references, { place, limits: LIMITS });
    const problems = toValidator({ schema: root, dialect, evaluator }).check(value);
    // A form adds the defaults of members that are missing.
    const problem = problems.find(({ keyword }) => keyword !== 'required' && keyword !== 'timeout');
    if (problem === undefined) return [];
    const inner = problem.pointer === '' ? '' : ` at ${previewJson(problem.pointer)}`;
    return [
      {
        code: 'schema-default-misfit',
        severity: 'warning',
        pointer: appendPointer(pointer, 'default'),
        message: `Forms begin with a value that is refused because "default" does not fit its schema${inner}: ${problem.message}`,
      },
    ];
  });
}
