import {
  AgentCard,
  TaskState,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
} from '@a2a-js/sdk';
import { UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';

/** Makes a completed task whose history is the given message. */
export function createDoneTask(message: Message | undefined): Task {
  return {
    id: 'task-1',
    contextId: 'context-1',
    status: { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: undefined },
    artifacts: [],
    history: message === undefined ? [] : [message],
    metadata: undefined,
  };
}

/** Makes the stream event that carries the task that {@link createDoneTask} makes. */
export function createTaskEvent(message?: Message): StreamResponse {
  return { payload: { $case: 'task', value: createDoneTask(message) } };
}

/**
 * Makes an A2A request handler without an engine. Messages, `getTask` and `resubscribe` get the
 * task that {@link createDoneTask} makes, and other methods are refused; `methods` replace these
 * answers.
 */
export function createFakeHandler(methods: Partial<A2ARequestHandler> = {}): A2ARequestHandler {
  return {
    getAgentCard: () => Promise.resolve(CARD),
    sendMessage: ({ message }: SendMessageRequest) => Promise.resolve(createDoneTask(message)),
    async *sendMessageStream({ message }: SendMessageRequest): AsyncGenerator<StreamResponse> {
      yield createTaskEvent(message);
    },
    async *resubscribe(): AsyncGenerator<StreamResponse> {
      yield createTaskEvent();
    },
    getTask: () => Promise.resolve(createDoneTask(undefined)),
    getAuthenticatedExtendedAgentCard: refuse,
    cancelTask: refuse,
    createTaskPushNotificationConfig: refuse,
    getTaskPushNotificationConfig: refuse,
    listTaskPushNotificationConfigs: refuse,
    deleteTaskPushNotificationConfig: refuse,
    listTasks: refuse,
    ...methods,
  };
}

function refuse(): Promise<never> {
  return Promise.reject(new UnsupportedOperationError());
}

const CARD = AgentCard.fromJSON({
  name: 'Fake',
  version: '1.0.0',
  capabilities: { streaming: true },
  supportedInterfaces: [
    { url: 'http://localhost', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: 'http://localhost', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url: 'http://localhost', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    { url: 'localhost:1', protocolBinding: 'GRPC', protocolVersion: '1.0' },
  ],
});

/** Makes an event stream that throws before its first event. */
export async function* failWith(error: unknown): AsyncGenerator<StreamResponse, void, undefined> {
  yield* [];
  throw error;
}
