import type { StreamResponse } from '@a2a-js/sdk';
import type { A2AError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import { findEventId } from '@formwork/runtime/internal';
import { toPublicError, type InternalError } from './errors.ts';

type EventStream = AsyncGenerator<StreamResponse, void, undefined>;

/**
 * A request handler that remembers the error and the stream of each call, which the SDK's
 * transports drop.
 */
export interface RememberedHandler {
  /** The wrapped handler, which logs and replaces unexpected errors. */
  readonly handler: A2ARequestHandler;
  /**
   * Returns the error that the handler threw in the call of a context; `undefined` if it threw
   * none.
   */
  readonly errorOf: (context: ServerCallContext) => A2AError | InternalError | undefined;
  /**
   * Returns the id of the newest event that the stream of a call has yielded; `undefined` without
   * one.
   */
  readonly lastEventId: (context: ServerCallContext) => string | undefined;
  /** Ends the stream of a call, also while its next event is awaited. */
  readonly stopStream: (context: ServerCallContext) => void;
}

/**
 * Wraps a request handler so that a transport finds three things that the SDK's transport handlers
 * drop: the whole error of a call, the id of its newest event, and its own stream. The SDK's
 * wrapper around a stream cannot be ended while an event is pending.
 */
export function rememberErrors(handler: A2ARequestHandler, logger: TaskLogger): RememberedHandler {
  const errors = new WeakMap<ServerCallContext, A2AError | InternalError>();
  const streams = new WeakMap<ServerCallContext, EventStream>();
  const newest = new WeakMap<ServerCallContext, StreamResponse>();

  function remember(error: unknown, context: ServerCallContext): A2AError | InternalError {
    const known = toPublicError(error, logger);
    errors.set(context, known);
    return known;
  }

  function unary<Params, Result>(
    call: (params: Params, context: ServerCallContext) => Promise<Result>,
  ): (params: Params, context: ServerCallContext) => Promise<Result> {
    return async (params, context) => {
      try {
        return await call(params, context);
      } catch (error) {
        throw remember(error, context);
      }
    };
  }

  function streaming<Params>(
    call: (params: Params, context: ServerCallContext) => EventStream,
  ): (params: Params, context: ServerCallContext) => EventStream {
    return (params, context) => {
      try {
        const stream = call(params, context);
        streams.set(context, stream);
        return rememberStream(stream, {
          onEvent: (event) => newest.set(context, event),
          toKnownError: (error) => remember(error, context),
        });
      } catch (error) {
        throw remember(error, context);
      }
    };
  }

  return {
    handler: {
      getAgentCard: () => handler.getAgentCard(),
      getAuthenticatedExtendedAgentCard: unary((params, context) =>
        handler.getAuthenticatedExtendedAgentCard(params, context),
      ),
      sendMessage: unary((params, context) => handler.sendMessage(params, context)),
      sendMessageStream: streaming((params, context) => handler.sendMessageStream(params, context)),
      getTask: unary((params, context) => handler.getTask(params, context)),
      cancelTask: unary((params, context) => handler.cancelTask(params, context)),
      createTaskPushNotificationConfig: unary((params, context) =>
        handler.createTaskPushNotificationConfig(params, context),
      ),
      getTaskPushNotificationConfig: unary((params, context) =>
        handler.getTaskPushNotificationConfig(params, context),
      ),
      listTaskPushNotificationConfigs: unary((params, context) =>
        handler.listTaskPushNotificationConfigs(params, context),
      ),
      deleteTaskPushNotificationConfig: unary((params, context) =>
        handler.deleteTaskPushNotificationConfig(params, context),
      ),
      resubscribe: streaming((params, context) => handler.resubscribe(params, context)),
      listTasks: unary((params, context) => handler.listTasks(params, context)),
    },
    errorOf: (context) => errors.get(context),
    lastEventId(context) {
      const event = newest.get(context);
      return event && findEventId(event);
    },
    stopStream(context) {
      // A failure to end the stream matters to nobody any more.
      streams
        .get(context)
        ?.return()
        .catch((error: unknown) => remember(error, context));
    },
  };
}

interface StreamListener {
  readonly onEvent: (event: StreamResponse) => void;
  readonly toKnownError: (error: unknown) => Error;
}

/**
 * Wraps a stream by an object that is no generator, so that `return()` reaches the stream at once.
 */
function rememberStream(
  stream: EventStream,
  { onEvent, toKnownError }: StreamListener,
): EventStream {
  async function watch(
    step: Promise<IteratorResult<StreamResponse, void>>,
  ): Promise<IteratorResult<StreamResponse, void>> {
    try {
      const result = await step;
      if (result.done !== true) onEvent(result.value);
      return result;
    } catch (error) {
      throw toKnownError(error);
    }
  }

  return {
    next: () => watch(stream.next()),
    return: () => watch(stream.return()),
    throw: (error) => watch(stream.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}
