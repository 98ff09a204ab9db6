import { listReferences, restoreReferences } from '../form-schema/defer-references.ts';
import { createRemoteValidator, type JsonSchema, vetSchemaShape } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

/**
 * The maximum number of items of a list, or properties of an object, that decide which alternative
 * fits a value.
 */
const MAX_MEMBERS = 100;

/**
 * The maximum number of parts whose validators are kept, because alternatives are checked again
 * with every key.
 */
const MAX_PARTS = 1000;

/** Milliseconds after which an undecided alternative counts as one that does not fit. */
const PATIENCE = 20;

/** The limits for vetting parts of a form schema, which is within the limits of forms already. */
const PART_LIMITS = {
  size: 4_000_000,
  subschemas: 100_000,
  references: 100_000,
  enumValues: 10_000,
  patterns: 100_000,
};

/**
 * Makes a function that says whether a value fits a part of a form schema, without its patterns.
 * Among alternatives that differ only in patterns, the person chooses.
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

/**
 * A sample of a value, with only the first of many members: enough to tell alternatives apart, and
 * quick enough for every key. Its depth is bounded by what can be drawn.
 */
export function toSample(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).map((item) => toSample(item) ?? null);
  }
  if (!isRecord(value)) return value;
  const sample: [string, unknown][] = [];
  for (const name in value) {
    if (sample.length >= MAX_MEMBERS) break;
    if (value[name] !== undefined) sample.push([name, toSample(value[name])]);
  }
  return Object.fromEntries(sample);
}

/**
 * A definition under `$defs` of a form schema with its ordinary references, and the names that they
 * lead to.
 */
interface Definition {
  readonly schema: unknown;
  readonly leads: readonly string[];
}

/**
 * Makes a function that picks the definitions which a part of a form refers to. A part is checked
 * many times faster without the others.
 */
export function createDefinitionPicker(deferred: JsonSchema): (part: unknown) => JsonSchema {
  const known = new Map<string, Definition>();

  function read(name: string): Definition {
    let definition = known.get(name);
    if (definition === undefined) {
      const schema = restoreReferences(deferred[name]);
      definition = { schema, leads: listReferences(schema) };
      known.set(name, definition);
    }
    return definition;
  }

  return (part) => {
    const picked = new Map<string, unknown>();
    const waiting = [...listReferences(part)];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (picked.has(name) || !Object.hasOwn(deferred, name)) continue;
      const { schema, leads } = read(name);
      picked.set(name, schema);
      waiting.push(...leads);
    }
    return Object.fromEntries(picked);
  };
}
