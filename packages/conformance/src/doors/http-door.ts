import { cutText, quote, isRecord, isTooDeep, previewJson } from '@formwork/schema/json';
import { createParser } from 'eventsource-parser';
import type { AgentAnswer, AgentNetwork, AgentRequest } from '../network/agent-network.ts';
import type { Exchange, StreamExchange } from './door.ts';

/** The deepest nesting of an answer that is read, in levels. */
const MAX_DEPTH = 200;

/** The most events of a stream that are read. */
const MAX_EVENTS = 10_000;

/** The parts of a request that its exchange repeats. */
export type CallDescription = Pick<Exchange, 'operation' | 'request' | 'requestId'>;

/** Options of the doors over HTTP. */
export interface HttpDoorOptions {
  readonly network: AgentNetwork;
  /** The URIs of the extensions that requests activate. */
  readonly extensions: readonly string[];
}

/** The result or the error that a binding reads from the JSON of a body or an event. */
export type Read = Pick<Exchange, 'result' | 'error' | 'unreadable'>;

/** Turns the JSON of a body into the result or the error of the binding. */
type ReadBody = (
  body: unknown,
  answer: { readonly status: number; readonly headers: Headers },
) => Read;

/** Sends a request whose answer is one body of JSON. */
export async function sendForJson(
  network: AgentNetwork,
  { url, request, description, read, exchanges }: SendOptions,
): Promise<Exchange> {
  const exchange = toExchange(await network.request(url, request), description, read);
  exchanges?.push(exchange);
  return exchange;
}

/** Options of {@link sendForJson}. */
export interface SendOptions {
  readonly url: string;
  readonly request: AgentRequest;
  readonly description: CallDescription;
  readonly read: ReadBody;
  /** The exchanges of the door, to which this one is added. Default: it is part of none. */
  readonly exchanges?: Exchange[];
}

function toExchange(answer: AgentAnswer, description: CallDescription, read: ReadBody): Exchange {
  if (answer.kind === 'none') {
    return { ...description, unreadable: answer.reason, isTimeout: answer.isTimeout };
  }
  const { status, headers, text } = answer;
  const body = parse(text);
  if (body === undefined) {
    const type = headers.get('content-type') ?? 'no content type';
    const words = text === '' ? 'an empty body' : `${quote(cutText(text, 60))}, which is not JSON`;
    return {
      ...description,
      status,
      headers,
      unreadable: `HTTP ${status} (${type}) with ${words}`,
    };
  }
  return { ...description, status, headers, body, ...read(body, answer) };
}

/** Parses JSON that is not nested too deep; `undefined` for anything else. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Options of {@link openStream}. */
export interface OpenStreamOptions extends SendOptions {
  readonly onlyFirst: boolean;
}

/** Sends a request whose answer is a stream of server-sent events, or one body of JSON. */
export async function openStream(
  network: AgentNetwork,
  { exchanges, ...options }: OpenStreamOptions,
): Promise<StreamExchange> {
  const exchange = await readStream(network, options);
  exchanges?.push(exchange);
  return exchange;
}

async function readStream(
  network: AgentNetwork,
  { url, request, description, read, onlyFirst }: OpenStreamOptions,
): Promise<StreamExchange> {
  const texts: string[] = [];
  const pieces: string[] = [];
  const { answer, isOver } = await network.stream(url, request, ({ headers }) => {
    if (!isEventStream(headers)) {
      return (piece) => {
        pieces.push(piece);
        return false;
      };
    }
    const parser = createParser({ onEvent: ({ data }) => texts.push(data) });
    return (piece) => {
      parser.feed(piece);
      return (onlyFirst && texts.length > 0) || texts.length >= MAX_EVENTS;
    };
  });
  const text = pieces.join('');
  // A stream with the wrong content type is still read; the content type is a rule of its own.
  if (answer.kind === 'answer' && /^(?:id|data|event|retry)?:/u.test(text)) {
    createParser({ onEvent: ({ data }) => texts.push(data) }).feed(text);
  }
  if (answer.kind === 'none' || texts.length + Number(isEventStream(answer.headers)) === 0) {
    const wholeAnswer = answer.kind === 'none' ? answer : { ...answer, text };
    return { ...toExchange(wholeAnswer, description, read), events: [], envelopes: [], isOver };
  }
  const { status, headers } = answer;
  const envelopes = texts.map(parse);
  const reads = envelopes.map((envelope): Read => {
    return envelope === undefined
      ? { unreadable: 'an event that is not JSON' }
      : read(envelope, { status, headers });
  });
  const [first] = reads;
  const unreadable = reads.find((reading) => reading.unreadable !== undefined)?.unreadable;
  return {
    ...description,
    status,
    headers,
    ...(first?.error !== undefined && { error: first.error }),
    ...(unreadable !== undefined && { unreadable }),
    events: reads.map(({ result }) => result),
    envelopes,
    isOver,
  };
}

/** True for the headers of a stream of server-sent events. */
export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/iu.test(headers.get('content-type') ?? '');
}

/** Describes a call in words that follow "Sent". */
export function describeCall(name: string, params: unknown): string {
  const isEmpty = isRecord(params) && Object.keys(params).length === 0;
  return isEmpty ? name : `${name} ${previewJson(params)}`;
}
