import { createExample, createRemoteValidator, vetSchema } from '@formwork/schema';
import type { PublishedSchema } from './published-schema.ts';
import type { FormTrial } from './try-forms.ts';

/** A schema, and the values with which its form is tried. */
export interface SchemaTrials {
  readonly name: string;
  /**
   * The source of the values. `published` and `made`: the package's own valid values, or one made
   * from the schema. `unjudged`: none, because only the agent can judge values. `contradictory`:
   * none, because no value that fits was found.
   */
  readonly kind: 'published' | 'made' | 'unjudged' | 'contradictory';
  readonly trials: readonly FormTrial[];
}

/**
 * Chooses the values to try on the form of a schema: the valid ones among its own examples, else
 * one that is made from the schema.
 */
export function toTrials({ name, schema, examples }: PublishedSchema): SchemaTrials {
  // No pattern may seem slow because the machine is busy.
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
