import {
  createRemoteValidator,
  isRecord,
  vetSchema,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
} from '@formwork/core';
import { restoreReferences } from '../form-schema/defer-references.ts';

/** Judges values of one form. */
export interface FormValidator {
  /** Why values cannot be judged here; `undefined` if they can. */
  readonly unchecked: SchemaIssue | undefined;
  /** What is wrong with a value by the schema itself; `[]` also if it cannot be judged here. */
  check(value: unknown): readonly Problem[];
  /** True if a value fits a part of the form schema: decides which alternative is drawn. */
  isPartValid(part: unknown, value: unknown): boolean;
}

/** Parts that are remembered: alternatives are asked about again with every key that is pressed. */
const MAX_PARTS = 1000;

/** Parts of a form schema were bounded with it; these limits are those of forms. */
const PART_LIMITS = {
  size: 4_000_000,
  subschemas: 100_000,
  references: 100_000,
  enumValues: 10_000,
};

/**
 * A validator without generated code, for one schema of one agent: a schema with the same `$id`
 * from somebody else has a validator of its own.
 *
 * What cannot be judged faithfully is not judged: `unchecked` says why.
 */
export function createFormValidator(schema: JsonSchema | boolean, form: JsonSchema): FormValidator {
  const outcome = vetSchema(schema === false ? { not: {} } : schema);
  const whole = outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : undefined;
  const definitions = restoreReferences(isRecord(form['$defs']) ? form['$defs'] : {});
  const parts = new Map<string, (value: unknown) => boolean>();

  function createPart(part: JsonSchema): (value: unknown) => boolean {
    // Form schemas write tuples and dependencies as 2019-09 does.
    const $schema = 'https://json-schema.org/draft/2019-09/schema';
    const vetted = vetSchema(
      { $schema, $defs: definitions, allOf: [restoreReferences(part)] },
      { limits: PART_LIMITS },
    );
    if (vetted.kind === 'refused') return () => false;
    const validator = createRemoteValidator(vetted.vetted);
    return (value) => validator.isValid(value);
  }

  return {
    unchecked: outcome.kind === 'refused' ? outcome.issues[0] : undefined,
    check: (value) => whole?.check(value) ?? [],
    isPartValid(part, value) {
      if (!isRecord(part)) return part !== false;
      const { $defs: _definitions, ...own } = part;
      const text = JSON.stringify(own);
      let isValid = parts.get(text);
      if (isValid === undefined) {
        if (parts.size >= MAX_PARTS) parts.clear();
        isValid = createPart(own);
        parts.set(text, isValid);
      }
      return isValid(value === undefined ? null : JSON.parse(JSON.stringify(value)));
    },
  };
}
