import type { JsonSchema } from '@formwork/schema';
import { isRecord, getOwn, toList, toRecord } from '@formwork/schema/json';
import { escapeName, unescapeName } from './escape-names.ts';
import { FOLDED, followReferences, JSON_EDITOR } from './form-keywords.ts';
import { toColumns } from './to-columns.ts';

/** The maximum nesting of groups that a form can draw. */
const MAX_DEPTH = 128;

/**
 * The number of fields that the frame of an entry with a free name counts as, because its name and
 * its buttons take that long to draw.
 */
const ENTRY_FRAME = 4;

/** The number of steps of counting for each field of the limit. */
const STEPS_A_FIELD = 50;

/** Options of {@link countRenderedFields}: the size of a page of a list, and the limit of counting. */
interface CountOptions {
  /** The number of rows on one page of a list. */
  readonly pageSize: number;
  /**
   * The maximum number of fields, above which counting stops because the form is refused anyway.
   */
  readonly limit: number;
}

/**
 * Counts the fields, rows and cards that a form draws at once for given data: those of the whole form,
 * or of one folded group once a person opens it, whichever are more. Recursive schemas count as
 * deep as the data go; of a list, its first page counts. The result is at most one above the limit.
 */
export function countRenderedFields(
  form: JsonSchema,
  data: unknown,
  options: CountOptions,
): number {
  const counter = new DrawnCounter(form, options);
  counter.add(form, data);
  return counter.count;
}

/** The number of fields that were met on a walk through a form and its data. */
class DrawnCounter {
  readonly #form: JsonSchema;
  readonly #pageSize: number;
  readonly #limit: number;
  #count = 0;
  /** The highest count of a folded group that was met. */
  #mostFolded = 0;
  #steps = 0;
  #depth = 0;

  constructor(form: JsonSchema, { pageSize, limit }: CountOptions) {
    this.#form = form;
    this.#pageSize = pageSize;
    this.#limit = limit;
  }

  get count(): number {
    return Math.max(this.#count, this.#mostFolded);
  }

  /** Adds what a schema draws for a value. */
  add(subschema: unknown, value: unknown): void {
    // A group counts as well, so that the limit also bounds the nesting.
    if (this.count > this.#limit || !isRecord(subschema)) return;
    this.#count += 1;
    this.#steps += 1;
    // Nested alternatives may take long to count although each of them is small.
    const isLong = this.#steps > this.#limit * STEPS_A_FIELD;
    if (isLong || this.#depth > MAX_DEPTH) this.#count = this.#limit + 1;
    const { [FOLDED]: isFolded, ...schema } = this.#resolve(subschema);
    if (JSON_EDITOR in schema) return;
    // A folded group is a button at first, and draws the fields that it has when it is opened.
    if (isFolded === true) {
      const before = this.#count;
      this.#count = 0;
      this.add(schema, value);
      this.#mostFolded = this.count;
      this.#count = before;
      return;
    }
    this.#depth += 1;
    if (typeof value === 'object' && value !== null) {
      for (const part of toList(schema['allOf'])) this.add(part, value);
      this.#walkLargest([...toList(schema['oneOf']), ...toList(schema['anyOf'])], value);
    }
    if (Array.isArray(value)) this.#walkRows(schema, value);
    else if (isRecord(value)) this.#walkGroup(schema, value);
    this.#depth -= 1;
  }

  /**
   * Counts the alternative that draws the most fields, because it is not known here which one the
   * form draws.
   */
  #walkLargest(options: readonly unknown[], value: object): void {
    const before = this.#count;
    let most = before;
    const possible = options.filter((option) => this.#fits(option, value));
    const named = possible.filter((option) => this.#isNamed(option, value));
    for (const option of named.length > 0 ? named : possible) {
      this.#count = before;
      this.add(option, value);
      most = Math.max(most, this.#count);
      if (most > this.#limit) break;
    }
    this.#count = most;
  }

  #walkGroup(schema: JsonSchema, value: JsonSchema): void {
    const properties = toRecord(schema['properties']);
    for (const [name, property] of Object.entries(properties)) {
      this.add(property, getOwn(value, unescapeName(name)));
    }
    const { additionalProperties: entry } = schema;
    if (!isRecord(entry)) return;
    for (const name of Object.keys(value)) {
      if (this.#count > this.#limit) return;
      if (Object.hasOwn(properties, escapeName(name))) continue;
      this.#count += ENTRY_FRAME;
      this.add(entry, value[name]);
    }
  }

  #walkRows(schema: JsonSchema, rows: readonly unknown[]): void {
    const { items } = schema;
    if (Array.isArray(items)) {
      for (const [at, item] of items.entries()) this.add(item, rows[at]);
      return;
    }
    const columns = toColumns(isRecord(items) ? this.#resolve(items) : items)?.length ?? 1;
    this.#count += Math.min(rows.length, this.#pageSize) * columns;
  }

  #resolve(subschema: JsonSchema): JsonSchema {
    return followReferences(subschema, this.#form) ?? {};
  }

  /**
   * True unless a constant of an alternative, such as its `kind`, differs from that of the value.
   */
  #isNamed(subschema: unknown, value: object): boolean {
    const { properties } = isRecord(subschema) ? this.#resolve(subschema) : {};
    return Object.entries(toRecord(properties)).every(([name, property]) => {
      const fixed = isRecord(property) ? toList(property['enum']) : [];
      const member = getOwn(value, unescapeName(name));
      return fixed.length === 0 || member === undefined || fixed.includes(member);
    });
  }

  /** True unless an alternative has another type than the value. */
  #fits(subschema: unknown, value: object): boolean {
    if (!isRecord(subschema)) return false;
    const { type } = this.#resolve(subschema);
    return type === undefined || type === (Array.isArray(value) ? 'array' : 'object');
  }
}
