// Everything named here is public; nothing else is.
export type { SourceFile } from '@formwork/client';
export type { Json, JsonSchema, Problem, SchemaIssue } from '@formwork/schema';
export type { ConversationActions, ConversationOptions } from './agent/create-conversation.ts';
export type { ConversationState } from './agent/conversation-tasks.ts';
export { createEntry, reduceEntry, restoreEntry, type EntryAction } from './agent/reduce-entry.ts';
export {
  toStoredEntry,
  type EndedEvent,
  type EntryState,
  type FailureEvent,
  type ResultEvent,
  type StoredEntry,
  type ThreadArtifact,
  type ThreadEntry,
  type ThreadMessage,
  type ThreadTurn,
} from './agent/thread-entry.ts';
export { createConversation, type Conversation } from './agent/create-conversation.ts';
export { useAgent, type AgentHandle } from './agent/use-agent.ts';
export { createGatewaySource } from './agent/create-gateway-source.ts';
export type { GatewaySourceOptions } from './agent/gateway-requests.ts';
export { GatewayError, type GatewayErrorData } from './agent/gateway-error.ts';
export type { FormExample } from './form/example-chips.tsx';
export { parseJson, type ParsedJson } from './text/parse-json.ts';
export { SkillForm } from './form/skill-form.tsx';
export { type SkillFormProps } from './form/drawn-form.tsx';
export type { FieldCount } from './form-schema/count-fields.ts';
export type { EditorLocation } from './form-schema/form-converter.ts';
export type { EditorReason } from './form-schema/form-keywords.ts';
export type { FormLimits } from './form-schema/form-limits.ts';
export type { FormType } from './form-schema/infer-types.ts';
export { humanizeName } from './form-schema/humanize-name.ts';
export {
  toFormSchema,
  type FormSchemaOptions,
  type FormSchemaOutcome,
} from './form-schema/to-form-schema.ts';
export { ARABIC } from './messages/arabic.ts';
export { ENGLISH } from './messages/english.ts';
export { GERMAN } from './messages/german.ts';
export type { FileRefusal, Messages } from './messages/messages.ts';
export type { ResultMessages } from './messages/result/result-messages.ts';
export { SPANISH } from './messages/spanish.ts';
export type { ResultValue } from './result/result-value.ts';
export type { ResultRenderer } from './result/renderer.ts';
export { ResultView, type ResultViewProps } from './result/result-view.tsx';
export type {
  FailureAdvice,
  OthersMessages,
  TaskMessages,
  TaskStateName,
} from './messages/task/task-messages.ts';
export { TaskView, type TaskViewProps } from './task/task-view.tsx';
export { readNumber, type ParsedNumber, type ReadNumberOptions } from './text/read-number.ts';
export { toVisibleText } from './text/visible-text.ts';
export { fromLocalClock, fromLocalTime } from './text/local-time.ts';
export { isSensitive } from './theme/is-sensitive.ts';
export { loadValidation } from './validation/load-validation.ts';
