// Everything named here is public; nothing else is.
export type { BlobStore } from './blobs/blob-store.ts';
export { createFileBlobStore, type FileBlobStoreOptions } from './blobs/create-file-blob-store.ts';
export { BlobMissingError } from './errors.ts';
export { TaskDamagedError, type TaskDamagedErrorOptions } from './errors.ts';
export type { ClaimRequest, Lease, NewTaskClaim, WorkRequest } from './engine/lease.ts';
export type {
  CancelOptions,
  CancelOutcome,
  Created,
  NewTask,
  PruneRequest,
  ReadOptions,
  ReleaseOptions,
  Renewed,
  Reply,
  ReplyOutcome,
  TaskEngine,
  TaskPage,
  TaskQuery,
  WaitingQuery,
  WaitingTask,
} from './engine/task-engine.ts';
export type {
  DeadLetter,
  Delivery,
  DeliverySettlement,
  PushConfig,
  PushConfigChange,
  PushStore,
  SetPushConfigOutcome,
} from './engine/push-store.ts';
export type { NewTaskEvent, TaskEvent } from './engine/task-event.ts';
export type { Invocation, TaskSnapshot } from './engine/task-snapshot.ts';
export { isInterruptedState, isTerminalState, type TaskStateName } from './engine/task-event.ts';
export { createAgentVersions, type AgentVersions } from './agent-versions.ts';
export { createMemoryEngine, type MemoryEngineOptions } from './engine/memory-engine.ts';
export { EngineClosedError } from './errors.ts';
export { EngineSchemaUnknownError } from './errors.ts';
export { EngineStorageError } from './errors.ts';
export { InvalidPageTokenError } from './errors.ts';
export { TaskCallError } from './errors.ts';
export { MemoError } from './errors.ts';
export { OutputInvalidError } from './errors.ts';
export { SkillMissingError } from './errors.ts';
export { LeaseLostError } from './errors.ts';
export { LogFullError } from './errors.ts';
export { UnavailableError } from './errors.ts';
export { isDetailedError, type DetailedError } from './errors.ts';
export { LOGGER_RULE } from './runner/runner-options.ts';
export { createHintHub, type HintHub, type HintWaitOptions } from './hint-hub.ts';
export {
  confirmAuthorization,
  type ConfirmAuthorizationOptions,
} from './protocol/confirm-authorization.ts';
export { createRequestHandler } from './protocol/create-request-handler.ts';
export type { RequestHandlerOptions } from './protocol/request-handler-options.ts';
export { createJanitor, type Janitor, type JanitorOptions } from './operator/create-janitor.ts';
export { deleteTask, type DeleteTaskOptions } from './operator/delete-task.ts';
export {
  parseRetention,
  type Retention,
  type RetentionOptions,
} from './operator/create-janitor.ts';
export { LAST_EVENT_ID_KEY, toEventId } from './protocol/event-id.ts';
export { toPrincipalScope } from './scope.ts';
export {
  createPushSender,
  type PushSender,
  type PushSenderOptions,
} from './push/create-push-sender.ts';
export { toPushSettings, type PushOptions, type PushSettings } from './push/push-options.ts';
export { checkRunnerOptions, type RunnerOptions } from './runner/runner-options.ts';
export { createRunner, type Runner } from './runner/create-runner.ts';
export { subscribe, type SubscribeOptions, type SubscriptionItem } from './subscribe.ts';
