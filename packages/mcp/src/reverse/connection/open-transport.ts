import { isRecord, findRounded } from '@formwork/schema/json';
import {
  StreamableHTTPClientTransport,
  type Transport,
  type JSONRPCMessage,
  type ProtocolError,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Readable } from 'node:stream';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { toCleanLine } from '../../text/to-clean-text.ts';
import type { McpSource } from '../mcp-agent.ts';
import { readLines } from './read-lines.ts';

const MAX_LINE = 2000;

/**
 * The most bytes of a program's answer that are read: a longer one ends the program. The SDK takes 10 MB,
 * which the file of one call exceeds, and all other calls would end with it.
 */
const MAX_ANSWER = 64 * 1024 * 1024;

/** The longest time that telling an HTTP server of the session's end may take, in milliseconds. */
const GOODBYE_MS = 1000;

/** A transport that is open, but has no client yet. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Tells an HTTP server that the session has ended. Never rejects. */
  readonly sayGoodbye: () => Promise<void>;
}

export function openTransport(source: McpSource, logger: BridgeLogger): OpenedTransport {
  if ('command' in source) {
    const { command, args = [], env = {}, cwd } = source;
    const stdio = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...env },
      stderr: 'pipe',
      maxBufferSize: MAX_ANSWER,
      ...(cwd !== undefined && { cwd }),
    });
    if (stdio.stderr instanceof Readable) logLines(stdio.stderr, logger);
    return { transport: tapTransport(stdio, 'process'), sayGoodbye: async () => {} };
  }
  const http = new StreamableHTTPClientTransport(new URL(source.url), {
    // Headers may be credentials, and are for this address alone.
    requestInit: { headers: { ...source.headers }, redirect: 'error' },
  });
  return {
    transport: tapTransport(http, 'http'),
    async sayGoodbye() {
      if (http.sessionId === undefined) return;
      const late = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
      await Promise.race([http.terminateSession().catch(() => {}), late]);
    },
  };
}

/** Copies the standard error of a program to the log, line by line. */
function logLines(stream: Readable, logger: BridgeLogger): void {
  readLines(stream, {
    // Colours and the like do not count for the text that is shown.
    most: 4 * MAX_LINE,
    onLine(line) {
      const text = toCleanLine(line, { most: MAX_LINE });
      if (text !== '') logger.info('The MCP server says', { text });
    },
  });
}

/**
 * The key in the `_meta` of a result under which {@link tapTransport} keeps the original result.
 */
const RAW_KEY = 'dev.formwork/raw';

/** The data of the error that {@link tapTransport} makes of an answer that does not come any more. */
const STREAM_ENDED = { 'dev.formwork/stream': 'ended' } as const;

/** True for the error of a request whose stream has ended without an answer. */
export function isStreamEnd(error: ProtocolError): boolean {
  return isRecord(error.data) && error.data['dev.formwork/stream'] === 'ended';
}

/**
 * Wraps a transport to keep results that the SDK's client would lose: it refuses a whole list
 * because of one invalid tool, and drops tasks. It would also wait for an answer whose stream has
 * ended.
 *
 * The SDK does not recognize the wrapped transport as its own, so it negotiates the revision over
 * it; otherwise it would start each program twice.
 */
function tapTransport(inner: Transport, kind: 'process' | 'http'): Transport {
  const lists = new Set<unknown>();
  /** The requests over HTTP whose answers have not come. */
  const open = new Set<unknown>();
  const outer: Transport = {
    start: () => inner.start(),
    send(message, options) {
      if ('method' in message && message.method === 'tools/list' && 'id' in message) {
        lists.add(message.id);
      }
      const isWatched = options?.onRequestStreamEnd !== undefined;
      if (kind === 'process' || isWatched || !('method' in message && 'id' in message)) {
        return inner.send(message, options);
      }
      const { id } = message;
      open.add(id);
      options?.requestSignal?.addEventListener('abort', () => open.delete(id), { once: true });
      const onRequestStreamEnd = (): void => {
        if (!open.delete(id)) return;
        lists.delete(id);
        const error = { code: -32603, message: 'The answer broke off', data: STREAM_ENDED };
        outer.onmessage?.({ jsonrpc: '2.0', id, error });
      };
      const sending = inner.send(message, { ...options, onRequestStreamEnd });
      sending.catch(() => open.delete(id));
      return sending;
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
    ...(inner.hasPerRequestStream === true && { hasPerRequestStream: true }),
    // By these two members the SDK recognizes a program, whose silence is not an outage.
    ...(kind === 'process' && { stderr: null, pid: null }),
  };
  // Transports are no event targets: each has one listener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onmessage = (message, extra) => {
    if (!('method' in message)) open.delete(message.id);
    outer.onmessage?.(keepRaw(refuseRounded(message), lists), extra);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onerror = (error) => outer.onerror?.(error);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  inner.onclose = () => outer.onclose?.();
  return outer;
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

/** Returns the result as the server sent it; `undefined` if the transport did not keep it. */
export function readRaw(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const meta = isRecord(result) ? result['_meta'] : undefined;
  const raw = isRecord(meta) ? meta[RAW_KEY] : undefined;
  return isRecord(raw) ? raw : undefined;
}
