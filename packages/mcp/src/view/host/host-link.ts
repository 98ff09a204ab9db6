import { isRecord, toRecord } from '@formwork/schema/json';

/** Thrown when the host refuses a request. */
class HostError extends Error {
  override readonly name = 'HostError';
}

/** The receiver of the host's requests and notifications. */
interface HostListener {
  readonly onNotification: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Answers a request of the host; `undefined` for an unknown method. */
  readonly onRequest: (method: string) => object | undefined;
}

/**
 * The connection to the host: JSON-RPC 2.0 in messages between windows (MCP Apps, transport).
 * Messages of any window but the parent are ignored. Once the host has answered, everything is sent
 * to its origin only.
 */
export class HostLink {
  readonly #parent: Window;
  readonly #listener: HostListener;
  readonly #waiting = new Map<
    unknown,
    {
      readonly resolve: (result: unknown) => void;
      readonly reject: (error: HostError) => void;
    }
  >();
  #target = '*';
  #last = 0;

  constructor(view: Window, listener: HostListener) {
    this.#parent = view.parent;
    this.#listener = listener;
    view.addEventListener('message', (event: MessageEvent<unknown>) => this.#receive(event));
  }

  /**
   * Sends a request to the host and resolves with its answer. @throws HostError as the promise's
   * rejection, if the host refuses.
   */
  request(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    this.#parent.postMessage({ jsonrpc: '2.0', ...message }, this.#target);
  }

  #receive({ data: message, source, origin }: MessageEvent<unknown>): void {
    if (source !== this.#parent || !isRecord(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method, params } = message;
    if (typeof method === 'string') {
      if (id === undefined) this.#listener.onNotification(method, toRecord(params));
      else this.#answer(id, method);
      return;
    }
    const waiter = this.#waiting.get(id);
    if (waiter === undefined) return;
    this.#waiting.delete(id);
    // A window of an opaque origin cannot be named.
    if (origin !== '' && origin !== 'null') this.#target = origin;
    const { error } = message;
    if (error === undefined) waiter.resolve(message['result']);
    else waiter.reject(new HostError(readReason(error)));
  }

  #answer(id: unknown, method: string): void {
    const result = this.#listener.onRequest(method);
    const error = { code: -32601, message: 'Method not found' };
    this.#send(result === undefined ? { id, error } : { id, result });
  }
}

function readReason(error: unknown): string {
  const message = isRecord(error) ? error['message'] : undefined;
  return typeof message === 'string' && message !== ''
    ? message.slice(0, 2000)
    : 'The host refused.';
}
