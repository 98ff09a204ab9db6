// Everything named here is public; nothing else is.
// The public types below refer to these types, so that callers need not import another package.
export type {
  Json,
  JsonObject,
  JsonSchema,
  Problem,
  SchemaIssue,
  VetLimits,
} from '@formwork/schema';
export type { CallOptions, SendOptions } from './call-options.ts';
export type { ConnectOptions } from './connect-options.ts';
export { connect } from './connect.ts';
export { createCardCache, type CachedCard, type CardCache } from './discovery/fetch-card.ts';
export {
  AbortedError,
  ConnectError,
  DeadlineError,
  InvalidInputError,
  InvalidOutputError,
  QuestionError,
  RequestError,
  SkillError,
  TaskError,
} from './errors.ts';
export type {
  AnswerOptions,
  ArtifactEvent,
  AskingOutcome,
  Assignment,
  AuthEvent,
  AuthorizationRequest,
  AuthOutcome,
  CallEvent,
  CompletedOutcome,
  EndedOutcome,
  FormQuestion,
  HandlerCall,
  QuestionCall,
  Outcome,
  OutgoingFile,
  ProgressEvent,
  Question,
  QuestionEvent,
  ReceivedFile,
  ResultEvent,
  TextQuestion,
  WaitOptions,
  WorkingEvent,
} from './outcome.ts';
export type { RemoteAgent } from './remote-agent.ts';
export type { RemoteSkill } from './remote-skill.ts';
export type { RemoteTask } from './remote-task.ts';
export type { RemoteSchema } from './schemas/remote-schema.ts';
export type {
  AgentDescription,
  DescribedCredential,
  DescribedExample,
  DescribedSchema,
  DescribedSkill,
} from './source/agent-description.ts';
export type {
  AgentSource,
  ExchangeEvent,
  SourceFile,
  SourceMessage,
  SourceOptions,
  SourceQuestion,
  SourceTask,
  SourceEvent,
} from './source/agent-source.ts';
export {
  createExchangeRecorder,
  type ExchangeRecorder,
  type ExchangeRecorderOptions,
  type RecordedCall,
} from './source/exchange-recorder.ts';
export { toAgentSource, type AgentSourceOptions } from './source/to-agent-source.ts';
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
