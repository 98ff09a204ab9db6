import type { ExchangeEvent } from './agent-source.ts';

/**
 * A recorder of the requests to an agent and its answers, for people who want to see what went over
 * the wire.
 */
export interface ExchangeRecorder {
  /**
   * The `fetch` to pass to `connect`. It records requests that an agent source makes, and no
   * headers.
   */
  readonly fetch: typeof fetch;
  /**
   * Starts recording the requests of one call of an agent source for a listener; each of them has
   * to carry the header that is returned.
   */
  readonly open: (listener: (exchange: ExchangeEvent) => void) => RecordedCall;
}

/** A call of an agent source whose requests are being recorded. */
export interface RecordedCall {
  /**
   * The header that tells the recorder's `fetch` which call a request belongs to; the `fetch`
   * removes it.
   */
  readonly header: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/**
 * Options of {@link createExchangeRecorder}: the `fetch` that sends requests, and how much of a
 * body is kept.
 */
export interface ExchangeRecorderOptions {
  /** The `fetch` that sends the recorded requests. Default: the global one. */
  readonly fetch?: typeof fetch;
  /** The most characters of a body that are recorded; a longer one is cut. Default 65,536. */
  readonly maxBody?: number;
}

/**
 * The header that ties a request to the recorded call it belongs to; it is removed before the
 * request is sent.
 */
const HEADER = 'x-formwork-call';

/** The most events of one stream that are recorded. */
const MAX_EVENTS = 1000;

/**
 * Makes a recorder: pass its `fetch` to `connect` and the recorder itself to `toAgentSource`, and
 * the events of the source show all requests and answers, except those over gRPC.
 *
 * @example
 * ```ts
 * import { connect, createExchangeRecorder, toAgentSource } from '@formwork/client';
 *
 * const recorder = createExchangeRecorder();
 * const agent = await connect('http://127.0.0.1:4100', { fetch: recorder.fetch });
 * const source = toAgentSource(agent, { recorder });
 * ```
 */
export function createExchangeRecorder(options: ExchangeRecorderOptions = {}): ExchangeRecorder {
  const { maxBody = 65_536 } = options;
  const listeners = new Map<string, (exchange: ExchangeEvent) => void>();

  return {
    async fetch(input, init = {}) {
      const send = options.fetch ?? fetch;
      const headers = new Headers(init.headers);
      const call = headers.get(HEADER);
      if (call === null) return send(input, init);
      headers.delete(HEADER);
      const listener = listeners.get(call);
      const record = (exchange: Omit<ExchangeEvent, 'kind' | 'method' | 'url'>): void => {
        const url =
          typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
        listener?.({
          kind: 'exchange',
          method: init.method ?? 'GET',
          url,
          ...exchange,
          body: cutBody(exchange.body, maxBody),
        });
      };
      record({ direction: 'sent', body: typeof init.body === 'string' ? init.body : '' });
      const response = await send(input, { ...init, headers });
      const { status } = response;
      const tell = (body: string): void => record({ direction: 'received', status, body });
      return tapBody(response, { tell, maxBody });
    },
    open(listener) {
      const call = crypto.randomUUID();
      listeners.set(call, listener);
      return { header: { [HEADER]: call }, close: () => listeners.delete(call) };
    },
  };
}

function cutBody(body: string, most: number): string {
  return body.length <= most ? body : `${body.slice(0, most)}… (cut)`;
}

/** Options of {@link tapBody}: who gets the text of the body, and how much of it. */
interface TapBodyOptions {
  /**
   * Gets the text of the body once it has been read; of a stream of events, each event before its
   * reader gets it.
   */
  readonly tell: (text: string) => void;
  /** The most characters that are kept of a body, or of one event of a stream. */
  readonly maxBody: number;
}

/** Returns the same response; `tell` gets the text of its body while it is read. */
function tapBody(response: Response, options: TapBodyOptions): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    options.tell('');
    return response;
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const tap = isStream ? new EventTap(options) : new BodyTap(options);
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          tap.end();
          controller.close();
        } else {
          tap.add(value);
          controller.enqueue(value);
        }
      } catch (error) {
        tap.end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      tap.end();
      await reader.cancel(reason);
    },
  });
  return new Response(stream as ConstructorParameters<typeof Response>[0], {
    status,
    statusText,
    headers,
  });
}

interface Tap {
  readonly add: (bytes: Uint8Array) => void;
  /** Reports the text that is left once the body is over; a second call does nothing. */
  readonly end: () => void;
}

/** A tap of a body that is reported whole. */
class BodyTap implements Tap {
  readonly #options: TapBodyOptions;
  readonly #decoder = new TextDecoder();
  #text = '';
  #isOver = false;

  constructor(options: TapBodyOptions) {
    this.#options = options;
  }

  add(bytes: Uint8Array): void {
    // One character beyond the limit is kept, which shows that the text is longer.
    if (this.#text.length > this.#options.maxBody) return;
    this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  end(): void {
    const { tell } = this.#options;
    if (!this.#isOver) tell(this.#text);
    this.#isOver = true;
  }
}

/** A tap of a stream of events, each of which is reported by itself. */
class EventTap implements Tap {
  readonly #options: TapBodyOptions;
  readonly #decoder = new TextDecoder();
  /** The beginning of the event whose end has not come. */
  #beginning = '';
  /** The number of events that were reported. */
  #count = 0;

  constructor(options: TapBodyOptions) {
    this.#options = options;
  }

  add(bytes: Uint8Array): void {
    if (this.#count > MAX_EVENTS) return;
    const text = this.#beginning + this.#decoder.decode(bytes, { stream: true });
    const events = text.split(/\r?\n\r?\n/u);
    // The end of an event that is too long is not needed.
    this.#beginning = (events.pop() ?? '').slice(0, this.#options.maxBody + 1);
    for (const event of events) this.#report(event);
  }

  end(): void {
    this.#report(this.#beginning);
    this.#beginning = '';
  }

  #report(event: string): void {
    const isComment = event.split(/\r?\n/u).every((line) => line === '' || line.startsWith(':'));
    if (isComment || this.#count > MAX_EVENTS) return;
    const { tell } = this.#options;
    this.#count += 1;
    tell(this.#count > MAX_EVENTS ? '… (what follows is not recorded)' : event);
  }
}
