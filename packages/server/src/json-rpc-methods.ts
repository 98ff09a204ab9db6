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
  ListTasksResponse,
  Message,
  SendMessageRequest,
  SubscribeToTaskRequest,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { getOwn } from '@formwork/schema/json';
import type { MethodName } from './method-names.ts';
import { type Fields, isFields } from './request-shape.ts';
import type { EventStream } from './wrap-handler.ts';

/** The request handler that answers a JSON-RPC call, and the context of the call. */
interface CallTarget {
  readonly handler: A2ARequestHandler;
  readonly context: ServerCallContext;
}

/** A JSON-RPC method with a single answer. */
interface UnaryMethod {
  readonly kind: 'unary';
  /** Decodes the params of a request, and resolves with its `result` as ProtoJSON. */
  readonly answer: (params: Fields, target: CallTarget) => Promise<unknown>;
}

/** A JSON-RPC method that answers with a stream of events. */
interface StreamMethod {
  readonly kind: 'stream';
  /** Decodes the params of a request, and opens the stream of its events. */
  readonly open: (params: Fields, target: CallTarget) => EventStream;
}

/** The part of the SDK's codecs that decodes a message of ProtoJSON. */
interface Decoder<Value> {
  fromJSON(object: Fields): Value;
}

/**
 * The methods of A2A 1.0 over JSON-RPC (section 9.4), with the SDK's codecs. Its transport would
 * turn errors into texts and wrap each event in an object of its own, so that neither the details
 * of an error nor the text of an event that many readers get could be found again.
 */
const JSON_RPC_METHODS: Readonly<Record<MethodName, UnaryMethod | StreamMethod>> = {
  SendMessage: unary(SendMessageRequest, async (request, { handler, context }) => {
    const value = await handler.sendMessage(request, context);
    return 'messageId' in value ? { message: Message.toJSON(value) } : { task: Task.toJSON(value) };
  }),
  SendStreamingMessage: stream(SendMessageRequest, (request, { handler, context }) =>
    handler.sendMessageStream(request, context),
  ),
  GetTask: unary(GetTaskRequest, async (request, { handler, context }) =>
    Task.toJSON(await handler.getTask(request, context)),
  ),
  ListTasks: unary(ListTasksRequest, async (request, { handler, context }) =>
    encodeTaskList(await handler.listTasks(request, context), request),
  ),
  CancelTask: unary(CancelTaskRequest, async (request, { handler, context }) =>
    Task.toJSON(await handler.cancelTask(request, context)),
  ),
  SubscribeToTask: stream(SubscribeToTaskRequest, (request, { handler, context }) =>
    handler.resubscribe(request, context),
  ),
  CreateTaskPushNotificationConfig: unary(
    TaskPushNotificationConfig,
    async (request, { handler, context }) =>
      TaskPushNotificationConfig.toJSON(
        await handler.createTaskPushNotificationConfig(request, context),
      ),
  ),
  GetTaskPushNotificationConfig: unary(
    GetTaskPushNotificationConfigRequest,
    async (request, { handler, context }) =>
      TaskPushNotificationConfig.toJSON(
        await handler.getTaskPushNotificationConfig(request, context),
      ),
  ),
  ListTaskPushNotificationConfigs: unary(
    ListTaskPushNotificationConfigsRequest,
    async (request, { handler, context }) =>
      ListTaskPushNotificationConfigsResponse.toJSON(
        await handler.listTaskPushNotificationConfigs(request, context),
      ),
  ),
  DeleteTaskPushNotificationConfig: unary(
    DeleteTaskPushNotificationConfigRequest,
    async (request, { handler, context }) => {
      await handler.deleteTaskPushNotificationConfig(request, context);
      return null;
    },
  ),
  GetExtendedAgentCard: unary(GetExtendedAgentCardRequest, async (request, { handler, context }) =>
    AgentCard.toJSON(await handler.getAuthenticatedExtendedAgentCard(request, context)),
  ),
};

/** Finds a method of A2A 1.0; returns `undefined` for other names. */
export function findJsonRpcMethod(name: string): UnaryMethod | StreamMethod | undefined {
  return getOwn(JSON_RPC_METHODS, name);
}

function unary<Request>(
  codec: Decoder<Request>,
  answer: (request: Request, target: CallTarget) => Promise<unknown>,
): UnaryMethod {
  return { kind: 'unary', answer: (params, target) => answer(codec.fromJSON(params), target) };
}

function stream<Request>(
  codec: Decoder<Request>,
  open: (request: Request, target: CallTarget) => EventStream,
): StreamMethod {
  return { kind: 'stream', open: (params, target) => open(codec.fromJSON(params), target) };
}

/**
 * Encodes a page of tasks with all of its fields, also those that ProtoJSON leaves out because they
 * are empty: A2A requires them (section 3.1.4), and the artifacts that a caller asked for.
 */
function encodeTaskList(
  page: ListTasksResponse,
  { includeArtifacts = false }: Pick<ListTasksRequest, 'includeArtifacts'>,
): Fields {
  const encoded: unknown = ListTasksResponse.toJSON(page);
  const { tasks: listed, ...fields } = isFields(encoded) ? encoded : {};
  const tasks: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return {
    tasks: includeArtifacts ? tasks.map(withArtifacts) : tasks,
    nextPageToken: '',
    pageSize: 0,
    totalSize: 0,
    ...fields,
  };
}

function withArtifacts(task: unknown): unknown {
  return isFields(task) && !('artifacts' in task) ? { ...task, artifacts: [] } : task;
}
