import { listReferences, restoreReferences } from '../form-schema/defer-references.ts';
import { createRemoteValidator, type JsonSchema, vetSchemaShape } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

/** Items and names of one list or group that decide which alternative a value is of. */
const MAX_MEMBERS = 100;

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

/**
 * A value as JSON with the first of many members: enough to tell alternatives apart, which is asked
 * with every key that is pressed. Depth is bounded by what can be drawn.
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

/** A definition as it was before `deferReferences`, and the names that it refers to. */
interface Definition {
  readonly schema: unknown;
  readonly leads: readonly string[];
}

/**
 * Gives those of a form's definitions that a part of it leads to: a part is judged many times faster
 * without those that have nothing to do with it.
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
