import { isRecord } from '@formwork/schema/internal';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** Where {@link tapTransport} leaves what the server sent, within `_meta` of a result. */
const RAW_KEY = 'dev.formwork/raw';

/**
 * A transport that keeps what the SDK's client would lose: it refuses the whole list because of one
 * tool that breaks the rules, and throws a task away instead of handing it over.
 *
 * The SDK takes it for no transport of its own, and so asks for the revision over the connection
 * itself; otherwise it would start each program twice.
 */
export function tapTransport(inner: Transport, kind: 'process' | 'http'): Transport {
  const lists = new Set<unknown>();
  const outer: Transport = {
    start: () => inner.start(),
    send(message, options) {
      if ('method' in message && message.method === 'tools/list' && 'id' in message) {
        lists.add(message.id);
      }
      return inner.send(message, options);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
    ...(inner.hasPerRequestStream === true && { hasPerRequestStream: true }),
    // By these two the SDK knows a program, whose silence is not an outage.
    ...(kind === 'process' && { stderr: null, pid: null }),
  };
  // Transports are no event targets: each has one listener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onmessage = (message, extra) => outer.onmessage?.(keepRaw(message, lists), extra);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onerror = (error) => outer.onerror?.(error);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onclose = () => outer.onclose?.();
  return outer;
}

function keepRaw<Message extends JSONRPCMessage>(message: Message, lists: Set<unknown>): Message {
  if (!('result' in message) || !isRecord(message.result)) return message;
  const { result } = message;
  const isList = lists.delete(message.id);
  if (!isList && result['resultType'] !== 'task') return message;
  const shell = isList
    ? { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' }
    : { resultType: 'complete', content: [] };
  const cursor = isList && 'nextCursor' in result ? { nextCursor: result['nextCursor'] } : {};
  return { ...message, result: { ...shell, ...cursor, _meta: { [RAW_KEY]: result } } };
}

/** What the server sent, if the transport kept it. */
export function readRaw(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const meta = isRecord(result) ? result['_meta'] : undefined;
  const raw = isRecord(meta) ? meta[RAW_KEY] : undefined;
  return isRecord(raw) ? raw : undefined;
}
