import { isRecord, getOwn, toList, toRecord } from '@formwork/schema/json';
import type { JsonSchema } from '@formwork/schema';
import { escapeName, unescapeName } from './escape-names.ts';
import { toColumns } from './to-columns.ts';
import { followReferences, JSON_EDITOR } from './form-keywords.ts';

/** The maximum nesting of groups that a form can draw. */
const MAX_DEPTH = 128;

/**
 * The number of fields that the frame of an entry with a free name counts as, because its name and
 * its buttons take that long to draw.
 */
const ENTRY_FRAME = 4;

/** Options of {@link countDrawn}: the size of a page of a list, and the limit of counting. */
interface CountOptions {
  /** The number of rows on one page of a list. */
  readonly pageSize: number;
  /**
   * The maximum number of fields, above which counting stops because the form is refused anyway.
   */
  readonly limit: number;
}

/**
 * Counts the fields, rows and cards that a form draws for given data. Recursive schemas count as
 * deep as the data go; of a list, its first page counts. The result is at most one above the limit.
 */
export function countDrawn(
  form: JsonSchema,
  data: unknown,
  { pageSize, limit }: CountOptions,
): number {
  let count = 0;
  let steps = 0;
  let depth = 0;
  walk(form, data);
  return count;

  function walk(subschema: unknown, value: unknown): void {
    // A group counts as well, so that the limit also bounds the nesting.
    if (count > limit || !isRecord(subschema)) return;
    count += 1;
    steps += 1;
    // Nested alternatives may take long to count although each of them is small.
    if (steps > limit * 20 || depth > MAX_DEPTH) count = limit + 1;
    const schema = resolve(subschema);
    if (JSON_EDITOR in schema) return;
    depth += 1;
    if (typeof value === 'object' && value !== null) {
      for (const part of toList(schema['allOf'])) walk(part, value);
      walkLargest([...toList(schema['oneOf']), ...toList(schema['anyOf'])], value);
    }
    if (Array.isArray(value)) walkRows(schema, value);
    else if (isRecord(value)) walkGroup(schema, value);
    depth -= 1;
  }

  /**
   * Counts the alternative that draws the most fields, because it is not known here which one the
   * form draws.
   */
  function walkLargest(options: readonly unknown[], value: object): void {
    const before = count;
    let most = before;
    const possible = options.filter((option) => fits(option, value));
    const named = possible.filter((option) => isNamed(option, value));
    for (const option of named.length > 0 ? named : possible) {
      count = before;
      walk(option, value);
      most = Math.max(most, count);
      if (most > limit) break;
    }
    count = most;
  }

  function walkGroup(schema: JsonSchema, value: JsonSchema): void {
    const properties = toRecord(schema['properties']);
    for (const [name, property] of Object.entries(properties)) {
      walk(property, getOwn(value, unescapeName(name)));
    }
    const { additionalProperties: entry } = schema;
    if (!isRecord(entry)) return;
    for (const name of Object.keys(value)) {
      if (count > limit) return;
      if (Object.hasOwn(properties, escapeName(name))) continue;
      count += ENTRY_FRAME;
      walk(entry, value[name]);
    }
  }

  function walkRows(schema: JsonSchema, rows: readonly unknown[]): void {
    const { items } = schema;
    if (Array.isArray(items)) {
      for (const [at, item] of items.entries()) walk(item, rows[at]);
      return;
    }
    const columns = toColumns(isRecord(items) ? resolve(items) : items)?.length ?? 1;
    count += Math.min(rows.length, pageSize) * columns;
  }

  function resolve(subschema: JsonSchema): JsonSchema {
    return followReferences(subschema, form) ?? {};
  }

  /**
   * True unless a constant of an alternative, such as its `kind`, differs from that of the value.
   */
  function isNamed(subschema: unknown, value: object): boolean {
    const { properties } = isRecord(subschema) ? resolve(subschema) : {};
    return Object.entries(toRecord(properties)).every(([name, property]) => {
      const fixed = isRecord(property) ? toList(property['enum']) : [];
      const member = getOwn(value, unescapeName(name));
      return fixed.length === 0 || member === undefined || fixed.includes(member);
    });
  }

  /** True unless an alternative has another type than the value. */
  function fits(subschema: unknown, value: object): boolean {
    if (!isRecord(subschema)) return false;
    const { type } = resolve(subschema);
    return type === undefined || type === (Array.isArray(value) ? 'array' : 'object');
  }
}
