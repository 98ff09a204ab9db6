import { findRounded } from '@formwork/schema/json';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** The code of JSON-RPC for a message that cannot be processed. */
const INVALID_REQUEST = -32600;

/**
 * Refuses messages with numbers that may be rounded ones: the SDK parses what comes over standard
 * streams, so that only the values are known here. A request is answered; an answer becomes an error.
 */
export function withExactNumbers(inner: Transport): Transport {
  const outer: Transport = {
    start: () => inner.start(),
    send: (message, options) => inner.send(message, options),
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
  };
  // Transports are no event targets: each has one listener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onmessage = (message, extra) => {
    const fault = describeRounded(message);
    if (fault === undefined) {
      outer.onmessage?.(message, extra);
      return;
    }
    const { id } = message as { readonly id?: string | number };
    if (id === undefined) return;
    const refusal = {
      jsonrpc: '2.0',
      id,
      error: { code: INVALID_REQUEST, message: fault },
    } as const;
    if ('method' in message) inner.send(refusal).catch((error: Error) => outer.onerror?.(error));
    else outer.onmessage?.(refusal, extra);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onerror = (error) => outer.onerror?.(error);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onclose = () => outer.onclose?.();
  return outer;
}

/** Says which number of a message may be a rounded one; `undefined` if there is none. */
function describeRounded(message: JSONRPCMessage): string | undefined {
  const { params, result } = message as { readonly params?: unknown; readonly result?: unknown };
  const name = params === undefined ? 'result' : 'params';
  const rounding = findRounded(params ?? result);
  return (
    rounding &&
    `Invalid Request: /${name}${rounding.pointer} must be ${rounding.expected}: current value is about ${rounding.number}`
  );
}
