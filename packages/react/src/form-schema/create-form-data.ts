import type { JsonSchema } from '@formwork/schema';
import { isRecord, toList, toRecord } from '@formwork/schema/json';
import { toUploadKind } from './control-kind.ts';
import {
  FOLDED,
  followReferences,
  FORM_DEFAULT,
  LAZY_REFERENCE,
  NULLABLE,
} from './form-keywords.ts';

/** The maximum nesting of groups that are filled in, because a recursive schema has no end. */
const MAX_DEPTH = 16;

/** The maximum number of rows that a new list begins with. */
const MAX_ROWS = 5;

/**
 * The maximum number of rows of all new lists, because lists in lists multiply them: twelve levels
 * of five rows are 244 million.
 */
const MAX_ALL_ROWS = 100;

/**
 * The maximum number of characters of all defaults as JSON, because a schema may refer to one
 * default of half a megabyte hundreds of times. The agent fills in the others itself.
 */
const MAX_DEFAULTS = 1_000_000;

/**
 * Creates the data of a new form, or of a part that the person adds, from defaults, constants, and
 * `null` where that means an empty field. Of given `data`, only `undefined` values are filled. A
 * boolean constant is filled in only if it distinguishes alternatives, because it may be a consent.
 */
export function createFormData(schema: unknown, root: JsonSchema, data?: unknown): unknown {
  const filler = new FormFiller(root, { isNew: data === undefined, isPart: schema !== root });
  return filler.fill(schema, { data, isRequired: true, isTag: false, depth: 0 });
}

/** Fills in values of a form, as far as the room for rows and defaults lasts. */
class FormFiller {
  readonly #root: JsonSchema;
  readonly #isNew: boolean;
  readonly #isPart: boolean;
  readonly #sizes = new Map<unknown, number>();
  #rowsLeft = MAX_ALL_ROWS;
  #charactersLeft = MAX_DEFAULTS;

  constructor(
    root: JsonSchema,
    { isNew, isPart }: { readonly isNew: boolean; readonly isPart: boolean },
  ) {
    this.#root = root;
    this.#isNew = isNew;
    this.#isPart = isPart;
  }

  fill(
    subschema: unknown,
    filling: {
      readonly data: unknown;
      readonly isRequired: boolean;
      /** True within an alternative of a union, whose constants distinguish it from the others. */
      readonly isTag: boolean;
      readonly depth: number;
    },
  ): unknown {
    const { data: existing, isRequired, isTag, depth } = filling;
    const resolved = this.#resolve(subschema);
    if (resolved === undefined || depth > MAX_DEPTH) return existing;
    // A recursive part has no end, so it is filled in only when the person adds it.
    if (existing === undefined && isRecord(subschema) && LAZY_REFERENCE in subschema)
      return undefined;
    if (existing !== undefined && !(isGroup(resolved) && isRecord(existing))) return existing;
    const preset = resolved[FORM_DEFAULT];
    if (existing === undefined && preset !== undefined && this.#takeDefault(preset)) {
      return structuredClone(preset);
    }
    // A folded group is not given, unless it may be null.
    const isFolded = depth > 0 && FOLDED in resolved && resolved[NULLABLE] !== true;
    const isOpened = isRequired && !isFolded;
    if (!isOpened && existing === undefined) return undefined;
    // A new form shows the first alternative of a union, which may be no group.
    const [first] = resolved['type'] === undefined ? this.#toFirst(resolved) : [];
    if (first !== undefined && (!isGroup(first) || isBareUnion(first))) {
      return this.fill(first, { ...filling, depth: depth + 1 });
    }
    if (isGroup(resolved)) {
      const isNull = existing === undefined && resolved[NULLABLE] === true && depth > 0;
      return isNull ? null : this.#fillGroup(resolved, toRecord(existing), depth);
    }
    const rowCount = countRows(resolved);
    if (rowCount === 0) return toStart(resolved, isTag);
    const rows = Math.min(rowCount, this.#rowsLeft);
    this.#rowsLeft -= rows;
    const row = { data: undefined, isRequired: true, isTag: false, depth: depth + 1 };
    return Array.from({ length: rows }, () => this.fill(resolved['items'], row) ?? null);
  }

  #fillGroup(group: JsonSchema, existing: JsonSchema, depth: number): unknown {
    const filled = { ...existing };
    const first = this.#isNew ? this.#toFirst(group) : [];
    const parts = [
      ...[group, ...toList(group['allOf'])].map((part) => this.#resolve(part)),
      ...first,
    ];
    const required = new Set(parts.flatMap((part) => toList(part?.['required'])));
    for (const part of parts) {
      // Data for a part of the form may be for an alternative that the person has chosen.
      const isTag = first.includes(part) || (depth === 0 && this.#isPart);
      for (const [name, property] of Object.entries(toRecord(part?.['properties']))) {
        const isRequired = required.has(name);
        const filling = { data: filled[name], isRequired, isTag, depth: depth + 1 };
        const value = this.fill(property, filling);
        if (value !== undefined) filled[name] = value;
      }
    }
    return filled;
  }

  /** Takes the room of a default; returns false if there is not enough left. */
  #takeDefault(preset: unknown): boolean {
    const size = this.#sizes.get(preset) ?? JSON.stringify(preset).length;
    this.#sizes.set(preset, size);
    if (size > this.#charactersLeft) return false;
    this.#charactersLeft -= size;
    return true;
  }

  #resolve(subschema: unknown): JsonSchema | undefined {
    return isRecord(subschema) ? followReferences(subschema, this.#root) : undefined;
  }

  /** Returns the first alternative of each union of a schema, which a new form shows. */
  #toFirst(union: JsonSchema): readonly (JsonSchema | undefined)[] {
    return ['oneOf', 'anyOf'].flatMap((name) =>
      toList(union[name])
        .slice(0, 1)
        .map((part) => this.#resolve(part)),
    );
  }
}

function isGroup(schema: JsonSchema): boolean {
  const types = [schema['type']].flat();
  if (types.includes('object') && !('enum' in schema)) return true;
  const isUnion = 'oneOf' in schema || 'anyOf' in schema || 'allOf' in schema;
  return schema['type'] === undefined && isUnion && !('enum' in schema);
}

/** True for a union without anything beside it, whose own first alternative tells what it is. */
function isBareUnion(schema: JsonSchema): boolean {
  return schema['type'] === undefined && !('allOf' in schema);
}

/**
 * Returns the number of rows that a new list begins with: the minimum of its schema, up to a limit.
 */
function countRows(schema: JsonSchema): number {
  const { minItems } = schema;
  const isList = schema['type'] === 'array' && !Array.isArray(schema['items']);
  // Lists of choices and lists of files have no rows.
  if (!isList || typeof minItems !== 'number' || toUploadKind(schema) !== 'list') return 0;
  return Math.min(minItems, MAX_ROWS);
}

/** Returns the value that a required field begins with; `undefined` for an empty field. */
function toStart(schema: JsonSchema, isTag: boolean): unknown {
  const values = toList(schema['enum']);
  if (values.length === 1 && (isTag || typeof values[0] !== 'boolean')) return values[0];
  if (schema[NULLABLE] === true || schema['type'] === 'null') return null;
  return schema['type'] === 'array' ? toList(schema['items']).map(() => null) : undefined;
}
