// Only the names that are exported here are public.
export {
  type BlobStore,
  createFileBlobStore,
  type FileBlobStoreOptions,
} from './blobs/blob-store.ts';
export type {
  ConsumeOptions,
  Dispatcher,
  DispatchJob,
  RepeatedWork,
  Scheduler,
} from './dispatch/dispatcher.ts';
export type { StorageChecks } from './engine/storage-checks.ts';
export type { ClaimRequest, LateMemos, Lease, NewTaskClaim, WorkRequest } from './engine/lease.ts';
export { createMemoryEngine, type MemoryEngineOptions } from './engine/memory-engine.ts';
export type { IdempotencyKey } from './idempotency-key.ts';
export type { Scope } from './scope.ts';
export type {
  DeadLetter,
  Delivery,
  DeliveryReport,
  PushConfig,
  PushConfigChange,
  PushStore,
  SetPushConfigOutcome,
} from './engine/push-store.ts';
export type { QueuedTask, TaskQueue } from './engine/queued-task.ts';
export type {
  DueQuestion,
  OpenQuestion,
  QuestionPosition,
  QuestionQuery,
  QuestionStore,
} from './engine/question-store.ts';
export type {
  ArchivedPush,
  ArchivedTask,
  ArchiveEntry,
  TaskArchive,
} from './engine/task-archive.ts';
export type {
  AllTasksPage,
  AllTasksQuery,
  CancelOptions,
  CancelOutcome,
  CreateResult,
  NewTask,
  PruneRequest,
  ReadOptions,
  ReleaseOptions,
  RenewResult,
  Reply,
  ReplyOutcome,
  StateCounts,
  TaskEngine,
  TaskOrder,
  TaskPage,
  TaskQuery,
  TaskSummary,
  WaitingQuery,
  WaitingTask,
} from './engine/task-engine.ts';
export {
  isInterruptedState,
  isTerminalState,
  type NewTaskEvent,
  type TaskEvent,
  type TaskStateName,
} from './engine/task-event.ts';
export type { TaskLimits } from './protocol/task-quota.ts';
export type { Invocation, TaskSnapshot } from './engine/task-snapshot.ts';
export {
  BlobMissingError,
  EngineClosedError,
  EngineSchemaUnknownError,
  EngineStorageError,
  InvalidPageTokenError,
  LeaseLostError,
  LogFullError,
  MemoError,
  OutputInvalidError,
  QuotaError,
  SkillMissingError,
  TaskCallError,
  TaskDamagedError,
  UnavailableError,
  type TaskDamagedErrorOptions,
} from './errors.ts';
export {
  createTaskSweeper,
  deleteTask,
  type DeleteTaskOptions,
  type TaskSweeper,
  type TaskSweeperOptions,
  type Retention,
  type RetentionOptions,
} from './operator/task-sweeper.ts';
export { confirmAuthorization, type ConfirmAuthorizationOptions } from './protocol/answer-task.ts';
export type { PushOptions } from './push/push-options.ts';
export { createMemoryRecords, type MemoryRecordsOptions } from './records/memory-records.ts';
export type {
  AddedRecord,
  DeleteCondition,
  KeptRecord,
  ListedRecord,
  RecordQuery,
  RecordQuota,
  SetConditions,
  SharedRecord,
  SharedRecords,
} from './records/shared-records.ts';
export type { RunnerOptions } from './runner/runner-options.ts';
