import type { NamedSchema } from '../schema/named-schema.ts';
import type { Json } from '../types/json.ts';
import type { DefinitionIssue } from './definition-issue.ts';

/** The examples of a skill, checked. */
export interface Examples {
  /** As the card shows them. */
  readonly texts: readonly string[];
  /** The first example of each input schema. */
  readonly data: ReadonlyMap<string, Json>;
  readonly issues: readonly DefinitionIssue[];
}

/** Options of {@link readExamples}. */
export interface ReadExamplesOptions {
  readonly inputs: ReadonlyMap<string, NamedSchema>;
  /** Whether the skill reads text that is not JSON. */
  readonly handlesText: boolean;
  /** How issues name the skill. */
  readonly where: string;
}

/**
 * Checks examples against the input schemas. Data examples become JSON strings, as cards have it
 * (extension, section 1); with several input schemas an example is `{ schema, data }`.
 */
export function readExamples(
  examples: readonly unknown[],
  { inputs, handlesText, where }: ReadExamplesOptions,
): Examples {
  const texts: string[] = [];
  const data = new Map<string, Json>();
  const issues: DefinitionIssue[] = [];

  for (const [index, example] of examples.entries()) {
    const place = `${where} example ${index + 1}`;
    if (typeof example === 'string' && handlesText) {
      texts.push(example);
      continue;
    }
    const read = readExample(example, inputs);
    if (read.kind === 'unreadable') {
      issues.push({
        severity: 'error',
        code: 'example-invalid',
        where: place,
        message: read.message,
      });
      continue;
    }
    const text = JSON.stringify(read.data);
    texts.push(text);
    if (!data.has(read.schema.name)) data.set(read.schema.name, JSON.parse(text) as Json);
    for (const problem of read.schema.validator.check(read.data)) {
      const { pointer, message } = problem;
      issues.push({
        severity: 'error',
        code: 'example-invalid',
        where: place,
        pointer,
        message: `Cannot use the example as it must fit schema "${read.schema.name}": ${pointer === '' ? 'the value' : pointer} ${message}`,
      });
    }
  }
  return { texts, data, issues };
}

type ReadExample =
  | { readonly kind: 'data'; readonly schema: NamedSchema; readonly data: unknown }
  | { readonly kind: 'unreadable'; readonly message: string };

function readExample(example: unknown, inputs: ReadonlyMap<string, NamedSchema>): ReadExample {
  const value = typeof example === 'string' ? parseJson(example) : example;
  const [only, second] = inputs.values();
  if (only !== undefined && second === undefined) {
    return value === undefined
      ? unreadable('JSON, as the skill reads no other text', example)
      : { kind: 'data', schema: only, data: value };
  }
  if (typeof value === 'object' && value !== null && 'schema' in value && 'data' in value) {
    const schema = inputs.get(String(value.schema));
    if (schema !== undefined) return { kind: 'data', schema, data: value.data };
  }
  const fits = [...inputs.values()].filter((named) => named.validator.isValid(value));
  const [fit] = fits;
  if (typeof example === 'string' && fit !== undefined && fits.length === 1) {
    return { kind: 'data', schema: fit, data: value };
  }
  return unreadable(
    `{ schema, data } with schema one of ${[...inputs.keys()].join(', ')}`,
    example,
  );
}

function unreadable(expected: string, example: unknown): ReadExample {
  const shown = JSON.stringify(example) ?? typeof example;
  return {
    kind: 'unreadable',
    message: `Cannot use the example as it must be ${expected}: current value is ${shown.slice(0, 60)}`,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
