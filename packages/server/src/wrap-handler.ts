import type { StreamResponse } from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';

/** A stream of the protocol. */
export type EventStream = AsyncGenerator<StreamResponse, void, undefined>;

/** The methods of A2A 1.0 that a request handler has. */
export type MethodName =
  | 'SendMessage'
  | 'SendStreamingMessage'
  | 'GetTask'
  | 'ListTasks'
  | 'CancelTask'
  | 'SubscribeToTask'
  | 'CreateTaskPushNotificationConfig'
  | 'GetTaskPushNotificationConfig'
  | 'ListTaskPushNotificationConfigs'
  | 'DeleteTaskPushNotificationConfig'
  | 'GetExtendedAgentCard';

/** A call of a request handler. */
export interface HandlerCall {
  readonly method: MethodName;
  readonly params: object;
  readonly context: ServerCallContext;
}

/** Stands around every call of a request handler. */
export interface HandlerWrapper {
  answer<Result>(call: HandlerCall, proceed: () => Promise<Result>): Promise<Result>;
  stream(call: HandlerCall, open: () => EventStream): EventStream;
}

/** Puts a wrapper around a request handler. What the doors ask for themselves, a card, is not wrapped. */
export function wrapHandler(
  handler: A2ARequestHandler,
  { answer, stream }: HandlerWrapper,
): A2ARequestHandler {
  function unary<Params extends object, Result>(
    method: MethodName,
    call: (params: Params, context: ServerCallContext) => Promise<Result>,
  ): (params: Params, context: ServerCallContext) => Promise<Result> {
    return (params, context) =>
      answer({ method, params, context }, () => call.call(handler, params, context));
  }

  function streaming<Params extends object>(
    method: MethodName,
    call: (params: Params, context: ServerCallContext) => EventStream,
  ): (params: Params, context: ServerCallContext) => EventStream {
    return (params, context) =>
      stream({ method, params, context }, () => call.call(handler, params, context));
  }

  return {
    getAgentCard: () => handler.getAgentCard(),
    getAuthenticatedExtendedAgentCard: unary(
      'GetExtendedAgentCard',
      handler.getAuthenticatedExtendedAgentCard,
    ),
    sendMessage: unary('SendMessage', handler.sendMessage),
    sendMessageStream: streaming('SendStreamingMessage', handler.sendMessageStream),
    getTask: unary('GetTask', handler.getTask),
    listTasks: unary('ListTasks', handler.listTasks),
    cancelTask: unary('CancelTask', handler.cancelTask),
    resubscribe: streaming('SubscribeToTask', handler.resubscribe),
    createTaskPushNotificationConfig: unary(
      'CreateTaskPushNotificationConfig',
      handler.createTaskPushNotificationConfig,
    ),
    getTaskPushNotificationConfig: unary(
      'GetTaskPushNotificationConfig',
      handler.getTaskPushNotificationConfig,
    ),
    listTaskPushNotificationConfigs: unary(
      'ListTaskPushNotificationConfigs',
      handler.listTaskPushNotificationConfigs,
    ),
    deleteTaskPushNotificationConfig: unary(
      'DeleteTaskPushNotificationConfig',
      handler.deleteTaskPushNotificationConfig,
    ),
  };
}

/** Stands around the steps of a stream. It is not a generator, so that `return` reaches it at once. */
export function wrapStream(
  stream: EventStream,
  step: (
    next: () => Promise<IteratorResult<StreamResponse, void>>,
  ) => Promise<IteratorResult<StreamResponse, void>>,
): EventStream {
  return {
    next: () => step(() => stream.next()),
    return: () => step(() => stream.return()),
    throw: (error) => step(() => stream.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}
