// For packages of this workspace only: what is here may change with any version.
export { createAgentVersions } from './agent-versions.ts';
export { fromProtocolState, TASK_STATES } from './engine/task-event.ts';
export { isDetailedError } from './errors.ts';
export { createHintHub, type HintHub } from './engine/hints.ts';
export { parseRetention } from './operator/forget-tasks.ts';
export { createRequestHandler } from './protocol/create-request-handler.ts';
export { AccessError, type KnownUser } from './protocol/permission.ts';
export { LAST_EVENT_ID_KEY, findEventId } from './protocol/event-id.ts';
export { createPushSender } from './push/create-push-sender.ts';
export { parsePushOptions } from './push/push-options.ts';
export { createRunner } from './runner/create-runner.ts';
export { checkRunnerOptions, LOGGER_RULE } from './runner/runner-options.ts';
export { adaptLogger, createConsoleLogger } from './logger.ts';
export { toPrincipalScope } from './scope.ts';
export { preparePrivateFile } from './private-file.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export { subscribe, type SubscriptionItem } from './subscribe.ts';
