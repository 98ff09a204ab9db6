import type { ExchangeEvent } from './task-event.ts';
import { tapBody } from './tap-body.ts';

/** Tells what goes over the wire, for whoever wants to see it. */
export interface ExchangeRecorder {
  /** For `connect`; headers are never recorded, and nothing of requests that no source makes. */
  readonly fetch: typeof fetch;
  /** Listens to the requests of one call of a source; `header` goes with each of them. */
  readonly open: (listener: (exchange: ExchangeEvent) => void) => RecordedCall;
}

/** A call whose requests are recorded. */
export interface RecordedCall {
  /** Names the call to `fetch`, which takes it off again. */
  readonly header: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Options of {@link createExchangeRecorder}. */
export interface ExchangeRecorderOptions {
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Characters of a body that are kept. Default 65,536. */
  readonly maxBody?: number;
}

/** What the requests of a call are known by on their way to `fetch`. */
const HEADER = 'x-formwork-call';

/**
 * Makes a recorder: pass its `fetch` to `connect` and the recorder itself to `toAgentSource`, and the
 * events of the source say what was sent and received. What goes over gRPC is not seen.
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
