// This module is separate, so that bundlers can put it, with the analysis of patterns, into a file
// that a page loads only when it connects.

import {
  createRemoteValidator,
  toFingerprint,
  vetSchema,
  type JsonSchema,
  type Problem,
  type RefusedSchema,
  type VetOutcome,
  type VetSchemaOptions,
} from '@formwork/schema';
import { getOwn, isRecord, parsePointer } from '@formwork/schema/json';
import { followRoot, MAX_LOOKS } from './form-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The outcome of vetting a schema: what checks data by it, or the reasons for its refusal. */
export type Vetting =
  | {
      readonly kind: 'vetted';
      readonly schema: JsonSchema;
      /** Computes the fingerprint; `undefined` if the schema has no canonical form. */
      readonly findFingerprint: () => string | undefined;
      /** Makes the check of values by this schema. */
      readonly createCheck: () => RemoteCheck;
    }
  | RefusedSchema;

/** Returns the problems of a value by a schema; `[]` exactly if it fits. */
export type RemoteCheck = (value: unknown) => readonly Problem[];

/**
 * Vets a schema, with the values that the agent has filled into its form as defaults of its
 * properties, and makes what checks data by it.
 */
export function vetRemote(schema: unknown, values: Fields, options: VetSchemaOptions): Vetting {
  const outcome = vetForm(schema, values, options);
  if (outcome.kind === 'refused') return outcome;
  const { vetted } = outcome;
  return {
    kind: 'vetted',
    schema: vetted.schema,
    findFingerprint: () => findFingerprint(vetted.schema),
    createCheck() {
      const validator = createRemoteValidator(vetted);
      return (value) => validator.check(value);
    },
  };
}

/** Computes the fingerprint of a schema; `undefined` if the schema has no canonical form. */
function findFingerprint(schema: JsonSchema): string | undefined {
  try {
    return toFingerprint(schema);
  } catch {
    return undefined;
  }
}

/** Every form begins with the values of the agent. A value that does not fit is left out. */
function vetForm(schema: unknown, values: Fields, options: VetSchemaOptions): VetOutcome {
  const outcome = vetSchema(schema, options);
  if (outcome.kind === 'refused' || Object.keys(values).length === 0) return outcome;
  const problems = createRemoteValidator(outcome.vetted).check(values);
  const unfit = new Set(problems.map(({ pointer }) => parsePointer(pointer)[0]));
  const fit = Object.entries(values).filter(([name]) => !unfit.has(name));
  if (fit.length === 0) return outcome;
  const filling = { values: Object.fromEntries(fit), root: schema, looks: MAX_LOOKS };
  const vetted = vetSchema(withDefaults(schema, filling), options);
  // Values that make the schema too large are not worth the form.
  return vetted.kind === 'refused' ? outcome : vetted;
}

/**
 * Adds values as defaults to the properties of a schema, also to those that its root refers to or
 * joins.
 */
function withDefaults(
  schema: unknown,
  filling: {
    readonly values: Fields;
    /** The whole schema, in which references lead to their places. */
    readonly root: unknown;
    /** How many schemas are still looked at. */
    looks: number;
  },
): unknown {
  filling.looks -= 1;
  if (!isRecord(schema) || filling.looks < 0) return schema;
  const add = (part: unknown): unknown => withDefaults(part, filling);
  const target = followRoot(schema, filling.root);
  if (target !== undefined) {
    const { $ref: _followed, allOf, ...siblings } = schema;
    return add({ ...siblings, allOf: [target, ...(Array.isArray(allOf) ? allOf : [])] });
  }
  const fill = ([name, part]: [string, unknown]): [string, unknown] => {
    const value = getOwn(filling.values, name);
    return [name, value !== undefined && isRecord(part) ? { ...part, default: value } : part];
  };
  const members = Object.entries(schema).map(([keyword, part]) => {
    if (keyword === 'properties' && isRecord(part)) {
      return [keyword, Object.fromEntries(Object.entries(part).map(fill))];
    }
    return [keyword, JOINS.test(keyword) && Array.isArray(part) ? part.map(add) : part];
  });
  return Object.fromEntries(members);
}

/** The keywords whose schemas apply to the same value. */
const JOINS = /^(?:allOf|anyOf|oneOf)$/u;
