import { findRounded, isRecord } from '@formwork/schema/json';
import type {
  JSONRPCMessage,
  ProtocolError,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';

/**
 * The key in the `_meta` of a result under which {@link TappedTransport} keeps the original result.
 */
const RAW_KEY = 'dev.formwork/raw';

/** The data of the error that {@link TappedTransport} makes of an answer that does not come any more. */
const STREAM_ENDED = { 'dev.formwork/stream': 'ended' } as const;

/**
 * Wraps a transport to keep results that the SDK's client would lose: it refuses a whole list
 * because of one invalid tool, and drops tasks. It would also wait for an answer whose stream has
 * ended.
 *
 * The SDK does not recognize the wrapped transport as its own, so it negotiates the revision over
 * it; otherwise it would start each program twice.
 */
export class TappedTransport implements Transport {
  readonly #inner: Transport;
  /** The requests whose answers have not come, by their ids, and whether each reads a list. */
  readonly #open = new Map<unknown, { readonly isList: boolean }>();
  onmessage: Transport['onmessage'];
  onerror: Transport['onerror'];
  onclose: Transport['onclose'];

  constructor(inner: Transport) {
    this.#inner = inner;
    // Transports are no event targets: each has one listener.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    inner.onmessage = (message, extra) => this.onmessage?.(this.#tap(message), extra);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    inner.onerror = (error) => this.onerror?.(error);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener
    inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return this.#inner.send(message, options);
    if ('id' in message) return this.#request(message, options);
    if (message.method === 'notifications/cancelled')
      this.#open.delete(message.params?.['requestId']);
    return this.#inner.send(message, options);
  }

  /** Sends a request, and remembers it as long as its answer may come. */
  async #request(
    message: Extract<JSONRPCMessage, { readonly method: string; readonly id: unknown }>,
    options?: TransportSendOptions,
  ): Promise<void> {
    const { id, method } = message;
    this.#open.set(id, { isList: method === 'tools/list' });
    options?.requestSignal?.addEventListener('abort', () => this.#open.delete(id), { once: true });
    const watcher = options?.onRequestStreamEnd;
    const onRequestStreamEnd = (): void => {
      if (watcher === undefined) this.#break(id);
      else if (this.#open.delete(id)) watcher();
    };
    try {
      await this.#inner.send(message, { ...options, onRequestStreamEnd });
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }

  /** Answers a request whose stream has ended without an answer. */
  #break(id: string | number): void {
    if (!this.#open.delete(id)) return;
    const error = { code: -32603, message: 'The answer broke off', data: STREAM_ENDED };
    this.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  /** Returns a message in the form in which the SDK loses nothing of it. */
  #tap(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message) return message;
    const isList = this.#open.get(message.id)?.isList === true;
    this.#open.delete(message.id);
    return keepRaw(refuseRounded(message), isList);
  }
}

/** The transport to a program: by its two members the SDK knows that silence is no outage. */
export class TappedProcess extends TappedTransport {
  readonly stderr = null;
  readonly pid = null;
}

/** True for the error of a request whose stream has ended without an answer. */
export function isStreamEnd(error: ProtocolError): boolean {
  return isRecord(error.data) && error.data['dev.formwork/stream'] === 'ended';
}

/**
 * Makes an error of a result whose data has a number that may be a rounded one: the SDK parses
 * results, so that only their values are known here.
 */
function refuseRounded(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result)) return message;
  const { result } = message;
  // The result of a task stands in its state.
  const rounded = findRoundedData(result) ?? findRoundedData(result['result']);
  if (rounded === undefined) return message;
  const { jsonrpc, id } = message;
  const text = `The result cannot be read: ${rounded.pointer} must be ${rounded.expected}: current value is about ${rounded.number}`;
  return { jsonrpc, id, error: { code: -32603, message: text } };
}

function findRoundedData(result: unknown): ReturnType<typeof findRounded> {
  if (!isRecord(result)) return undefined;
  const { structuredContent, content } = result;
  return findRounded({ structuredContent, content });
}

function keepRaw(message: JSONRPCMessage, isList: boolean): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result)) return message;
  const { result } = message;
  if (!isList && result['resultType'] !== 'task') return message;
  const shell = isList
    ? { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' }
    : { resultType: 'complete', content: [] };
  const cursor = isList && 'nextCursor' in result ? { nextCursor: result['nextCursor'] } : {};
  return { ...message, result: { ...shell, ...cursor, _meta: { [RAW_KEY]: result } } };
}

/** Returns the result as the server sent it; `undefined` if the transport did not keep it. */
export function readRaw(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const meta = isRecord(result) ? result['_meta'] : undefined;
  const raw = isRecord(meta) ? meta[RAW_KEY] : undefined;
  return isRecord(raw) ? raw : undefined;
}
