import type { SourceEvent } from '@formwork/client';
import type { StreamLimits } from '@formwork/server';
import { writeEventStream } from '@formwork/server/internal';
import type { ServerResponse } from 'node:http';
import { RefusedError } from './errors/refused-error.ts';
import { toGatewayError, type GatewayError } from './errors/to-gateway-error.ts';

/** Options of {@link createCallStreams}: the limits of streams to pages. */
export interface CallStreamsOptions extends StreamLimits {
  readonly maxStreams: number;
  readonly maxEventBytes: number;
  /** Aborts when the server closes, to end all streams. */
  readonly closing: AbortSignal;
  /** Called with errors of the server itself, which pages are not told of. */
  readonly onError: (error: unknown) => void;
}

/** The streams of server-sent events to pages, one for each call of an agent. */
export interface CallStreams {
  /**
   * Sends the events of a call up to the last. If the page goes away, the signal of `call` aborts.
   * An error of the call becomes an event as well.
   *
   * @throws RefusedError if too many streams are open
   */
  send(
    response: ServerResponse,
    call: (signal: AbortSignal) => AsyncIterable<SourceEvent>,
  ): Promise<void>;
}

/** Seconds after which a page whose stream was refused should try again. */
const RETRY_SECONDS = 5;

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
        // That it was ended here says nothing of the task: the page asks again.
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
        response.setHeader('Retry-After', RETRY_SECONDS);
        throw new RefusedError(
          'BUSY',
          `Cannot open another stream as at most ${maxStreams} may be open: try again in a few seconds.`,
        );
      }
      open += 1;
      const controller = new AbortController();
      const signal = AbortSignal.any([controller.signal, closing]);
      try {
        await writeEventStream(response, toTexts(call(signal), signal), {
          ...options,
          toData: (text) => text,
          // Nothing is thrown: what goes wrong was told as an event.
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
