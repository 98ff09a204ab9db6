import type { StreamResponse } from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { MethodName } from './method-names.ts';

/** A stream of A2A events, as the request handler yields them. */
export type EventStream = AsyncGenerator<StreamResponse, void, undefined>;

/** A call of an A2A request handler: its method, parameters and context. */
export interface HandlerCall {
  readonly method: MethodName;
  readonly params: object;
  readonly context: ServerCallContext;
}

/** The functions that wrap every call of a request handler: one for answers, one for streams. */
export interface HandlerWrapper {
  answer<Result>(call: HandlerCall, proceed: () => Promise<Result>): Promise<Result>;
  stream(call: HandlerCall, open: () => EventStream): EventStream;
}

/**
 * Wraps the methods of a request handler, except for the card that endpoints read for themselves.
 */
export function wrapHandler(
  handler: A2ARequestHandler,
  wrapper: HandlerWrapper,
): A2ARequestHandler {
  function unary<Params extends object, Result>(
    method: MethodName,
    call: (params: Params, context: ServerCallContext) => Promise<Result>,
  ): (params: Params, context: ServerCallContext) => Promise<Result> {
    return (params, context) =>
      wrapper.answer({ method, params, context }, () => call(params, context));
  }

  function streaming<Params extends object>(
    method: MethodName,
    call: (params: Params, context: ServerCallContext) => EventStream,
  ): (params: Params, context: ServerCallContext) => EventStream {
    return (params, context) =>
      wrapper.stream({ method, params, context }, () => call(params, context));
  }

  return {
    getAgentCard: () => handler.getAgentCard(),
    getAuthenticatedExtendedAgentCard: unary('GetExtendedAgentCard', (params, context) =>
      handler.getAuthenticatedExtendedAgentCard(params, context),
    ),
    sendMessage: unary('SendMessage', (params, context) => handler.sendMessage(params, context)),
    sendMessageStream: streaming('SendStreamingMessage', (params, context) =>
      handler.sendMessageStream(params, context),
    ),
    getTask: unary('GetTask', (params, context) => handler.getTask(params, context)),
    listTasks: unary('ListTasks', (params, context) => handler.listTasks(params, context)),
    cancelTask: unary('CancelTask', (params, context) => handler.cancelTask(params, context)),
    resubscribe: streaming('SubscribeToTask', (params, context) =>
      handler.resubscribe(params, context),
    ),
    createTaskPushNotificationConfig: unary('CreateTaskPushNotificationConfig', (params, context) =>
      handler.createTaskPushNotificationConfig(params, context),
    ),
    getTaskPushNotificationConfig: unary('GetTaskPushNotificationConfig', (params, context) =>
      handler.getTaskPushNotificationConfig(params, context),
    ),
    listTaskPushNotificationConfigs: unary('ListTaskPushNotificationConfigs', (params, context) =>
      handler.listTaskPushNotificationConfigs(params, context),
    ),
    deleteTaskPushNotificationConfig: unary('DeleteTaskPushNotificationConfig', (params, context) =>
      handler.deleteTaskPushNotificationConfig(params, context),
    ),
  };
}

/**
 * Wraps the steps of a stream by an object that is no generator, so that `return` reaches the
 * stream at once.
 */
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
