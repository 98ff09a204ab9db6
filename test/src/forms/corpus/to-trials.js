import { createExample, createRemoteValidator, vetSchema } from '@formwork/core';
/** What a schema is tried with: the valid ones of its own values, else one that is made for it. */
export function toTrials({ name, schema, examples }) {
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
