// Everything named here is public; nothing else is.
export { toAgentCard } from './card/to-agent-card.ts';
export { toLegacyAgentCard } from './card/to-legacy-agent-card.ts';
export type { CardInterface, CardOptions } from './card/card-options.ts';
export type { CardSecurity, SecurityScheme } from './card/card-security.ts';
export {
  compareAgentCards,
  type CompareAgentCardsOptions,
} from './compatibility/compare-agent-cards.ts';
export { compareSchemas, type CompareSchemasOptions } from './compatibility/compare-schemas.ts';
export type {
  ChangeKind,
  CompatibilityChange,
  CompatibilityReport,
} from './compatibility/compatibility-change.ts';
export type { Agent, AgentDefinition, AgentProvider } from './definition/agent.ts';
export { defineAgent } from './definition/define-agent.ts';
export { defineSkill } from './definition/define-skill.ts';
export type { DefinitionIssue } from './definition/definition-issue.ts';
export { parseWithLibrary, type Parsed } from './definition/parse-with-library.ts';
export type { RetryPolicy, RunPolicy } from './definition/run-policy.ts';
export type { AnySkill, SkillLimits, StructuredCall, TextHandlerCall } from './definition/skill.ts';
export { toSkillOutput, type SkillOutput } from './definition/skill-output.ts';
export { DefinitionError } from './errors/definition-error.ts';
export { FormworkError, isFormworkError } from './errors/formwork-error.ts';
export { toErrorText } from './errors/to-error-text.ts';
export { isPublicError, PublicError } from './errors/public-error.ts';
export { isRejectedError, RejectedError } from './errors/rejected-error.ts';
export { isRunEndedError, RunEndedError, type RunEnd } from './errors/run-ended-error.ts';
export {
  isTransientError,
  TransientError,
  type TransientErrorOptions,
} from './errors/transient-error.ts';
export { createExample } from './examples/create-example.ts';
export { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from './extension.ts';
export { isRecord } from './is-record.ts';
export { isExactNumber } from './json-text/exact-number.ts';
export { findJsonLoss, type JsonLoss } from './json/find-json-loss.ts';
export { acceptsMediaType, listFileTypes } from './media-type/accepts-media-type.ts';
export {
  judgeFiles,
  readFileLimits,
  toFileRules,
  type FileLimits,
  type FileProblem,
  type FileRules,
  type JudgedFile,
} from './media-type/judge-files.ts';
export { parseMediaType, type MediaType } from './media-type/media-type.ts';
export { toOutputForm, type OutputForm } from './media-type/output-modes.ts';
export { fromSchemaMode, toSchemaMode } from './media-type/schema-mode.ts';
export { appendPointer, parsePointer, resolvePointer } from './problems/json-pointer.ts';
export { findTaggedPart, type TaggedPart } from './request/find-tagged-part.ts';
export { matchUntagged, toMessageText, type UntaggedMatch } from './request/match-untagged.ts';
export type {
  NoStructuredInput,
  RequestOutcome,
  StructuredInput,
  StructuredInputFailure,
  StructuredInputReason,
} from './request/request-outcome.ts';
export { resolveRequest, type ResolveRequestOptions } from './request/resolve-request.ts';
export { toDefaultAnswer } from './request/to-default-answer.ts';
export { followReference } from './references/follow-reference.ts';
export type { PatternPlace } from './schema-check/list-patterns.ts';
export { indexSchema, type SchemaIndex } from './schema-check/index-schema.ts';
export { SUBSCHEMA_PLACES, type SubschemaPlace } from './schema-check/schema-keywords.ts';
export { toFingerprint } from './schema/fingerprint.ts';
export {
  createNamedSchema,
  type NamedSchemaOptions,
  type NamedSchemaResult,
} from './schema/create-named-schema.ts';
export type { NamedSchema } from './schema/named-schema.ts';
export { toFoldedWords } from './secrets/to-folded-words.ts';
export { isSecretField, isSecretQuestion } from './secrets/is-secret.ts';
export type {
  ArtifactFile,
  ArtifactUpdate,
  AuthorizationRequest,
  FormQuestion,
  Principal,
  TaskAnswer,
  TaskContext,
  TaskFile,
  TaskLogger,
} from './task-context.ts';
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
export type {
  FilesDefinition,
  MaybePromise,
  RunCall,
  RunHandler,
  Skill,
  SkillCall,
  SkillDefinition,
  SkillDescription,
  SkillExample,
  SkillInput,
  SkillResult,
  StructuredHandlers,
  TextCall,
  TextHandler,
  TextOnlyHandlers,
} from './types/skill-types.ts';
export {
  createValidator,
  type CreateValidatorOptions,
  type Validator,
} from './validation/create-validator.ts';
export { toDialect, type Dialect } from './validation/dialect.ts';
export { checkSchema, type CheckSchemaOptions } from './schema-check/check-schema.ts';
export { SchemaError } from './schema-check/schema-error.ts';
export type { SchemaIssue } from './schema-check/schema-issue.ts';
export { checkOptions, type CheckOptionsOptions } from './options/check-options.ts';
export {
  BOOLEAN_RULE,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from './options/option-rule.ts';
export { didYouMean } from './problems/did-you-mean.ts';
export { fromStandardIssues } from './problems/from-standard-issues.ts';
export type { Problem } from './problems/problem.ts';
export { toModelText } from './problems/to-model-text.ts';
export { toPlainText } from './problems/to-plain-text.ts';
export {
  toProblemDetails,
  type ProblemDetails,
  type ProblemDetailsError,
} from './problems/to-problem-details.ts';
export { runGuarded, type GuardOutcome } from '#guard';
export { isTooDeep } from './validation/is-too-deep.ts';
export {
  createRemoteValidator,
  type RemoteValidatorOptions,
} from './vetting/create-remote-validator.ts';
export type { PatternMode, RunnableSchema } from './vetting/to-runnable-schema.ts';
export type { VetLimits } from './vetting/vet-limits.ts';
export { vetSchema, type VetOutcome, type VetSchemaOptions } from './vetting/vet-schema.ts';
export {
  vetSchemaShape,
  type RefusedSchema,
  type ShapeOutcome,
  type VetShapeOptions,
  type VettedSchema,
} from './vetting/vet-schema-shape.ts';
