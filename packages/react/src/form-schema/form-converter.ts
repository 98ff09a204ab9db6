import type { JsonSchema } from '@formwork/schema';
import { appendPointer, isRecord, getOwn } from '@formwork/schema/json';
import { JSON_EDITOR, type EditorReason } from './form-keywords.ts';
import type { FormLimits } from './form-limits.ts';
import type { FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

/** A value for which a form shows an editor for JSON, because it can draw no fields for it. */
export interface EditorLocation {
  /** JSON pointer (RFC 6901) to the schema of the value. */
  readonly pointer: string;
  readonly reason: EditorReason;
}

/** The state of a conversion of a schema into a form schema, from which a form is drawn. */
export interface FormConverter {
  readonly limits: FormLimits;
  /** The names of types in the language of the form, as titles for alternatives without a title. */
  readonly typeNames: Readonly<Record<FormType, string>>;
  /**
   * The pointer that each `$ref` leads to, by the pointer of the schema that contains the `$ref`;
   * `undefined` if it leads nowhere.
   */
  readonly targets: ReadonlyMap<string, string | undefined>;
  /** True for drafts up to 07, in which the keywords beside a `$ref` are ignored. */
  readonly isRefAlone: boolean;
  /** True in v1, in which `propertyDependencies` chooses schemas by the texts of properties. */
  readonly hasChosen: boolean;
  /** The converted schemas for references, by their name under `$defs` of the form schema. */
  readonly definitions: Map<string, JsonSchema>;
  /**
   * The schemas for references that are not converted yet, by their name under `$defs` of the form
   * schema.
   */
  readonly waiting: Map<string, SchemaNode>;
  /**
   * The names under `$defs` of the form schema, by the pointer of each definition in the original
   * schema.
   */
  readonly names: Map<string, string>;
  readonly editors: EditorLocation[];
  /** Returns the schema at a pointer in the original schema. */
  readonly resolve: (pointer: string) => unknown;
  /** Converts a schema within the current one; `undefined` for the schema `false`. */
  readonly convert: (node: SchemaNode) => JsonSchema | undefined;
}

/** A schema that is to be converted, with its pointer and its surroundings. */
export interface SchemaNode {
  readonly schema: unknown;
  readonly pointer: string;
  /** The number of schemas that contain this one. */
  readonly depth: number;
  /**
   * The properties that another schema draws already, if this schema only adds to them and need not
   * draw anything itself; `undefined` for a schema that stands alone.
   */
  readonly base?: ReadonlySet<string>;
}

/**
 * Returns the schema under a keyword of another schema, with its pointer, such as that of a
 * property.
 */
export function toSubschemaNode(
  { schema, pointer, depth }: SchemaNode,
  path: readonly (string | number)[],
): SchemaNode {
  let inner: unknown = schema;
  let at = pointer;
  for (const segment of path) {
    inner = getOwn(inner, segment);
    at = appendPointer(at, segment);
  }
  return { schema: inner, pointer: at, depth: depth + 1 };
}

/**
 * Makes the form schema of an editor for JSON, with the title and description of the schema that it
 * replaces.
 */
export function toEditor(
  converter: FormConverter,
  { schema, pointer }: SchemaNode,
  reason: EditorReason,
): JsonSchema {
  converter.editors.push({ pointer, reason });
  return { ...(isRecord(schema) ? toAnnotations(schema) : {}), [JSON_EDITOR]: reason };
}

/** The keywords by which the form library draws an entry of a map. */
const ENTRY_KEYWORDS = ['type', '$ref', 'anyOf', 'oneOf'];

/**
 * Makes the form schema of the entries of a map at a pointer. Where it has none of the keywords
 * above, the form library would guess a type from each value: it drops values whose type changes,
 * and draws no field for an object. It guesses nothing about a reference.
 */
export function toEntry(converter: FormConverter, entry: JsonSchema, pointer: string): JsonSchema {
  if (ENTRY_KEYWORDS.some((keyword) => keyword in entry)) return entry;
  const name = `r${converter.names.size}`;
  converter.names.set(`entry ${pointer}`, name);
  converter.definitions.set(name, entry);
  return { $ref: `#/$defs/${name}` };
}

/** True for a form schema that is drawn as an editor for JSON. */
export function isEditor(schema: unknown): boolean {
  return isRecord(schema) && JSON_EDITOR in schema;
}

/**
 * Returns the name under `$defs` for the schema at a pointer, and plans its conversion if it is
 * new.
 */
export function toDefinitionName(converter: FormConverter, pointer: string): string {
  const storedName = converter.names.get(pointer);
  if (storedName !== undefined) return storedName;
  const name = `r${converter.names.size}`;
  converter.names.set(pointer, name);
  // The schema is converted later, so that a chain of references does not become a deep stack of
  // calls.
  converter.waiting.set(name, { schema: converter.resolve(pointer), pointer, depth: 0 });
  return name;
}
