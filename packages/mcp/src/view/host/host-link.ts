import { isRecord } from '@formwork/schema/internal';
/** The receiver of the host's requests and notifications. */
export interface HostListener {
  readonly onNotification: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Answers a request of the host; `undefined` for an unknown method. */
  readonly onRequest: (method: string) => object | undefined;
}

/** The connection to the host: JSON-RPC 2.0 in messages between windows (MCP Apps, transport). */
export interface HostLink {
  /**
   * Sends a request to the host and resolves with its answer. @throws HostError as the promise's
   * rejection, if the host refuses.
   */
  request(method: string, params: object): Promise<unknown>;
  notify(method: string, params: object): void;
}

/** Thrown when the host refuses a request. */
class HostError extends Error {
  override readonly name = 'HostError';
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: HostError) => void;
}

/**
 * Opens the connection to the host. Messages of any window but the parent are ignored. Once the
 * host has answered, everything is sent to its origin only.
 */
export function openHostLink(own: Window, { onNotification, onRequest }: HostListener): HostLink {
  const { parent } = own;
  const waiting = new Map<number, Waiting>();
  let target = '*';
  let last = 0;

  function send(message: object): void {
    parent.postMessage({ jsonrpc: '2.0', ...message }, target);
  }

  own.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = event.data;
    if (event.source !== parent || !isRecord(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method, params } = message;
    if (typeof method === 'string') {
      if (id === undefined) onNotification(method, isRecord(params) ? params : {});
      else answer(id, method);
      return;
    }
    const one = typeof id === 'number' ? waiting.get(id) : undefined;
    if (typeof id !== 'number' || one === undefined) return;
    waiting.delete(id);
    // A window of an opaque origin cannot be named.
    if (event.origin !== '' && event.origin !== 'null') target = event.origin;
    const { error } = message;
    if (error === undefined) one.resolve(message['result']);
    else one.reject(new HostError(readReason(error)));
  });

  function answer(id: unknown, method: string): void {
    const result = onRequest(method);
    const error = { code: -32601, message: 'Method not found' };
    send(result === undefined ? { id, error } : { id, result });
  }

  return {
    request(method, params) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
  };
}

function readReason(error: unknown): string {
  const said = isRecord(error) ? error['message'] : undefined;
  return typeof said === 'string' && said !== '' ? said.slice(0, 2000) : 'The host refused.';
}
