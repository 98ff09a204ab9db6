// Everything named here is public; nothing else is.
export {
  toAgentCard,
  toLegacyAgentCard,
  type CardExtension,
  type CardInterface,
  type CardOptions,
} from './card/agent-card.ts';
export type { CardSecurity, OAuthFlows, SecurityScheme } from './card/card-security.ts';
export type { Agent, AgentDefinition, AgentProvider } from './definition/agent.ts';
export { defineAgent } from './definition/define-agent.ts';
export { defineSkill } from './definition/define-skill.ts';
export type { ParsedValue } from './definition/parse-with-library.ts';
export type { RetryPolicy, RunPolicy } from './definition/run-policy.ts';
export type { AnySkill, SkillLimits, StructuredCall, TextHandlerCall } from './definition/skill.ts';
export type { SkillAccess } from './definition/skill-access.ts';
export type { PublicForm, SkillPublication } from './definition/skill-publication.ts';
export type { AnsweredText, TextAnswer, TextAnswerChoice } from './definition/text-answer.ts';
export type { SkillOutput } from './definition/skill-output.ts';
export {
  DefinitionError,
  isPublicError,
  PublicError,
  isRejectedError,
  RejectedError,
  isRunEndedError,
  RunEndedError,
  type RunEnd,
  isTransientError,
  TransientError,
  type TransientErrorOptions,
} from './errors.ts';
export type { FileLimits, FileProblem, FileRules, JudgedFile } from './media-type/judge-files.ts';
export type { MediaType, OutputForm } from './media-type/media-type.ts';
export * from './protocol.ts';
export {
  type NoStructuredInput,
  type RequestOutcome,
  resolveRequest,
  type ResolveRequestOptions,
  type StructuredInput,
  type StructuredInputFailure,
  type StructuredInputReason,
  type TaggedPart,
} from './request/resolve-request.ts';
export type { UntaggedMatch } from './request/match-untagged.ts';
export { toDefaultAnswer } from './request/to-default-answer.ts';
export type {
  Addressee,
  ArtifactFile,
  ArtifactUpdate,
  AuthorizationRequest,
  QuestionAssignment,
  QuestionForm,
  Principal,
  TaskAnswer,
  TaskContext,
  TaskFile,
  TaskLogger,
} from './task-context.ts';
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
} from './definition/skill-types.ts';
// The parts of definitions, and the base of every error.
export {
  FormworkError,
  isFormworkError,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
  type DefinitionIssue,
  type Dialect,
} from '@formwork/schema';
