// How behaviours call an agent: as any caller does, over HTTP.
import assert from 'node:assert/strict';
import { collect, readEvents, type ReceivedEvent } from '../src/support/event-stream.ts';
import { createMessage, createTaggedPart } from '../src/support/json-rpc.ts';
import { type AgentName, toKey } from './agents.ts';
import type { Served } from './served.ts';

/** An agent on a host, and who calls it. */
export interface Place {
  readonly url: string;
  readonly fetch: Served['fetch'];
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A task as it is on the wire, loosely typed for assertions. */
export interface WireTask {
  readonly id: string;
  readonly contextId: string;
  readonly status: { readonly state: string; readonly message?: { readonly parts: unknown } };
  readonly artifacts?: readonly { readonly parts: readonly WirePart[] }[];
  readonly history?: readonly object[];
}

interface WirePart {
  readonly data?: unknown;
  readonly text?: string;
  readonly raw?: string;
}

/** An answer of JSON-RPC, loosely typed for assertions. */
export interface WireAnswer {
  readonly result?: Readonly<Record<string, unknown>> & { readonly task?: WireTask };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Options of {@link post}. */
export interface PostOptions extends Omit<RequestInit, 'headers' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = { 'content-type': 'application/json', 'a2a-version': '1.0' } as const;

/** Names an agent and its caller; without a caller, the caller is anonymous. */
export function at(served: Served, name: AgentName, caller?: string): Place {
  const headers = caller === undefined ? {} : { 'x-api-key': toKey(caller) };
  return { url: served.url(name), fetch: served.fetch, headers };
}

/** Sends a body to a path of an agent. */
export function post(
  { url, fetch, headers }: Place,
  [path, body]: readonly [path: string, body: RequestInit['body']],
  { headers: further = {}, ...init }: PostOptions = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers, ...further },
    ...(body !== undefined && { body }),
    duplex: 'half',
    ...init,
  });
}

/** Gets a path of an agent. */
export function get({ url, fetch, headers }: Place, path: string, further = {}): Promise<Response> {
  return fetch(url + path, { headers: { 'a2a-version': '1.0', ...headers, ...further } });
}

export function toBody(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/** Calls a method over JSON-RPC. */
export async function call(place: Place, method: string, params: unknown): Promise<WireAnswer> {
  const response = await post(place, ['/a2a', toBody(method, params)]);
  return (await response.json()) as WireAnswer;
}

/** Sends parts as a message, and resolves to the task; fields are further ones of the message. */
export async function send(place: Place, parts: readonly object[], fields = {}): Promise<WireTask> {
  const answer = await call(place, 'SendMessage', { message: createMessage(parts, fields) });
  assert.equal(answer.error, undefined);
  assert(answer.result?.task);
  return answer.result.task;
}

/** Sends data of a schema, and resolves to the task. */
export function sendData(place: Place, schema: string, data: unknown): Promise<WireTask> {
  return send(place, [createTaggedPart(schema, data)]);
}

/** Sends data of a schema, and resolves to the answer, which is a stream. */
export function stream(
  place: Place,
  [schema, data]: readonly [schema: string, data: unknown],
  init: PostOptions = {},
): Promise<Response> {
  const message = createMessage([createTaggedPart(schema, data)]);
  return post(place, ['/a2a', toBody('SendStreamingMessage', { message })], init);
}

/** A stream of a task that is held, whose first events have come. */
export interface HeldStream {
  readonly key: string;
  readonly taskId: string;
  readonly response: Response;
  /** The events that are still to come. */
  readonly live: AsyncGenerator<ReceivedEvent, void, undefined>;
  /** The id of the last event that has come. */
  readonly lastId: string;
}

/** Begins a task that is held, and reads its stream up to its progress. */
export async function beginHeld(place: Place, init: PostOptions = {}): Promise<HeldStream> {
  const key = crypto.randomUUID();
  const response = await stream(place, ['held', { key }], init);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const live = readEvents(response);
  let lastId = '';
  for (;;) {
    const { value, done } = await live.next();
    assert(done !== true, 'The stream ended before the progress came.');
    lastId = value.id ?? lastId;
    if (JSON.stringify(value.data).includes('Held')) break;
  }
  return { key, taskId: lastId.split(':')[0] ?? '', response, live, lastId };
}

/** Lets the handler of a held task go on. */
export async function release(place: Place, key: string): Promise<void> {
  await sendData(place, 'opened', { key });
}

/** Reads the rest of a stream, and resolves to its last event as text. */
export async function readLast(live: AsyncIterable<ReceivedEvent>): Promise<string> {
  return JSON.stringify((await collect(live)).at(-1));
}

/** Returns the texts of a task's artifacts. */
export function textsOf(task: WireTask): readonly string[] {
  return (task.artifacts ?? []).flatMap(({ parts }) =>
    parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
  );
}

/** Asks again and again until what comes back fits; the limit is that of the behaviour. */
export async function until<Value>(
  read: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await read();
    if (fits(value)) return value;
    // Real time: the process of the agent is another one.
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

/** Resolves once the handler of a held task is in a state. */
export async function untilHandlerIs(place: Place, key: string, state: string): Promise<void> {
  await until(
    async () => textsOf(await sendData(place, 'looked', { key })),
    ([text]) => text === state,
  );
}

/** Makes a body that begins and never ends. */
export function createEndless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  });
}

/** Makes a body of spaces that is sent in pieces of 1,000 bytes without a length. */
export function inPieces(count: number): ReadableStream<Uint8Array> {
  let left = count;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(new Uint8Array(1_000).fill(0x20));
      left -= 1;
    },
  });
}

export { createMessage, createTaggedPart };
