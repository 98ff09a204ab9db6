import type { ExchangeEvent } from './agent-source.ts';

/** Records requests and answers on the wire, for people to look at. */
export interface ExchangeRecorder {
  /** For `connect`; records no headers, and only requests that a source makes. */
  readonly fetch: typeof fetch;
  /** Listens to the requests of one call of a source; `header` goes with each of them. */
  readonly open: (listener: (exchange: ExchangeEvent) => void) => RecordedCall;
}

/** A call whose requests are recorded. */
export interface RecordedCall {
  /** Names the call to `fetch`, which removes it. */
  readonly header: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Options of {@link createExchangeRecorder}. */
export interface ExchangeRecorderOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Most characters of a body that are kept. Default 65,536. */
  readonly maxBody?: number;
}

/** Marks the requests of a call on their way to `fetch`. */
const HEADER = 'x-formwork-call';

/** Most events of one stream that are recorded. */
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

/** Options of {@link tapBody}. */
interface TapBodyOptions {
  /** Gets the body once it is over, or each event of a stream before its reader does. */
  readonly tell: (text: string) => void;
  /** Most characters that are kept of a body or an event. */
  readonly maxBody: number;
}

/** The same response; `tell` gets its body as it is read. */
function tapBody(response: Response, options: TapBodyOptions): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    options.tell('');
    return response;
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const tap = isStream ? createEventTap(options) : createBodyTap(options);
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
  /** Does nothing the second time. */
  readonly end: () => void;
}

function createBodyTap({ tell, maxBody }: TapBodyOptions): Tap {
  const decoder = new TextDecoder();
  let text = '';
  let isOver = false;
  return {
    add(bytes) {
      // One more character than is kept tells that the text is longer.
      if (text.length <= maxBody) text += decoder.decode(bytes, { stream: true });
    },
    end() {
      if (!isOver) tell(text);
      isOver = true;
    },
  };
}

function createEventTap({ tell, maxBody }: TapBodyOptions): Tap {
  const decoder = new TextDecoder();
  let rest = '';
  let told = 0;

  function tellEvent(event: string): void {
    const isComment = event.split(/\r?\n/u).every((line) => line === '' || line.startsWith(':'));
    if (isComment || told > MAX_EVENTS) return;
    told += 1;
    tell(told > MAX_EVENTS ? '… (what follows is not recorded)' : event);
  }

  return {
    add(bytes) {
      if (told > MAX_EVENTS) return;
      const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/u);
      // The end of an event that is too long is not needed.
      rest = (events.pop() ?? '').slice(0, maxBody + 1);
      for (const event of events) tellEvent(event);
    },
    end() {
      tellEvent(rest);
      rest = '';
    },
  };
}
