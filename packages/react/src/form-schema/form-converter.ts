import { appendPointer, isRecord, getOwn } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { JSON_EDITOR, type EditorReason } from './form-keywords.ts';
import type { FormLimits } from './form-limits.ts';
import type { FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

/** A place of a form that shows an editor for JSON because no fields can be drawn for it. */
export interface EditorPlace {
  /** JSON pointer (RFC 6901) to the schema of the place. */
  readonly pointer: string;
  readonly reason: EditorReason;
}

/** The state of the conversion of one schema into a form schema. */
export interface FormConverter {
  readonly limits: FormLimits;
  /** The names of types in the form's language, for alternatives without a title. */
  readonly typeNames: Readonly<Record<FormType, string>>;
  /**
   * The pointer that each `$ref` leads to, by the pointer of the schema that holds it; `undefined`
   * if it leads nowhere.
   */
  readonly targets: ReadonlyMap<string, string | undefined>;
  /** True for drafts up to 07, in which the keywords beside a `$ref` are ignored. */
  readonly isRefAlone: boolean;
  /** The converted schemas that references lead to, by their name under `$defs`. */
  readonly definitions: Map<string, JsonSchema>;
  /**
   * The schemas that references lead to and that are still to be converted, by their name under
   * `$defs`.
   */
  readonly waiting: Map<string, Place>;
  /** The names of definitions under `$defs`, by their pointer into the original schema. */
  readonly names: Map<string, string>;
  readonly editors: EditorPlace[];
  /** Returns the schema at a pointer into the original. */
  readonly resolve: (pointer: string) => unknown;
  /**
   * Converts a schema within the one that is being converted; `undefined` for the schema `false`.
   */
  readonly convert: (place: Place) => JsonSchema | undefined;
}

/** A schema that is to be converted, with its pointer and surroundings. */
export interface Place {
  readonly schema: unknown;
  readonly pointer: string;
  /** The number of schemas around this one. */
  readonly depth: number;
  /**
   * The properties that another schema draws already, to which this one only adds; so it need not
   * draw anything itself. `undefined` for a schema that stands alone.
   */
  readonly base?: ReadonlySet<string>;
}

/** The place of a schema that stands under a keyword of another one. */
export function toInner(
  { schema, pointer, depth }: Place,
  path: readonly (string | number)[],
): Place {
  let inner: unknown = schema;
  let at = pointer;
  for (const segment of path) {
    inner = getOwn(inner, segment);
    at = appendPointer(at, segment);
  }
  return { schema: inner, pointer: at, depth: depth + 1 };
}

/**
 * A form schema that draws an editor for JSON, with the title and description of the schema that it
 * replaces.
 */
export function toEditor(
  converter: FormConverter,
  { schema, pointer }: Place,
  reason: EditorReason,
): JsonSchema {
  converter.editors.push({ pointer, reason });
  return { ...(isRecord(schema) ? toAnnotations(schema) : {}), [JSON_EDITOR]: reason };
}

/** True for a form schema that is an editor for JSON. */
export function isEditor(schema: unknown): boolean {
  return isRecord(schema) && JSON_EDITOR in schema;
}

/**
 * The name under `$defs` for the schema at a pointer, which is converted later unless it has been.
 */
export function toDefinitionName(converter: FormConverter, pointer: string): string {
  const known = converter.names.get(pointer);
  if (known !== undefined) return known;
  const name = `r${converter.names.size}`;
  converter.names.set(pointer, name);
  // Converted later, so that a chain of references does not become a deep stack of calls.
  converter.waiting.set(name, { schema: converter.resolve(pointer), pointer, depth: 0 });
  return name;
}
