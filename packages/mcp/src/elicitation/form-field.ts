import type { Json } from '@formwork/schema';

/** A field of a form, as MCP allows them: text, number, yes or no, a choice, several choices. */
export type FieldSchema = { readonly [keyword: string]: Json };

/** Where the value of a field goes. */
export interface FormField {
  /** Name of the field in the form. */
  readonly key: string;
  /** Names that lead to its place in the answer; none for the answer itself. */
  readonly path: readonly string[];
  readonly schema: FieldSchema;
  /** `json`: the text of the field is JSON. */
  readonly kind: 'raw' | 'json';
  readonly required: boolean;
  /** True if `null` is the answer when the field is left empty. */
  readonly orNull: boolean;
}

/** A value that is not asked for. */
export interface FixedValue {
  readonly path: readonly string[];
  readonly value: Json;
  /** True if it is there even if nothing else of the object that it is in is. */
  readonly always: boolean;
}

/** A schema as a form of MCP. */
export interface FlatForm {
  readonly fields: readonly FormField[];
  readonly fixed: readonly FixedValue[];
  /** What the host shows. */
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: { readonly [key: string]: FieldSchema };
    readonly required?: readonly string[];
  };
}
