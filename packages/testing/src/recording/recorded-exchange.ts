import type { Json } from '@formwork/schema';

/** The body of a request, an answer or an event; no member if it is empty. */
export interface RecordedBody {
  readonly json?: Json;
  /** The body if it is text and no JSON. */
  readonly text?: string;
  /** The body if it is no text. */
  readonly base64?: string;
}

/** A request as a recording has it. Its headers are not kept. */
export interface RecordedRequest extends RecordedBody {
  readonly method: string;
  readonly url: string;
}

/** A server-sent event. */
export interface RecordedEvent extends RecordedBody {
  readonly id?: string;
  readonly event?: string;
  /** The whole seconds between the event before and this one; absent for less than one. */
  readonly afterSeconds?: number;
}

/** The answer to a request: a body, or the events of a stream in their order. */
export interface RecordedResponse extends RecordedBody {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole seconds between the request and the answer; absent for less than one. */
  readonly afterSeconds?: number;
  readonly events?: readonly RecordedEvent[];
  /**
   * How a stream ended: `open` if its reader went away first, `broken` if the connection was lost.
   * Absent if the agent ended it.
   */
  readonly end?: 'open' | 'broken';
}

/** A request and its answer. */
export interface Exchange {
  readonly request: RecordedRequest;
  /** Absent if the caller did not wait for an answer. */
  readonly response?: RecordedResponse;
}

/** An exchange that is being recorded. */
export interface OpenExchange {
  request: RecordedRequest;
  response?: RecordedResponse;
  /** True if the agent could not be reached, or the connection was lost before an answer. */
  isLost?: boolean;
}

/** The arguments of `fetch`. */
export type FetchInput = Parameters<typeof fetch>[0];

/** Reads a body: JSON if its type says so and it can be parsed, else text, else bytes. */
export function toBody(bytes: Uint8Array, contentType: string): RecordedBody {
  if (bytes.byteLength === 0) return {};
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
  return /[/+]json\b/iu.test(contentType) ? fromText(text) : { text };
}

/** Reads the data of an event, or a text that is JSON in most cases. */
export function fromText(text: string): RecordedBody {
  try {
    return { json: JSON.parse(text) as Json };
  } catch {
    return { text };
  }
}

/** Writes a body as it is sent; `undefined` if it is empty. */
export function fromBody({ json, text, base64 }: RecordedBody): string | Uint8Array | undefined {
  if (json !== undefined) return JSON.stringify(json);
  return text ?? (base64 === undefined ? undefined : Buffer.from(base64, 'base64'));
}

/** Lists the JSON of an exchange's answer: its body, or that of each event. */
export function listAnswers({ response }: Exchange): readonly Json[] {
  const bodies = response === undefined ? [] : [response, ...(response.events ?? [])];
  return bodies.flatMap(({ json }) => (json === undefined ? [] : [json]));
}

/** Returns the method of JSON-RPC that a request calls; `undefined` for any other request. */
export function findRpcMethod({ json }: RecordedBody): string | undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined;
  return 'jsonrpc' in json && typeof json['method'] === 'string' ? json['method'] : undefined;
}

/** The id of every message of JSON-RPC in a recording. */
export const RPC_ID = 1;

/** Gives a message of JSON-RPC another id; any other body stays, and so does an error without one. */
export function withRpcId<Body extends RecordedBody>(body: Body, id: Json): Body {
  const { json } = body;
  if (json === null || typeof json !== 'object' || !('jsonrpc' in json)) return body;
  return json['id'] === undefined || json['id'] === null
    ? body
    : { ...body, json: { ...json, id } };
}

/** Names a request in an error. */
export function describeRequest(request: RecordedRequest): string {
  return [request.method, request.url, findRpcMethod(request)].filter(Boolean).join(' ');
}
