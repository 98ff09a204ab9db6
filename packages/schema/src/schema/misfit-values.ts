import { previewJson } from '../problems/preview-json.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { createEvaluator } from '../evaluate/evaluator.ts';
import type { ReadSchema } from '../validation/compile-schema.ts';
import { toValidator } from '../validation/create-validator.ts';

/** The most values that are checked: the schema may be a stranger's. */
const MAX_VALUES = 200;

/** The limits of the check of one value; one that needs more is passed over. */
const LIMITS = { steps: 20_000, failures: 20 };

/**
 * Warns of values in a schema that do not fit it: defaults, with which a form would begin though the
 * agent refuses them, and examples that are the JSON text of a value. The schema must have no errors.
 */
export function findMisfitValues(read: ReadSchema): readonly SchemaIssue[] {
  const { schema: root, dialect, references, index } = read;
  const values = [...index.places.values()].flatMap(({ schema, pointer }) => {
    if (typeof schema === 'boolean') return [];
    const { examples } = schema;
    const list: readonly unknown[] = Array.isArray(examples) ? examples : [];
    const texts = list.flatMap((value, at) =>
      typeof value === 'string' ? [{ value, pointer, at: `examples/${at}` }] : [],
    );
    const { default: value } = schema;
    return value === undefined ? texts : [...texts, { value, pointer, at: 'default' }];
  });
  return values.slice(0, MAX_VALUES).flatMap(({ value, pointer, at }): readonly SchemaIssue[] => {
    const place = references.places[0]?.get(pointer);
    if (place === undefined) return [];
    const evaluator = createEvaluator(references, { place, limits: LIMITS });
    const validator = toValidator({ schema: root, dialect, evaluator });
    // A form adds the defaults of members that are missing.
    const problem = validator
      .check(value)
      .find(({ keyword }) => keyword !== 'required' && keyword !== 'timeout');
    if (problem === undefined) return [];
    const issue = { severity: 'warning', pointer: `${pointer}/${at}` } as const;
    if (at !== 'default') {
      const json = parseJson(value);
      if (json === undefined || !validator.isValid(json)) return [];
      const message = `The example fits nothing, because it is the JSON text of a value: write ${previewJson(json)} without quotes around it`;
      return [{ ...issue, code: 'schema-example-text', message }];
    }
    const inner = problem.pointer === '' ? '' : ` at ${previewJson(problem.pointer)}`;
    return [
      {
        ...issue,
        code: 'schema-default-misfit',
        message: `Forms begin with a value that is refused because "default" does not fit its schema${inner}: ${problem.message}`,
      },
    ];
  });
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
