import { createParser } from 'eventsource-parser';
import { EventStream } from './event-stream.ts';
import type { LiveRequest } from './live-request.ts';
import {
  fromText,
  type OpenExchange,
  type RecordedEvent,
  type RecordedResponse,
  RPC_ID,
  toBody,
  withRpcId,
} from './recorded-exchange.ts';
import { markTimes } from './stable-text.ts';

/** Records requests while it sends them to the real agents. */
export interface Recorder {
  /** Sends a request; what comes back is written to the exchange. */
  send(live: LiveRequest, exchange: OpenExchange): Promise<Response>;
  /** Waits for answers that have no reader any more, for a moment, and gives up the others. */
  stop(): Promise<void>;
}

/**
 * The headers of answers that are kept. All others are left out: they are of one connection, such
 * as dates, or may be secret, such as cookies.
 */
const KEPT: readonly string[] = [
  'content-type',
  'retry-after',
  'location',
  'www-authenticate',
  'a2a-version',
  'a2a-extensions',
  'x-a2a-extensions',
];

/**
 * The headers that make an answer depend on what the caller has cached; they are not sent, because
 * a recording needs the whole answer.
 */
const CONDITIONS: readonly string[] = ['if-none-match', 'if-modified-since'];

/** The time that answers have to come to their end when they have no reader, in milliseconds. */
const PATIENCE_MS = 500;

/** The timer of the process, which goes on while a test clock is installed. */
const realSetTimeout = setTimeout;

/** Makes a recorder. */
export function createRecorder({
  fetch,
  toTarget,
  fromTarget,
}: {
  readonly fetch: typeof globalThis.fetch;
  /** Returns the address at which a URL is reached while recording. */
  readonly toTarget: (url: string) => string;
  /** Puts the addresses that the code under test calls into a text, for those of `toTarget`. */
  readonly fromTarget: (text: string) => string;
}): Recorder {
  const open = new Set<Promise<unknown>>();
  const connections = new AbortController();

  async function request(live: LiveRequest): Promise<Response> {
    const headers = new Headers(live.headers);
    for (const name of CONDITIONS) headers.delete(name);
    return fetch(toTarget(live.recorded.url), {
      method: live.recorded.method,
      headers,
      redirect: live.redirect,
      // The caller's signal does not end the request, so that a recording does not depend on how
      // fast the caller went away.
      signal: connections.signal,
      ...(live.bytes !== undefined && { body: live.bytes }),
    });
  }

  async function exchangeWith(live: LiveRequest, exchange: OpenExchange): Promise<Response> {
    try {
      return await readAnswer(live, exchange);
    } catch (error) {
      exchange.isLost = !connections.signal.aborted;
      throw error;
    }
  }

  async function readAnswer(live: LiveRequest, exchange: OpenExchange): Promise<Response> {
    const start = process.hrtime.bigint();
    const response = await request(live);
    const { status, headers } = response;
    const base = { status, ...pickHeaders(headers, fromTarget), ...toPause(start) };
    const type = headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream') && response.body !== null) {
      const stream = new EventStream(live.signal);
      const isStopped = (): boolean => connections.signal.aborted;
      follow(copyEvents(response.body, { stream, base, exchange, fromTarget, isStopped }));
      return new Response(stream.body, { status, headers: base.headers ?? {} });
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = toBody(bytes, type);
    const text =
      body.base64 === undefined ? fromTarget(new TextDecoder().decode(bytes)) : undefined;
    const recorded = text === undefined ? body : toBody(new TextEncoder().encode(text), type);
    exchange.response = markTimes(withRpcId({ ...base, ...recorded }, RPC_ID));
    return createResponse(status, base.headers, text ?? bytes);
  }

  function follow(work: Promise<unknown>): void {
    const quiet = work.catch(() => undefined).finally(() => open.delete(quiet));
    open.add(quiet);
  }

  return {
    send(live, exchange) {
      const answer = exchangeWith(live, exchange);
      follow(answer);
      return untilAborted(answer, live.signal);
    },
    async stop() {
      const timer = realSetTimeout(() => connections.abort(), PATIENCE_MS);
      await Promise.all(open);
      // An answer may have become a stream meanwhile.
      await Promise.all(open);
      clearTimeout(timer);
    },
  };
}

/** Reads the events of an agent, records them, and sends each on as soon as it has come. */
async function copyEvents(
  body: ReadableStream<Uint8Array>,
  {
    stream,
    base,
    exchange,
    fromTarget,
    isStopped,
  }: {
    readonly fromTarget: (text: string) => string;
    readonly stream: EventStream;
    readonly base: RecordedResponse;
    readonly exchange: OpenExchange;
    /** True once the recording has ended, before the agent has. */
    readonly isStopped: () => boolean;
  },
): Promise<void> {
  const events: RecordedEvent[] = [];
  const last = { at: process.hrtime.bigint() };
  const parser = createParser({
    onEvent({ id, event, data }) {
      const recorded: RecordedEvent = {
        ...(id !== undefined && { id }),
        ...(event !== undefined && { event }),
        ...toPause(last.at),
        ...fromText(fromTarget(data)),
      };
      last.at = process.hrtime.bigint();
      events.push(markTimes(withRpcId(recorded, RPC_ID)));
      stream.send(recorded);
    },
  });
  exchange.response = { ...base, events };
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) parser.feed(decoder.decode(bytes, { stream: true }));
    stream.end();
  } catch (error) {
    const end = stream.isLeft() || isStopped() ? 'open' : 'broken';
    exchange.response = { ...base, events, end };
    stream.end(error);
  }
}

function pickHeaders(
  headers: Headers,
  fromTarget: (text: string) => string,
): { readonly headers?: Readonly<Record<string, string>> } {
  const entries = KEPT.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, fromTarget(value)] as const];
  });
  return entries.length === 0 ? {} : { headers: Object.fromEntries(entries) };
}

/** Measures the time since an event in real time, which a test clock leaves alone. */
function toPause(since: bigint): { readonly afterSeconds?: number } {
  const seconds = Number((process.hrtime.bigint() - since) / 1_000_000_000n);
  return seconds === 0 ? {} : { afterSeconds: seconds };
}

/** Makes an answer; those with some statuses can have no body. */
export function createResponse(
  status: number,
  headers: Readonly<Record<string, string>> | undefined,
  body: string | Uint8Array<ArrayBuffer> | undefined,
): Response {
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : (body ?? ''), { status, headers: headers ?? {} });
}

/** Waits for an answer, but no longer than until the caller goes away. */
export async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { signal: ended.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    ended.abort();
  }
}
