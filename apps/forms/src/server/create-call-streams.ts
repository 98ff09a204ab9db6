import type { SourceEvent } from '@formwork/client';
import type { ResponseWriter, StreamLimits } from '@formwork/server';
import { sendCallEvents, toFailureData } from '@formwork/server/internal';
import { RefusedError } from './errors/refused-error.ts';
import { toGatewayError, type GatewayError } from './errors/to-gateway-error.ts';

/** The streams of server-sent events to pages, one for each call of an agent. */
export interface CallStreams {
  /**
   * Sends all events of a call to the page. If the page goes away, the signal of `call` aborts; an
   * error of the call is sent as an event. If all streams are open, the owner of the most of them
   * loses the oldest to one who has at least two fewer.
   *
   * @throws RefusedError if too many streams are open
   */
  send(
    response: ResponseWriter,
    call: {
      /** The person or the network that the stream counts for. */
      readonly owner: string;
      readonly open: (signal: AbortSignal) => AsyncIterable<SourceEvent>;
    },
  ): Promise<void>;
}

/** Ends an open stream for a reason that its page gets. */
type End = (reason: RefusedError) => void;

/** Milliseconds after which a page that found no place for a stream may try again. */
const BUSY_MS = 5_000;

/** Makes the streams that send the events of calls to pages, limited in number and size. */
export function createCallStreams(
  options: StreamLimits & {
    readonly maxStreams: number;
    readonly maxEventBytes: number;
    /** A signal that aborts when the server closes, to end all streams. */
    readonly closing: AbortSignal;
    /** Called with an error of the server itself, whose text pages do not receive. */
    readonly onError: (error: unknown) => void;
  },
): CallStreams {
  const { maxStreams, maxEventBytes, closing, onError } = options;
  /** The open streams of each owner, oldest first. */
  const owners = new Map<string, Set<End>>();

  function countOpen(): number {
    return [...owners.values()].reduce((sum, ends) => sum + ends.size, 0);
  }

  /** Makes room for a stream of an owner who has fewer than another one. */
  function makeRoom(ownCount: number): void {
    let most: ReadonlySet<End> = new Set();
    for (const ends of owners.values()) if (ends.size > most.size) most = ends;
    const [oldest] = most;
    if (oldest === undefined || most.size < ownCount + 2) {
      const message = `Cannot open another stream because at most ${maxStreams} may be open: ${ownCount} of them are yours. Close other pages, or try again in a few seconds.`;
      throw new RefusedError('BUSY', message, { retryAfterMs: BUSY_MS });
    }
    oldest(
      new RefusedError(
        'BUSY',
        `Cannot keep the stream open because at most ${maxStreams} may be open: ${most.size} of them are yours, and others need some. The task goes on. Close other pages.`,
        { retryAfterMs: BUSY_MS },
      ),
    );
  }

  async function* toTexts(
    events: AsyncIterable<SourceEvent>,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    try {
      for await (const event of events) {
        if (signal.aborted) break;
        const text = JSON.stringify(event);
        const size = Buffer.byteLength(text);
        if (size > maxEventBytes) {
          yield toFailureData(toSizeError(size, maxEventBytes));
          return;
        }
        yield text;
      }
    } catch (error) {
      if (!signal.aborted) {
        const gatewayError = toGatewayError(error);
        if (gatewayError === undefined) onError(error);
        yield toFailureData(gatewayError ?? INTERNAL);
      }
    }
    // Another end that this server has caused tells nothing about the task, so no event is sent and
    // the page asks again.
    if (signal.reason instanceof RefusedError) {
      yield toFailureData(toGatewayError(signal.reason) ?? INTERNAL);
    }
  }

  return {
    async send(response, { owner, open: call }) {
      const ends = owners.get(owner) ?? new Set<End>();
      if (countOpen() >= maxStreams) makeRoom(ends.size);
      const over = new AbortController();
      const leave = (): void => {
        if (!ends.delete(end)) return;
        if (ends.size === 0) owners.delete(owner);
      };
      const end: End = (reason) => {
        leave();
        over.abort(reason);
        // A page that does not read would keep its place for a while.
        if (response.writableNeedDrain) response.destroy();
      };
      owners.set(owner, ends.add(end));
      try {
        await sendCallEvents(response, {
          open: (signal) => toTexts(call(signal), signal),
          controller: over,
          closing,
          limits: options,
          toData: (text) => text,
          // This is never called, because every error becomes an event before.
          toErrorData: () => toFailureData(INTERNAL),
          answerError: () => response.destroy(),
          openAtOnce: true,
        });
      } finally {
        leave();
      }
    },
  };
}

const INTERNAL = { code: 'INTERNAL', reason: '', message: 'Internal error.' } as const;

function toSizeError(size: number, most: number): Omit<GatewayError, 'status'> {
  const message = `Cannot pass on what the agent sent because an event must have at most ${most} bytes: current value is ${size}`;
  return { code: 'REQUEST_FAILED', reason: 'TOO_LARGE', message };
}
