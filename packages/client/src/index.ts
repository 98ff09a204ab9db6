// Everything named here is public; nothing else is.
// What the types below are made of, so that no other package has to be named for it.
export type { Json, JsonObject, JsonSchema, Problem, SchemaIssue, VetLimits } from '@formwork/core';
export { connect } from './connect.ts';
export type { ConnectOptions } from './connect-options.ts';
export { createCardCache, type CachedCard, type CardCache } from './discovery/card-cache.ts';
export type { RemoteSchema } from './discovery/remote-schema.ts';
export { AbortedError } from './errors/aborted-error.ts';
export { ConnectError } from './errors/connect-error.ts';
export { DeadlineError } from './errors/deadline-error.ts';
export { InvalidInputError } from './errors/invalid-input-error.ts';
export { InvalidOutputError } from './errors/invalid-output-error.ts';
export { QuestionError } from './errors/question-error.ts';
export { RequestError } from './errors/request-error.ts';
export { SkillError } from './errors/skill-error.ts';
export { TaskError } from './errors/task-error.ts';
export type { OutgoingFile } from './parts/outgoing-file.ts';
export type { ReceivedFile } from './parts/read-parts.ts';
export type { RemoteAgent } from './remote-agent.ts';
export type { CallOptions, RemoteSkill, SendOptions } from './remote-skill.ts';
export type { RemoteTask } from './remote-task.ts';
export type {
  AgentDescription,
  DescribedCredential,
  DescribedExample,
  DescribedSchema,
  DescribedSkill,
} from './source/agent-description.ts';
export type {
  AgentSource,
  SourceMessage,
  SourceOptions,
  SourceTask,
} from './source/agent-source.ts';
export {
  createExchangeRecorder,
  type ExchangeRecorder,
  type ExchangeRecorderOptions,
  type RecordedCall,
} from './source/exchange-recorder.ts';
export { toAgentSource, type AgentSourceOptions } from './source/to-agent-source.ts';
export type { ExchangeEvent, SourceFile, SourceQuestion, TaskEvent } from './source/task-event.ts';
export type {
  ArtifactEvent,
  AuthEvent,
  CallEvent,
  ProgressEvent,
  WorkingEvent,
  QuestionEvent,
  ResultEvent,
} from './task/call-event.ts';
export type {
  AskingOutcome,
  AuthOutcome,
  CompletedOutcome,
  EndedOutcome,
  Outcome,
} from './task/outcome.ts';
export type { FormQuestion, Question, TextQuestion } from './task/question.ts';
export type {
  AnswerOptions,
  AuthorizationRequest,
  HandlerCall,
  QuestionCall,
  WaitOptions,
} from './task/wait-options.ts';
export type { HeaderMap, HeadersHook, HeaderSource } from './transport/headers.ts';
export type { RetryOptions } from './transport/retry.ts';
export type { TransportName } from './transport/select-transport.ts';
export type {
  AgentTypes,
  AgentTypesSource,
  AnySkillTypes,
  CallData,
  CallInput,
  SkillTypes,
  ToAgentTypes,
} from './types/agent-types.ts';
