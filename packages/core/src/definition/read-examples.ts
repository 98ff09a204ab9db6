import type { NamedSchema, Json, DefinitionIssue } from '@formwork/schema';
import { findNonJson } from '@formwork/schema/internal';
import { describeValue, isRecord, didYouMean } from '@formwork/schema/json';

/**
 * Options of {@link readExamples}: the input schemas, whether text is handled, and how issues name
 * the skill.
 */
export interface ReadExamplesOptions {
  readonly inputs: ReadonlyMap<string, NamedSchema>;
  /** The names of input schemas with errors, whose examples cannot be judged. */
  readonly faulty: ReadonlySet<string>;
  /** True if the skill has a handler for text, so that an example need not be JSON. */
  readonly handlesText: boolean;
  /** The skill in words for issues, such as `skill "fight-comparison"`. */
  readonly where: string;
}

/**
 * Reads the examples of a skill and checks them against its input schemas. Data becomes JSON text,
 * as cards have it (extension, section 1); text that is JSON stays as it was written. With several
 * input schemas an example is `{ schema, data }`.
 */
export function readExamples(
  examples: unknown,
  { handlesText, where, ...schemas }: ReadExamplesOptions,
): {
  /** The examples as the card shows them: text, or JSON as text. */
  readonly texts: readonly string[];
  /** The valid examples by the name of the schema that they fit, in the order of declaration. */
  readonly data: ReadonlyMap<string, readonly Json[]>;
  readonly issues: readonly DefinitionIssue[];
} {
  const texts: string[] = [];
  const data = new Map<string, readonly Json[]>();
  if (examples === undefined) return { texts, data, issues: [] };
  if (!Array.isArray(examples)) {
    const message = `Cannot define the skill because examples must be an array: current value is ${describeValue(examples)}`;
    return { texts, data, issues: [{ severity: 'error', code: 'examples', where, message }] };
  }
  const issues: DefinitionIssue[] = [];
  for (const [index, example] of Array.from<unknown>(examples).entries()) {
    const issue = {
      severity: 'error',
      code: 'example-invalid',
      where: `${where} example ${index + 1}`,
    } as const;
    if (typeof example === 'string' && handlesText) {
      texts.push(example);
      continue;
    }
    const read = readExample(example, schemas);
    switch (read.kind) {
      case 'unjudged':
        break;
      case 'unusable':
        issues.push({ ...issue, message: `Cannot use the example because ${read.reason}` });
        break;
      case 'data': {
        const { schema, value, text } = read;
        const problems = schema.validator.check(value);
        texts.push(text);
        if (problems.length === 0) {
          data.set(schema.name, [...(data.get(schema.name) ?? []), value]);
        }
        for (const { pointer, message } of problems) {
          const subject = pointer === '' ? 'the value' : pointer;
          issues.push({
            ...issue,
            pointer,
            message: `Cannot use the example because it must fit schema "${schema.name}": ${subject} ${message}`,
          });
        }
      }
    }
  }
  return { texts, data, issues };
}

type Schemas = Pick<ReadExamplesOptions, 'inputs' | 'faulty'>;

type ReadExample =
  | {
      readonly kind: 'data';
      readonly schema: NamedSchema;
      readonly value: Json;
      readonly text: string;
    }
  | { readonly kind: 'unusable'; readonly reason: string }
  /**
   * The result for an example that belongs, or may belong, to a faulty schema and cannot be judged.
   */
  | { readonly kind: 'unjudged' };

function readExample(example: unknown, schemas: Schemas): ReadExample {
  const { inputs, faulty } = schemas;
  const isText = typeof example === 'string';
  const value = isText ? parseJson(example) : copyJson(example);
  if (value.kind === 'unusable') return value;
  const { json } = value;
  const names = [...inputs.keys(), ...faulty];
  const [schemaName] = names;
  if (schemaName === undefined) {
    return unusable('it must be text, as the skill has no input', describeValue(example));
  }
  const text = isText ? example : JSON.stringify(json);
  if (names.length === 1) {
    const schema = inputs.get(schemaName);
    return schema === undefined
      ? { kind: 'unjudged' }
      : { kind: 'data', schema, value: json, text };
  }
  const isTagged = isRecord(json) && 'schema' in json && 'data' in json;
  if (isTagged && typeof json['schema'] === 'string') {
    const schema = inputs.get(json['schema']);
    const data = json['data'] as Json;
    if (schema !== undefined) {
      return { kind: 'data', schema, value: data, text: JSON.stringify(data) };
    }
    if (faulty.has(json['schema'])) return { kind: 'unjudged' };
  }
  if (isText) {
    const fits = [...inputs.values()].filter((input) => input.validator.isValid(json));
    const [schema] = fits;
    if (schema !== undefined && fits.length === 1) {
      return { kind: 'data', schema, value: json, text };
    }
    if (!isTagged && faulty.size > 0) return { kind: 'unjudged' };
  }
  if (!isTagged) {
    const expected = `it must be { schema, data } with schema one of ${names.join(', ')}`;
    return unusable(expected, describeValue(example));
  }
  const name = json['schema'];
  const suggestion = typeof name === 'string' ? didYouMean(name, names) : undefined;
  const hint = suggestion === undefined ? '' : `, did you mean "${suggestion}"?`;
  const expected = `its schema must be one of ${names.join(', ')}`;
  return unusable(expected, `${describeValue(name)}${hint}`);
}

type ReadJson =
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'unusable'; readonly reason: string };

function parseJson(text: string): ReadJson {
  try {
    return { kind: 'json', json: JSON.parse(text) as Json };
  } catch {
    return unusable('it must be JSON, as the skill reads no other text', describeValue(text));
  }
}

function copyJson(example: unknown): ReadJson {
  const fault = findNonJson(example, { allowUndefined: true });
  if (fault === undefined) {
    return { kind: 'json', json: JSON.parse(JSON.stringify(example)) as Json };
  }
  const { pointer, current } = fault;
  return unusable(pointer === '' ? 'it must be JSON' : `"${pointer}" must be JSON`, current);
}

function unusable(
  expected: string,
  current: string,
): { readonly kind: 'unusable'; readonly reason: string } {
  return { kind: 'unusable', reason: `${expected}: current value is ${current}` };
}
