import { isRecord } from '@formwork/schema/json';

/** An HTTP request for an operation of A2A and its answer, as JSON. */
export interface Exchange {
  /** The name of the operation in A2A, such as `SendMessage`. */
  readonly operation: string;
  readonly binding: 'json-rpc' | 'http';
  /**
   * The body of the request, with the parameters of its path for REST; `undefined` if there is
   * neither.
   */
  readonly request: unknown;
  readonly status: number;
  /** The body of the answer, or the events of its stream. */
  readonly responses: readonly unknown[];
}

/** A recorder of all requests that a client sends, and of their answers. */
export interface TrafficRecorder {
  readonly fetch: typeof fetch;
  /** Resolves with all recorded requests and answers, once the answers have ended. */
  readonly settle: () => Promise<readonly Exchange[]>;
}

export function recordTraffic(): TrafficRecorder {
  const waiting: Promise<Exchange>[] = [];
  return {
    async fetch(input, init) {
      const response = await fetch(input, init);
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
      const url = new URL(input instanceof Request ? input.url : input);
      const call = toCall({ body, path: url.pathname, method: init?.method ?? 'GET' });
      if (call !== undefined) waiting.push(toExchange(call, response.clone()));
      return response;
    },
    settle: () => Promise.all(waiting),
  };
}

type Call = Pick<Exchange, 'operation' | 'binding' | 'request'>;

interface HttpRequest {
  readonly body: unknown;
  readonly path: string;
  readonly method: string;
}

/**
 * Returns the operation of a request; `undefined` for other requests, such as for the public card.
 */
function toCall({ body, path, method }: HttpRequest): Call | undefined {
  if (isRecord(body) && typeof body['method'] === 'string') {
    return { operation: body['method'], binding: 'json-rpc', request: body };
  }
  for (const [operation, wanted, pattern] of ROUTES) {
    const match = wanted === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const named = match.groups === undefined ? {} : { ...match.groups };
    const rest = isRecord(body) ? body : {};
    const isEmpty = body === undefined && Object.keys(named).length === 0;
    return { operation, binding: 'http', request: isEmpty ? undefined : { ...named, ...rest } };
  }
  return undefined;
}

const CONFIGS = String.raw`/tasks/(?<taskId>[^/]+)/pushNotificationConfigs`;

/**
 * The REST routes of A2A 1.0: the name of the operation, the HTTP method, and the end of the path.
 */
const ROUTES: readonly (readonly [string, string, RegExp])[] = [
  ['SendMessage', 'POST', /\/message:send$/u],
  ['SendStreamingMessage', 'POST', /\/message:stream$/u],
  ['CancelTask', 'POST', /\/tasks\/(?<id>[^/:]+):cancel$/u],
  ['SubscribeToTask', 'POST', /\/tasks\/(?<id>[^/:]+):subscribe$/u],
  ['SubscribeToTask', 'GET', /\/tasks\/(?<id>[^/:]+):subscribe$/u],
  ['GetTask', 'GET', /\/tasks\/(?<id>[^/:]+)$/u],
  ['ListTasks', 'GET', /\/tasks$/u],
  ['CreateTaskPushNotificationConfig', 'POST', new RegExp(`${CONFIGS}$`, 'u')],
  ['ListTaskPushNotificationConfigs', 'GET', new RegExp(`${CONFIGS}$`, 'u')],
  ['GetTaskPushNotificationConfig', 'GET', new RegExp(`${CONFIGS}/(?<id>[^/]+)$`, 'u')],
  ['DeleteTaskPushNotificationConfig', 'DELETE', new RegExp(`${CONFIGS}/(?<id>[^/]+)$`, 'u')],
];

async function toExchange(call: Call, response: Response): Promise<Exchange> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const lines = isStream
    ? text
        .split(/\r?\n/u)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length))
    : [text].filter((body) => body !== '');
  return { ...call, status: response.status, responses: lines.map((line) => JSON.parse(line)) };
}
