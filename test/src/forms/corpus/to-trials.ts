import { createExample, createRemoteValidator, vetSchema } from '@formwork/schema';
import type { PublishedSchema } from './published-schema.ts';
import type { FormTrial } from './try-forms.ts';

/** A schema with what is to be tried on its form. */
export interface SchemaTrials {
  readonly name: string;
  /**
   * `published` and `made`: with valid values of the package, or one made from the schema.
   * `unjudged`: a new form, as only the agent can judge values.
   * `contradictory`: a new form, as no value that fits it was found.
   */
  readonly kind: 'published' | 'made' | 'unjudged' | 'contradictory';
  readonly trials: readonly FormTrial[];
}

/** What a schema is tried with: the valid ones of its own values, else one that is made for it. */
export function toTrials({ name, schema, examples }: PublishedSchema): SchemaTrials {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') {
    return examples.length === 0
      ? { name, kind: 'unjudged', trials: [{ schema }] }
      : { name, kind: 'published', trials: examples.map((data) => ({ schema, data })) };
  }
  const validator = createRemoteValidator(outcome.vetted);
  const valid = examples.filter((value) => validator.isValid(value));
  if (valid.length > 0) {
    return { name, kind: 'published', trials: valid.map((data) => ({ schema, data })) };
  }
  const data = createExample(schema, validator);
  return data === undefined
    ? { name, kind: 'contradictory', trials: [{ schema }] }
    : { name, kind: 'made', trials: [{ schema, data }] };
}
