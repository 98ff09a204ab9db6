import type { StreamResponse } from '@a2a-js/sdk';
import type { A2AError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import { toPublicError, type InternalError } from './errors.ts';
import { findEventId } from './event-text.ts';
import type { EventStream } from './operations/operation.ts';
import { wrapHandler, wrapStream } from './operations/wrap-handler.ts';

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
    const publicError = toPublicError(error, logger);
    errors.set(context, publicError);
    return publicError;
  }

  return {
    handler: wrapHandler(handler, {
      async answer({ context }, proceed) {
        try {
          return await proceed();
        } catch (error) {
          throw remember(error, context);
        }
      },
      stream({ context }, open) {
        try {
          const stream = open();
          streams.set(context, stream);
          return wrapStream(stream, async (next) => {
            try {
              const result = await next();
              if (result.done !== true) newest.set(context, result.value);
              return result;
            } catch (error) {
              throw remember(error, context);
            }
          });
        } catch (error) {
          throw remember(error, context);
        }
      },
    }),
    errorOf: (context) => errors.get(context),
    lastEventId(context) {
      const event = newest.get(context);
      return event && findEventId(event);
    },
    stopStream(context) {
      // A failure to end the stream has no reader any more.
      streams
        .get(context)
        ?.return()
        .catch((error: unknown) => remember(error, context));
    },
  };
}
