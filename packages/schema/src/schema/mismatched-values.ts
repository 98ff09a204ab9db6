import { createEvaluator } from '../evaluate/evaluator.ts';
import { parseJson } from '../json/parse-json.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import type { ReadSchema } from '../validation/compile-schema.ts';
import { toValidator, type Validator } from '../validation/create-validator.ts';

/** The most defaults that are checked, and the most examples: the schema may be a stranger's. */
const MAX_VALUES = 200;

/** The limits of the check of one value; one that needs more is passed over. */
const LIMITS = { steps: 20_000, failures: 20 };

/**
 * Warns of values in a schema that do not fit it: defaults, with which a form would begin though the
 * agent refuses them, and examples that are the JSON text of a value. The schema must have no errors.
 */
export function findMismatchedValues(read: ReadSchema): readonly SchemaIssue[] {
  const { schema: root, dialect, references, index } = read;
  const schemas = [...index.places.values()].flatMap(({ schema, pointer }) =>
    typeof schema === 'boolean' ? [] : [{ schema, pointer }],
  );
  const defaults = schemas.flatMap(({ schema: { default: value }, pointer }): readonly Valued[] =>
    value === undefined ? [] : [{ value, pointer, at: 'default' }],
  );
  const examples = schemas.flatMap(({ schema, pointer }) => listTexts(schema, pointer));
  const validators = new Map<string, Validator>();
  const values = [...defaults.slice(0, MAX_VALUES), ...examples.slice(0, MAX_VALUES)];
  return values.flatMap(({ value, json, pointer, at }): readonly SchemaIssue[] => {
    const subschema = references.places[0]?.get(pointer);
    if (subschema === undefined) return [];
    const validator =
      validators.get(pointer) ??
      toValidator({
        schema: root,
        dialect,
        evaluator: createEvaluator(references, { subschema, limits: LIMITS }),
      });
    validators.set(pointer, validator);
    // A form adds the defaults of members that are missing.
    const problem = validator
      .check(value)
      .find(({ keyword }) => keyword !== 'required' && keyword !== 'timeout');
    if (problem === undefined) return [];
    const issue = { severity: 'warning', pointer: `${pointer}/${at}` } as const;
    if (at !== 'default') {
      if (!validator.isValid(json)) return [];
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

/** A value in a schema: a default, or an example that is the JSON text of another value. */
interface Valued {
  readonly value: unknown;
  /** The value of which an example is the JSON text. */
  readonly json?: unknown;
  readonly pointer: string;
  readonly at: string;
}

/** Lists the examples of a schema that are JSON texts, as few of all texts are. */
function listTexts({ examples }: JsonSchema, pointer: string): readonly Valued[] {
  const list: readonly unknown[] = Array.isArray(examples) ? examples : [];
  return list.flatMap((value, at) => {
    const json = typeof value === 'string' ? parseJson(value) : undefined;
    return json === undefined ? [] : [{ value, json, pointer, at: `examples/${at}` }];
  });
}
