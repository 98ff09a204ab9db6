import { createRemoteValidator, vetSchemaShape, type JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { restoreReferences } from '../form-schema/defer-references.ts';
import { createDefinitionPicker } from './create-definition-picker.ts';
import { toSample } from './to-sample.ts';

/** Parts that are remembered: alternatives are asked about again with every key that is pressed. */
const MAX_PARTS = 1000;

/** Milliseconds until an alternative that is not decided is taken as one that does not fit. */
const PATIENCE = 20;

/** Parts of a form schema were bounded with it; these limits are those of forms. */
const PART_LIMITS = {
  size: 4_000_000,
  subschemas: 100_000,
  references: 100_000,
  enumValues: 10_000,
  patterns: 100_000,
};

/**
 * Tells whether a value fits a part of a form schema, patterns aside: alternatives that differ in
 * nothing else are chosen by the person.
 */
export function createPartValidator(
  deferred: JsonSchema,
): (part: unknown, value: unknown) => boolean {
  const pickDefinitions = createDefinitionPicker(deferred);
  const parts = new Map<string, (value: unknown) => boolean>();

  function createPart(part: JsonSchema): (value: unknown) => boolean {
    // Form schemas write tuples and dependencies as 2019-09 does.
    const $schema = 'https://json-schema.org/draft/2019-09/schema';
    const restored = restoreReferences(part);
    const schema = { $schema, $defs: pickDefinitions(restored), allOf: [restored] };
    const outcome = vetSchemaShape(schema, { limits: PART_LIMITS });
    if (outcome.kind === 'refused') return () => false;
    const validator = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE });
    return (value) => validator.isValid(value);
  }

  return (part, value) => {
    if (!isRecord(part)) return part !== false;
    const { $defs: _definitions, ...own } = part;
    const text = JSON.stringify(own);
    let isValid = parts.get(text);
    if (isValid === undefined) {
      if (parts.size >= MAX_PARTS) parts.clear();
      isValid = createPart(own);
      parts.set(text, isValid);
    }
    return isValid(toSample(value ?? null));
  };
}
