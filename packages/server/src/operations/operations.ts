import {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  Message,
  SendMessageRequest,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { checkHistoryLength, checkListMessage, checkSentMessage } from './check-messages.ts';
import {
  checkListParams,
  checkPlainParams,
  checkSendParams,
  checkTaskParams,
} from './check-params.ts';
import type {
  HandlerFunction,
  LegacyMethod,
  Operation,
  OperationName,
  StreamOperation,
  UnaryOperation,
} from './operation.ts';
import { encodeTaskList, toHistoryParams, toListParams } from './task-list.ts';
import {
  toLegacyConfigParams,
  toLegacySendParams,
  toLegacyTaskParams,
} from './to-legacy-params.ts';

/** The row of an operation that a function of the request handler does. */
type RowOf<Name extends HandlerFunction> = { readonly handles: Name } & (ReturnType<
  A2ARequestHandler[Name]
> extends Promise<infer Result>
  ? UnaryOperation<Parameters<A2ARequestHandler[Name]>[0], Result>
  : StreamOperation<Parameters<A2ARequestHandler[Name]>[0]>);

type Row = { readonly [Name in HandlerFunction]: RowOf<Name> }[HandlerFunction];

const TASK = '/tasks/(?<id>[^/:]+)';

const CONFIGS = '/tasks/(?<taskId>[^/:]+)/pushNotificationConfigs';

const CONFIG = `${CONFIGS}/(?<id>[^/]+)`;

/**
 * The operations of A2A, one row for each: what every binding of JSON-RPC, REST, gRPC and A2A 0.3
 * knows of it. Codecs are those of the SDK. Its transports would turn errors into texts and wrap each
 * event in an object of its own, so that neither the details of an error nor the text of an event
 * that many readers get could be found again.
 */
const ROWS: Readonly<Record<OperationName, Row>> = {
  SendMessage: {
    kind: 'unary',
    handles: 'sendMessage',
    legacy: { name: 'message/send', rpc: 'SendMessage', toParams: toLegacySendParams },
    route: { methods: ['POST'], path: '/message:send', read: ({ body }) => body },
    request: SendMessageRequest,
    check: checkSendParams,
    checkMessage: checkSentMessage,
    encode: (value) =>
      'messageId' in value ? { message: Message.toJSON(value) } : { task: Task.toJSON(value) },
    toMessage: (value) => ({
      payload: { $case: 'messageId' in value ? 'message' : 'task', value },
    }),
  },
  SendStreamingMessage: {
    kind: 'stream',
    handles: 'sendMessageStream',
    legacy: { name: 'message/stream', rpc: 'SendStreamingMessage', toParams: toLegacySendParams },
    route: { methods: ['POST'], path: '/message:stream', read: ({ body }) => body },
    request: SendMessageRequest,
    check: checkSendParams,
    checkMessage: checkSentMessage,
  },
  GetTask: {
    kind: 'unary',
    handles: 'getTask',
    legacy: { name: 'tasks/get', rpc: 'GetTask', toParams: toLegacyTaskParams },
    route: { methods: ['GET'], path: TASK, read: ({ query }) => toHistoryParams(query) },
    request: GetTaskRequest,
    check: checkTaskParams,
    checkMessage: checkHistoryLength,
    encode: (result) => Task.toJSON(result),
  },
  ListTasks: {
    kind: 'unary',
    handles: 'listTasks',
    route: { methods: ['GET'], path: '/tasks', read: ({ query }) => toListParams(query) },
    request: ListTasksRequest,
    check: checkListParams,
    checkMessage: checkListMessage,
    encode: encodeTaskList,
  },
  CancelTask: {
    kind: 'unary',
    handles: 'cancelTask',
    legacy: { name: 'tasks/cancel', rpc: 'CancelTask', toParams: toLegacyTaskParams },
    route: { methods: ['POST'], path: `${TASK}:cancel`, read: () => ({ metadata: {} }) },
    request: CancelTaskRequest,
    check: checkTaskParams,
    encode: (result) => Task.toJSON(result),
  },
  SubscribeToTask: {
    kind: 'stream',
    handles: 'resubscribe',
    legacy: { name: 'tasks/resubscribe', rpc: 'TaskSubscription', toParams: toLegacyTaskParams },
    route: { methods: ['GET', 'POST'], path: `${TASK}:subscribe` },
    request: SubscribeToTaskRequest,
    check: checkTaskParams,
  },
  CreateTaskPushNotificationConfig: {
    kind: 'unary',
    handles: 'createTaskPushNotificationConfig',
    legacy: {
      name: 'tasks/pushNotificationConfig/set',
      rpc: 'CreateTaskPushNotificationConfig',
      toParams: toLegacyConfigParams,
    },
    route: { methods: ['POST'], path: CONFIGS, read: ({ body }) => body },
    request: TaskPushNotificationConfig,
    check: checkPlainParams,
    encode: (result) => TaskPushNotificationConfig.toJSON(result),
  },
  GetTaskPushNotificationConfig: {
    kind: 'unary',
    handles: 'getTaskPushNotificationConfig',
    legacy: {
      name: 'tasks/pushNotificationConfig/get',
      rpc: 'GetTaskPushNotificationConfig',
      toParams: toLegacyTaskParams,
    },
    route: { methods: ['GET'], path: CONFIG },
    request: GetTaskPushNotificationConfigRequest,
    check: checkPlainParams,
    encode: (result) => TaskPushNotificationConfig.toJSON(result),
  },
  ListTaskPushNotificationConfigs: {
    kind: 'unary',
    handles: 'listTaskPushNotificationConfigs',
    legacy: {
      name: 'tasks/pushNotificationConfig/list',
      rpc: 'ListTaskPushNotificationConfig',
      toParams: toLegacyTaskParams,
    },
    route: { methods: ['GET'], path: CONFIGS },
    request: ListTaskPushNotificationConfigsRequest,
    check: checkPlainParams,
    encode: (result) => ListTaskPushNotificationConfigsResponse.toJSON(result),
  },
  DeleteTaskPushNotificationConfig: {
    kind: 'unary',
    handles: 'deleteTaskPushNotificationConfig',
    legacy: {
      name: 'tasks/pushNotificationConfig/delete',
      rpc: 'DeleteTaskPushNotificationConfig',
      toParams: toLegacyTaskParams,
    },
    route: { methods: ['DELETE'], path: CONFIG },
    request: DeleteTaskPushNotificationConfigRequest,
    check: checkPlainParams,
    encode: () => null,
    toMessage: () => ({}),
  },
  GetExtendedAgentCard: {
    kind: 'unary',
    handles: 'getAuthenticatedExtendedAgentCard',
    legacy: {
      name: 'agent/getAuthenticatedExtendedCard',
      rpc: 'GetAgentCard',
      toParams: (params) => params,
    },
    route: { methods: ['GET'], path: '/extendedAgentCard' },
    request: GetExtendedAgentCardRequest,
    check: checkPlainParams,
    encode: (result) => AgentCard.toJSON(result),
  },
};

/** The operations of A2A 1.0, in the order in which refusals list their names. */
export const OPERATIONS: readonly Operation[] = (
  Object.entries(ROWS) as [OperationName, UnaryOperation | StreamOperation][]
).map(([name, row]) => ({ ...row, name }));

const BY_NAME: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.name, operation]),
);

const BY_LEGACY_NAME: ReadonlyMap<string, LegacyMethod> = new Map(
  OPERATIONS.flatMap(({ legacy }) => (legacy === undefined ? [] : [[legacy.name, legacy]])),
);

/** Finds an operation by its name of A2A 1.0; returns `undefined` for other names. */
export function findOperation(name: string): Operation | undefined {
  return BY_NAME.get(name);
}

/** Finds a method of A2A 0.3; returns `undefined` for other names. */
export function findLegacyMethod(name: string): LegacyMethod | undefined {
  return BY_LEGACY_NAME.get(name);
}
