// Everything named here is public; nothing else is.
export { compareSchemas, type CompareSchemasOptions } from './compatibility/compare-schemas.ts';
export type {
  ChangeKind,
  CompatibilityChange,
  CompatibilityReport,
} from './compatibility/compatibility-change.ts';
export {
  type DefinitionIssue,
  createNamedSchema,
  type NamedSchemaOptions,
  type NamedSchemaResult,
  type NamedSchema,
} from './schema/named-schema.ts';
export { FormworkError, isFormworkError, toErrorText } from './errors/formwork-error.ts';
export { createExample } from './examples/create-example.ts';
export type { UiHints, UiWidget, UiWidth } from './hints/ui-hints.ts';
export type { JsonLoss } from './json/find-json-loss.ts';
export { followReference } from './references/follow-reference.ts';
export type { PatternLocation } from './schema-check/patterns.ts';
export { indexSchema, type SchemaIndex } from './schema-check/index-schema.ts';
export type { SubschemaForm } from './references/schema-keywords.ts';
export { toFingerprint } from './schema/fingerprint.ts';
export type { InferJsonSchema, InferJsonSchemaResult } from './types/infer-json-schema.ts';
export type { Json, JsonObject, JsonSchema } from './types/json.ts';
export {
  isStandardSchema,
  type InferInput,
  type InferResult,
  type InferWireInput,
  type InferWireOutput,
  type SchemaLike,
  type SchemaMap,
  type StandardSchemaLike,
} from './types/schema-like.ts';
export {
  createValidator,
  type CreateValidatorOptions,
  type Validator,
} from './validation/create-validator.ts';
export { toDialect, type Dialect } from './references/dialect.ts';
export { checkSchema, type CheckSchemaOptions } from './schema/check-schema.ts';
export { SchemaError, type SchemaIssue } from './schema-check/schema-issue.ts';
export type { CheckOptionsOptions, OptionRule } from './options/check-options.ts';
export type { Problem } from './problems/problem.ts';
export { toModelText, toPlainText } from './problems/problem-text.ts';
export {
  toProblemDetails,
  type ProblemDetails,
  type ProblemDetailsError,
} from './problems/to-problem-details.ts';
export type { GuardOutcome } from '#guard';
export {
  createRemoteValidator,
  type RemoteValidatorOptions,
} from './vetting/create-remote-validator.ts';
export type { PatternMode, RunnableSchema } from './vetting/to-runnable-schema.ts';
export { type VetLimits, WIDE_LIMITS } from './vetting/vet-limits.ts';
export { vetSchema, type VetOutcome, type VetSchemaOptions } from './vetting/vet-schema.ts';
export {
  vetSchemaShape,
  type RefusedSchema,
  type ShapeOutcome,
  type VetShapeOptions,
  type VettedSchema,
} from './vetting/vet-schema-shape.ts';
