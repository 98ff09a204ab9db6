import type { ReceivedEvent } from './event-stream.ts';
import { streamOverGrpc } from './grpc-call.ts';
import { createMessage } from './json-rpc.ts';

type Headers = Readonly<Record<string, string>>;

/** A way for tests to open streams at an agent: a binding and a version of A2A. */
export interface Door {
  readonly name: string;
  /** Sends a message to the agent at `url` and opens the stream of its answer. */
  stream(url: string, sent: Sent, headers?: Headers): Promise<Response>;
  /** Opens a stream that subscribes to a task. */
  subscribe(url: string, taskId: string, headers?: Headers): Promise<Response>;
  /**
   * Returns the content of a stream event, without the envelope that the binding puts around it.
   */
  toPayload(data: unknown): unknown;
}

/** A message of one part: a text, or data with the name of its schema. */
type Sent = ({ readonly text: string } | { readonly schema: string; readonly data: unknown }) & {
  /** The `configuration` of the `SendMessage` request. Default: none. */
  readonly configuration?: object;
};

const JSON_HEADERS = { 'content-type': 'application/json' };
const V1_HEADERS = { ...JSON_HEADERS, 'a2a-version': '1.0' };

function toResult(data: unknown): unknown {
  return (data as { readonly result?: unknown }).result;
}

function post(url: string, body: object, headers: Headers): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

function toModernParams({ configuration, ...sent }: Sent): object {
  const part =
    'text' in sent
      ? { text: sent.text }
      : { data: sent.data, mediaType: `application/json;schema=${sent.schema}` };
  return { message: createMessage([part]), ...(configuration && { configuration }) };
}

function toLegacyParams({ configuration, ...sent }: Sent): object {
  const part =
    'text' in sent
      ? { kind: 'text', text: sent.text }
      : {
          kind: 'data',
          data: sent.data,
          metadata: { mimeType: `application/json;schema=${sent.schema}` },
        };
  const message = createMessage([part], { kind: 'message', role: 'user' });
  return { message, ...(configuration && { configuration }) };
}

const jsonRpc: Door = {
  name: 'JSON-RPC 1.0',
  stream: (url, sent, headers) => {
    const params = toModernParams(sent);
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
  stream: (url, sent, headers) => {
    const params = toLegacyParams(sent);
    const request = { jsonrpc: '2.0', id: 1, method: 'message/stream', params };
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
  stream: (url, sent, headers) => {
    return post(`${url}/a2a/rest/message:stream`, toModernParams(sent), {
      ...V1_HEADERS,
      ...headers,
    });
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
  stream: (url, sent, headers) => {
    const params = toModernParams(sent);
    return streamOverGrpc(url, { method: 'sendStreamingMessage', params, headers: { ...headers } });
  },
  subscribe: (url, id, headers) =>
    streamOverGrpc(url, { method: 'subscribeToTask', params: { id }, headers: { ...headers } }),
  toPayload: (data) => data,
};

/** Every binding whose stream events have ids: JSON-RPC of both versions, and REST. */
export const DOORS: readonly Door[] = [jsonRpc, legacy, restGet, restPost];

/** Every binding with streams; gRPC needs a server that was created `WITH_GRPC`. */
export const ALL_DOORS: readonly Door[] = [...DOORS, grpc];

/** Returns the id of the task that a stream event belongs to; empty if the event names none. */
export function findTaskId(door: Door, { id, data }: ReceivedEvent): string {
  if (id !== undefined) return id.split(':')[0] ?? '';
  const { task, statusUpdate, artifactUpdate } = door.toPayload(data) as {
    readonly task?: { readonly id: string };
    readonly statusUpdate?: { readonly taskId: string };
    readonly artifactUpdate?: { readonly taskId: string };
  };
  return task?.id ?? (statusUpdate ?? artifactUpdate)?.taskId ?? '';
}
