import type { JsonSchema } from '@formwork/schema';
import { isRecord, decodeFragment } from '@formwork/schema/json';
import { appendPointer, resolvePointer } from '@formwork/schema/json';
import { SCHEMA_DOCUMENTS } from './schema-documents.ts';

/** A schema within a schema document. */
export interface SchemaLocation {
  /** The schema document in which the schema stands. */
  readonly document: JsonSchema;
  /** The JSON pointer (RFC 6901) to the schema; `''` is the whole document. */
  readonly pointer: string;
  readonly schema: unknown;
}

/**
 * Finds the schema that a reference leads to: an `$id` of `@formwork/schemas`, with a JSON pointer
 * as its fragment. `undefined` if there is none.
 *
 * @example
 * ```ts
 * import { listDocumentForms, resolveSchema } from '@formwork/documents';
 *
 * const [form] = listDocumentForms({ dialect: 'a2a/v1.0', kind: 'card' });
 * const place = form && resolveSchema(form.schema);
 * ```
 */
export function resolveSchema(reference: string): SchemaLocation | undefined {
  const cached = targets.get(reference);
  if (cached !== undefined) return cached;
  const target = findSchema(reference);
  // References that lead nowhere are not remembered, so that they cannot fill the memory.
  if (target !== undefined) targets.set(reference, target);
  return target;
}

/** The schemas found before, by reference: the documents are few, and never change. */
const targets = new Map<string, SchemaLocation>();

function findSchema(reference: string): SchemaLocation | undefined {
  const [id = '', fragment = ''] = reference.split('#');
  const document = SCHEMA_DOCUMENTS.get(id);
  if (document === undefined) return undefined;
  const pointer = decodeFragment(fragment);
  const schema = resolvePointer(document, pointer);
  return schema === undefined ? undefined : { document, pointer, schema };
}

/** Returns the absolute form of a `$ref` that stands in a schema document. */
export function toAbsoluteReference(reference: string, document: JsonSchema): string {
  const id = String(document['$id']);
  if (reference.startsWith('#')) return `${id}${reference}`;
  return URL.parse(reference, id)?.href ?? reference;
}

/** Returns the reference to each schema in some documents, by the schema object. */
export function indexLocations(documents: Iterable<JsonSchema>): ReadonlyMap<object, string> {
  const places = new Map<object, string>();
  for (const document of documents) {
    const id = String(document['$id']);
    const waiting: (readonly [string, unknown])[] = [['', document]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [pointer, value] = next;
      if (!isRecord(value) && !Array.isArray(value)) continue;
      places.set(value, pointer === '' ? id : `${id}#${pointer}`);
      for (const [name, member] of Object.entries(value)) {
        waiting.push([appendPointer(pointer, name), member]);
      }
    }
  }
  return places;
}
