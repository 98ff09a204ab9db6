import { isRecord } from '../json/record.ts';
import { listReferred } from '../references/follow-reference.ts';
import { listDependent } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';

type SchemaObject = Readonly<Record<string, unknown>>;

/** The most places of a document that are remembered. */
const MAX_PLACES = 10_000;

/** The places of each document, which are the same for every value. */
const books = new WeakMap<JsonSchema, AppliedSchemas>();

/** Returns the place of the whole values of a schema. It must not change afterwards. */
export function readValueSchemas(root: JsonSchema): ValueSchemas {
  const book = books.get(root) ?? new AppliedSchemas(root);
  books.set(root, book);
  return book.find([root]);
}

/** The places of one document by the schemas that apply there, so that recursion leads back to them. */
class AppliedSchemas {
  readonly #root: JsonSchema;
  readonly #ids = new Map<SchemaObject, number>();
  readonly #places = new Map<string, ValueSchemas>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** False once there are so many places that further ones are not kept. */
  get hasRoom(): boolean {
    return this.#places.size < MAX_PLACES;
  }

  /** Finds the place of values to which the given schemas apply, and what is no schema does not. */
  find(schemas: readonly unknown[]): ValueSchemas {
    const unique = [...new Set(schemas.filter(isRecord))];
    const key = unique.map((schema) => this.#identify(schema)).join();
    const cached = this.#places.get(key);
    if (cached !== undefined) return cached;
    const location = new ValueSchemas(this, listApplied(unique, this.#root));
    if (this.hasRoom) this.#places.set(key, location);
    return location;
  }

  #identify(schema: SchemaObject): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

/** All schemas that apply to the values at one place, whichever branch a value takes. */
export class ValueSchemas {
  /** True if a schema says `writeOnly`. */
  readonly isSecret: boolean;
  readonly #book: AppliedSchemas;
  readonly #applied: readonly SchemaObject[];
  /** The names of properties that some schema declares. */
  readonly #declared: ReadonlySet<string>;
  /** The number of first items that have schemas of their own. */
  readonly #tuple: number;
  readonly #properties = new Map<string, ValueSchemas>();
  readonly #items = new Map<number, ValueSchemas>();
  #undeclared: ValueSchemas | undefined;

  constructor(book: AppliedSchemas, applied: readonly SchemaObject[]) {
    this.#book = book;
    this.#applied = applied;
    this.isSecret = applied.some((schema) => schema['writeOnly'] === true);
    this.#declared = new Set(
      applied.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : [])),
    );
    this.#tuple = Math.max(0, ...applied.map((schema) => toTuple(schema).length));
  }

  /** False if no schema says anything of these values. */
  get isDescribed(): boolean {
    return this.#applied.length > 0;
  }

  /** Returns the place of the values of a property. */
  toProperty(name: string): ValueSchemas {
    if (!this.#declared.has(name)) return (this.#undeclared ??= this.#findProperty(name));
    const cached = this.#properties.get(name);
    if (cached !== undefined) return cached;
    const location = this.#findProperty(name);
    if (this.#book.hasRoom) this.#properties.set(name, location);
    return location;
  }

  /** Returns the place of the items of lists at an index. */
  toItem(index: number): ValueSchemas {
    const at = Math.min(index, this.#tuple);
    const cached = this.#items.get(at);
    if (cached !== undefined) return cached;
    const location = this.#book.find(this.#applied.flatMap((schema) => toItems(schema, at)));
    this.#items.set(at, location);
    return location;
  }

  #findProperty(name: string): ValueSchemas {
    return this.#book.find(this.#applied.flatMap((schema) => toProperty(schema, name)));
  }
}

/**
 * Lists the schemas that apply to one value: those given, those they refer to, and all their
 * branches.
 */
function listApplied(schemas: readonly SchemaObject[], root: JsonSchema): readonly SchemaObject[] {
  const applied = new Set(schemas);
  // What is added meanwhile is visited as well.
  for (const schema of applied) {
    const add = (inner: unknown): void => {
      if (isRecord(inner)) applied.add(inner);
    };
    for (const referred of listReferred(schema, root)) add(referred);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) for (const branch of branches) add(branch);
    }
    for (const keyword of ['if', 'then', 'else']) add(schema[keyword]);
    for (const branch of listDependent(schema)) add(branch);
  }
  return [...applied];
}

function toTuple({ items, prefixItems }: SchemaObject): readonly unknown[] {
  if (Array.isArray(prefixItems)) return prefixItems;
  return Array.isArray(items) ? items : [];
}

function toItems(schema: SchemaObject, index: number): readonly unknown[] {
  const { items, additionalItems, unevaluatedItems, contains } = schema;
  const first = toTuple(schema);
  const itemSchema =
    index < first.length ? first[index] : Array.isArray(items) ? additionalItems : items;
  return [itemSchema, unevaluatedItems, contains];
}

function toProperty(schema: SchemaObject, name: string): readonly unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const declared =
    isRecord(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
  // Patterns are not run: a secret under any of them counts.
  const patterns = isRecord(patternProperties) ? Object.values(patternProperties) : [];
  const fallbacks = declared.length === 0 ? [additionalProperties, unevaluatedProperties] : [];
  return [...declared, ...patterns, ...fallbacks];
}
