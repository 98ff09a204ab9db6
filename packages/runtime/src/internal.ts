export { bindMethods } from './bound-methods.ts';
// These exports are for packages of this workspace only, and may change with any version.
export { createAgentVersions, type AgentVersion } from './agent-versions.ts';
export { checkBlobId } from './blobs/blob-store.ts';
export { fromProtocolState, TASK_STATES } from './engine/task-event.ts';
export { isDetailedError } from './errors.ts';
export { TaskWatcher } from './engine/task-watcher.ts';
export { answerFor, findQuestion, type AskedQuestion } from './operator/answer-for.ts';
export {
  cancelTask,
  findTaskSummary,
  removeTask,
  retryTask,
  type ChangeRefusal,
  type TaskChange,
} from './operator/change-task.ts';
export {
  hideQuery,
  listLetters,
  reviveLetters,
  type LetterFilter,
} from './operator/dead-letters.ts';
export { readContents, type TaskContents } from './operator/task-contents.ts';
export {
  listReceivers,
  toEventShape,
  toPartShape,
  type AnsweredFor,
  type EventShape,
  type PartShape,
  type Receiver,
} from './operator/task-shape.ts';
export { readLog } from './engine/log-pages.ts';
export { MAX_QUEUED } from './engine/queued-task.ts';
export { parseRetention } from './operator/task-sweeper.ts';
export { findInstallCommand } from './install-command.ts';
export { type LinkedEntry, LinkedList } from './linked-list.ts';
export { readQuestion, type FollowUpForm } from './messages/follow-up-form.ts';
export { hideInData, listInputSecrets } from './messages/input-secrets.ts';
export { createRequestHandler } from './protocol/create-request-handler.ts';
export { answerTask } from './protocol/answer-task.ts';
export { AccessError, type KnownUser } from './protocol/permission.ts';
export { LAST_EVENT_ID_KEY, findEventId, findGeneration } from './protocol/event-id.ts';
export { keepRequestedGeneration, listNotedGenerations } from './protocol/generation.ts';
export { listAddresses } from './messages/assignment.ts';
export { settle } from './questions/claimed-question.ts';
export { createInbox, type Inbox, type InboxPage } from './questions/inbox.ts';
export type { InboxAnswer } from './questions/inbox-answer.ts';
export {
  type InboxPerson,
  type InboxQuestion,
  QuestionError,
  type QuestionRefusal,
} from './questions/open-question.ts';
export { createQuestionReminders, type QuestionReminders } from './questions/question-reminders.ts';
export type { QuestionNotice } from './questions/question-notices.ts';
export { RequestSender, findRefusedAddress } from './push/request-sender.ts';
export { signNotification } from './push/notification.ts';
export { describeRefusedFile, isLocked } from './file-refusal.ts';
export { createPushSender } from './push/create-push-sender.ts';
export { parsePushOptions } from './push/push-options.ts';
export { createRunner } from './runner/create-runner.ts';
export { checkRunnerOptions } from './runner/runner-options.ts';
export { createTaskQuota, TASK_LIMITS, type TaskQuota } from './protocol/task-quota.ts';
export {
  fromScope,
  toMessageScope,
  toPrincipalScope,
  toSessionScope,
  toVisitorScope,
  type VisitorUser,
} from './scope.ts';
export { observeEngine, reportTasks } from './telemetry/observe-engine.ts';
export { openSqlite } from './sqlite/open-sqlite.ts';
export type { SqliteDatabase } from './sqlite/sqlite-database.ts';
export { isSqliteError } from './sqlite/sqlite-error.ts';
export { preparePrivateFile } from './private-file.ts';
export {
  checkDeletion,
  checkRecord,
  parseConditions,
  parseRecordQuery,
  type RecordRange,
} from './records/shared-records.ts';
export { createIdempotencyKey, hashKey } from './idempotency-key.ts';
export { findQueueLog, toStorageText } from './service-log.ts';
export { subscribe, type SubscriptionItem } from './subscribe.ts';
export { findAddressees } from './engine/question-store.ts';
export { ChangeEmitter, WORK_NOTICE } from './engine/change-emitter.ts';
export { createBlankSnapshot, foldEvents } from './engine/fold-events.ts';
export { createPageToken, type PagePosition, parsePageToken } from './engine/page-token.ts';
export { hasWords, parseTextSearch, searchPage, type SearchedRow } from './engine/text-search.ts';
export type { RowWord } from './engine/text-folding.ts';
export { SUSPECT_ATTEMPTS } from './engine/lease.ts';
export {
  checkNewEvents,
  checkPageSize,
  checkReplyEvents,
  isInterruption,
  isLeaseEnd,
  isProgress,
  isWorkLeft,
  parsePruneRequest,
  parseTime,
  type Pruning,
} from './engine/requests.ts';
export { EarlyStarts, createFirstLease } from './engine/stored/early-starts.ts';
export { withWholeValues } from './engine/whole-values.ts';
export { digestTask } from './engine/task-archive.ts';
export { fitPage, measureBytes } from './engine/stored-bytes.ts';
export {
  decodeEvent,
  encodeEvent,
  type EncodedEvent,
  encodeLateMemo,
  MEMO_START,
} from './engine/stored/event-codec.ts';
export { LongTexts, type BlobTable, type ReservedBlob } from './engine/stored/long-texts.ts';
export { decodeOrigin, encodeOrigin } from './engine/stored/packing.ts';
export {
  createEventTails,
  SnapshotCache,
  type CachedSnapshot,
} from './engine/stored/snapshot-cache.ts';
export { fromBlobReference, fromStoredText, toStoredText } from './engine/stored/stored-text.ts';
export { toOptionalTime, toTimestamp } from './engine/requests.ts';
export { isRestState } from './engine/requests.ts';
export { createTextPart } from './messages/agent-message.ts';
export { createFieldError } from './protocol/push-config.ts';
export { toMessageText } from '@formwork/core/internal';
