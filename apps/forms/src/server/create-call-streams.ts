import type { SourceEvent } from '@formwork/client';
import type { StreamLimits } from '@formwork/server';
import { tellHeartbeat, writeEventStream } from '@formwork/server/internal';
import type { ServerResponse } from 'node:http';
import { RefusedError } from './errors/refused-error.ts';
import { toGatewayError, type GatewayError } from './errors/to-gateway-error.ts';

/** Options of {@link createCallStreams}: the limits of streams to pages. */
export interface CallStreamsOptions extends StreamLimits {
  readonly maxStreams: number;
  readonly maxEventBytes: number;
  /** A signal that aborts when the server closes, to end all streams. */
  readonly closing: AbortSignal;
  /** Called with an error of the server itself, whose text pages do not receive. */
  readonly onError: (error: unknown) => void;
}

/** The streams of server-sent events to pages, one for each call of an agent. */
export interface CallStreams {
  /**
   * Sends all events of a call to the page. If the page goes away, the signal of `call` aborts; an
   * error of the call is sent as an event.
   *
   * @throws RefusedError if too many streams are open
   */
  send(
    response: ServerResponse,
    call: (signal: AbortSignal) => AsyncIterable<SourceEvent>,
  ): Promise<void>;
}

/** Makes the streams that send the events of calls to pages, limited in number and size. */
export function createCallStreams(options: CallStreamsOptions): CallStreams {
  const { maxStreams, maxEventBytes, closing, onError } = options;
  let open = 0;

  async function* toTexts(
    events: AsyncIterable<SourceEvent>,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    try {
      for await (const event of events) {
        // An end that this server has caused tells nothing about the task, so no event is sent and
        // the page asks again.
        if (signal.aborted) return;
        const text = JSON.stringify(event);
        const size = Buffer.byteLength(text);
        if (size > maxEventBytes) {
          yield toFailure(toSizeError(size, maxEventBytes));
          return;
        }
        yield text;
      }
    } catch (error) {
      if (signal.aborted) return;
      const told = toGatewayError(error);
      if (told === undefined) onError(error);
      yield toFailure(told ?? INTERNAL);
    }
  }

  return {
    async send(response, call) {
      if (open >= maxStreams) {
        throw new RefusedError(
          'BUSY',
          `Cannot open another stream as at most ${maxStreams} may be open: try again in a few seconds.`,
        );
      }
      open += 1;
      const controller = new AbortController();
      const signal = AbortSignal.any([controller.signal, closing]);
      tellHeartbeat(response, options);
      try {
        await writeEventStream(response, toTexts(call(signal), signal), {
          ...options,
          toData: (text) => text,
          // This is never called, because every error becomes an event before.
          toErrorData: () => toFailure(INTERNAL),
          answerError: () => response.destroy(),
          stop: () => controller.abort(),
          openAtOnce: true,
        });
      } finally {
        open -= 1;
      }
    },
  };
}

const INTERNAL = { code: 'INTERNAL', reason: '', message: 'Internal error.' } as const;

function toSizeError(size: number, most: number): Omit<GatewayError, 'status'> {
  const message = `Cannot pass on what the agent sent as an event must have at most ${most} bytes: current value is ${size}`;
  return { code: 'REQUEST_FAILED', reason: 'TOO_LARGE', message };
}

function toFailure({ code, reason, message, retryAfterMs }: Omit<GatewayError, 'status'>): string {
  const failure: SourceEvent = {
    kind: 'failure',
    taskId: '',
    contextId: '',
    code,
    reason,
    message,
    problems: [],
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  return JSON.stringify(failure);
}
