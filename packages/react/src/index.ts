// Everything named here is public; nothing else is.
export type { JsonSchema, SchemaIssue } from '@formwork/core';
export type { FieldCount } from './form-schema/count-fields.ts';
export type { EditorPlace } from './form-schema/form-converter.ts';
export type { EditorReason } from './form-schema/form-keywords.ts';
export type { FormLimits } from './form-schema/form-limits.ts';
export type { FormType } from './form-schema/infer-types.ts';
export {
  toFormSchema,
  type FormSchemaOptions,
  type FormSchemaOutcome,
} from './form-schema/to-form-schema.ts';
