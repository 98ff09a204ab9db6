import { appendPointer, isRecord, getOwn } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { JSON_EDITOR, type EditorReason } from './form-keywords.ts';
import type { FormLimits } from './form-limits.ts';
import type { FormType } from './infer-types.ts';
import { toAnnotations } from './to-annotations.ts';

/** A place that gets an editor for JSON instead of fields. */
export interface EditorPlace {
  /** JSON pointer (RFC 6901) into the schema. */
  readonly pointer: string;
  readonly reason: EditorReason;
}

/** The tools that a schema is converted with. */
export interface FormConverter {
  readonly limits: FormLimits;
  /** Names of types, for alternatives without a title. */
  readonly typeNames: Readonly<Record<FormType, string>>;
  /** Pointer of what the schema at a pointer refers to; `undefined` if it leads nowhere. */
  readonly targets: ReadonlyMap<string, string | undefined>;
  /** True up to draft 07, where the keywords beside a `$ref` mean nothing. */
  readonly isRefAlone: boolean;
  /** Converted schemas that references lead to, by the name under `$defs`. */
  readonly definitions: Map<string, JsonSchema>;
  /** Places that references lead to and that are still to be converted, by the name under `$defs`. */
  readonly waiting: Map<string, Place>;
  /** Names under `$defs`, by pointer into the original. */
  readonly names: Map<string, string>;
  readonly editors: EditorPlace[];
  /** Reads the schema at a pointer of the original. */
  readonly resolve: (pointer: string) => unknown;
  /** Converts what is within a schema; `undefined` for `false`. */
  readonly convert: (place: Place) => JsonSchema | undefined;
}

/** A schema on its way into a form. */
export interface Place {
  readonly schema: unknown;
  readonly pointer: string;
  /** Schemas around it. */
  readonly depth: number;
  /**
   * Names of properties that are drawn anyhow: the schema only adds to them, so that nothing of it
   * needs to be drawn. `undefined` for a schema that stands for itself.
   */
  readonly base?: ReadonlySet<string>;
}

/** The member of a place under a keyword. */
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

/** An editor for JSON in the place of fields, with the help that the schema has. */
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

/** The name under `$defs` of what is at a pointer; it is converted later, if it was not before. */
export function toDefinitionName(converter: FormConverter, pointer: string): string {
  const known = converter.names.get(pointer);
  if (known !== undefined) return known;
  const name = `r${converter.names.size}`;
  converter.names.set(pointer, name);
  // Not at once: a chain of references must not become a stack of calls.
  converter.waiting.set(name, { schema: converter.resolve(pointer), pointer, depth: 0 });
  return name;
}
