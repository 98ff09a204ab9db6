import {
  createRemoteValidator,
  type JsonSchema,
  vetSchemaShape,
  WIDE_LIMITS,
} from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { listReferences } from '../form-schema/defer-references.ts';
import { restoreReferences } from '../form-schema/restore-references.ts';

/**
 * The maximum number of a list's items, or of an object's properties, that are checked to choose an
 * alternative.
 */
const MAX_MEMBERS = 100;

/**
 * The maximum number of parts of form schemas whose validators are kept, because each key press
 * checks the alternatives again.
 */
const MAX_PARTS = 1000;

/** Milliseconds after which the check of an alternative counts as failed. */
const PATIENCE = 20;

/**
 * Makes a function that tells whether a value fits a part of a form schema, without its patterns.
 * If alternatives differ only in patterns, the person chooses one.
 */
export function createPartValidator(
  deferred: JsonSchema,
): (part: unknown, value: unknown) => boolean {
  const pickDefinitions = createDefinitionPicker(deferred);
  const parts = new Map<string, (value: unknown) => boolean>();

  function createPart(part: JsonSchema): (value: unknown) => boolean {
    // Form schemas write tuples and dependencies as draft 2019-09 does.
    const $schema = 'https://json-schema.org/draft/2019-09/schema';
    const restored = restoreReferences(part);
    const schema = { $schema, $defs: pickDefinitions(restored), allOf: [restored] };
    const outcome = vetSchemaShape(schema, { limits: WIDE_LIMITS });
    if (outcome.kind === 'refused') return () => false;
    const validator = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE });
    return (value) => validator.isValid(value);
  }

  return (part, value) => {
    if (!isRecord(part)) return part !== false;
    const { $defs: _definitions, ...body } = part;
    const text = JSON.stringify(body);
    let isValid = parts.get(text);
    if (isValid === undefined) {
      if (parts.size >= MAX_PARTS) parts.clear();
      isValid = createPart(body);
      parts.set(text, isValid);
    }
    return isValid(toSample(value ?? null));
  };
}

/**
 * Copies a value with only the first of many members: enough to tell alternatives apart, and quick
 * enough for every key press.
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
 * A definition under `$defs` of a form schema, and the names of the definitions that it refers to.
 */
interface Definition {
  readonly schema: unknown;
  readonly leads: readonly string[];
}

/**
 * Makes a function that picks the definitions to which a part of a form schema refers. Without the
 * others, a part is checked many times faster.
 */
export function createDefinitionPicker(deferred: JsonSchema): (part: unknown) => JsonSchema {
  const definitions = new Map<string, Definition>();

  function read(name: string): Definition {
    let definition = definitions.get(name);
    if (definition === undefined) {
      const schema = restoreReferences(deferred[name]);
      definition = { schema, leads: listReferences(schema) };
      definitions.set(name, definition);
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
