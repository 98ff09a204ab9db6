import type { ReceivedEvent } from './event-stream.ts';
import { streamOverGrpc } from './grpc-call.ts';
import { createMessage } from './json-rpc.ts';

type Headers = Readonly<Record<string, string>>;

/** A way to call an agent: a binding and a version of A2A. */
export interface Door {
  readonly name: string;
  /** Sends structured input and asks for a stream. */
  stream(url: string, part: StructuredPart, headers?: Headers): Promise<Response>;
  /** Subscribes to a task. */
  subscribe(url: string, taskId: string, headers?: Headers): Promise<Response>;
  /** What an event of a stream says, without the envelope of the binding. */
  toPayload(data: unknown): unknown;
}

/** Data and the name of its schema. */
interface StructuredPart {
  readonly schema: string;
  readonly data: unknown;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const V1_HEADERS = { ...JSON_HEADERS, 'a2a-version': '1.0' };

function toResult(data: unknown): unknown {
  return (data as { readonly result?: unknown }).result;
}

function post(url: string, body: object, headers: Headers): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

function toModernMessage({ schema, data }: StructuredPart): object {
  return createMessage([{ data, mediaType: `application/json;schema=${schema}` }]);
}

const jsonRpc: Door = {
  name: 'JSON-RPC 1.0',
  stream: (url, part, headers) => {
    const params = { message: toModernMessage(part) };
    const request = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params };
    return post(`${url}/a2a`, request, { ...V1_HEADERS, ...headers });
  },
  subscribe: (url, id, headers) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { id } };
    return post(`${url}/a2a`, request, { ...V1_HEADERS, ...headers });
  },
  toPayload: toResult,
};

const legacy: Door = {
  name: 'JSON-RPC 0.3',
  stream: (url, { schema, data }, headers) => {
    const metadata = { mimeType: `application/json;schema=${schema}` };
    const parts = [{ kind: 'data', data, metadata }];
    const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts };
    const request = { jsonrpc: '2.0', id: 1, method: 'message/stream', params: { message } };
    return post(`${url}/a2a`, request, { ...JSON_HEADERS, ...headers });
  },
  subscribe: (url, id, headers) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tasks/resubscribe', params: { id } };
    return post(`${url}/a2a`, request, { ...JSON_HEADERS, ...headers });
  },
  toPayload: toResult,
};

const restPost: Door = {
  name: 'REST, subscribing with POST',
  stream: (url, part, headers) => {
    const body = { message: toModernMessage(part) };
    return post(`${url}/a2a/rest/message:stream`, body, { ...V1_HEADERS, ...headers });
  },
  subscribe: (url, id, headers) =>
    post(`${url}/a2a/rest/tasks/${id}:subscribe`, {}, { ...V1_HEADERS, ...headers }),
  toPayload: (data) => data,
};

const restGet: Door = {
  ...restPost,
  name: 'REST, subscribing with GET',
  subscribe: (url, id, headers) =>
    fetch(`${url}/a2a/rest/tasks/${id}:subscribe`, { headers: { ...V1_HEADERS, ...headers } }),
};

const grpc: Door = {
  name: 'gRPC',
  stream: (url, part, headers) => {
    const params = { message: toModernMessage(part) };
    return streamOverGrpc(url, { method: 'sendStreamingMessage', params, headers: { ...headers } });
  },
  subscribe: (url, id, headers) =>
    streamOverGrpc(url, { method: 'subscribeToTask', params: { id }, headers: { ...headers } }),
  toPayload: (data) => data,
};

/** Every way to get a stream whose events have ids. */
export const DOORS: readonly Door[] = [jsonRpc, legacy, restGet, restPost];

/** Every way to get a stream, from a server `WITH_GRPC`. */
export const ALL_DOORS: readonly Door[] = [...DOORS, grpc];

/** The task that an event is of. */
export function findTaskId(door: Door, { id, data }: ReceivedEvent): string {
  if (id !== undefined) return id.split(':')[0] ?? '';
  const { task, statusUpdate, artifactUpdate } = door.toPayload(data) as {
    readonly task?: { readonly id: string };
    readonly statusUpdate?: { readonly taskId: string };
    readonly artifactUpdate?: { readonly taskId: string };
  };
  return task?.id ?? (statusUpdate ?? artifactUpdate)?.taskId ?? '';
}
