import {
  AgentCard,
  CancelTaskRequest,
  GetExtendedAgentCardRequest,
  GetTaskRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  SendMessageResponse,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import { A2A_ERROR_CODE } from '@a2a-js/sdk/errors';
import { decodeErrorInfo, decodeStatus } from '@a2a-js/sdk/errors/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import {
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
  status as Code,
} from '@grpc/grpc-js';
import type { ServerOptions } from '@formwork/server';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'vitest';
import { findGrpcAddress, streamOverGrpc, WITH_GRPC } from './grpc-call.ts';
import { callJsonRpc, type JsonRpcAnswer, type JsonRpcOptions } from './json-rpc.ts';

/** A method of A2A 1.0 with one answer, as JSON-RPC names it, and its params. */
interface Call {
  readonly method: string;
  readonly params: unknown;
}

/** A way to call an agent. Whatever it is, the answer is as JSON-RPC would have it. */
interface Binding {
  readonly name: 'JSON-RPC' | 'REST' | 'gRPC';
  call(url: string, call: Call, options: JsonRpcOptions): Promise<JsonRpcAnswer>;
}

type Params = Readonly<Record<string, unknown>>;

const current = new AsyncLocalStorage<Binding>();

/**
 * Declares a test that runs over JSON-RPC, REST and gRPC in turn: what it calls by {@link callAgent}
 * goes over that binding, and servers that it starts have all of them.
 */
export function testOverBindings(name: string, run: () => Promise<void>, timeout?: number): void {
  for (const binding of BINDINGS) {
    test(`${name} (${binding.name})`, { ...(timeout !== undefined && { timeout }) }, () =>
      current.run(binding, run),
    );
  }
}

/** Calls an agent over the binding of the current test; over JSON-RPC where there is none. */
export function callAgent(
  url: string,
  call: Call,
  options: JsonRpcOptions = {},
): Promise<JsonRpcAnswer> {
  const binding = options.version === '0.3' ? jsonRpc : (current.getStore() ?? jsonRpc);
  return binding.call(url, call, options);
}

/** The options of a server that the current test calls: gRPC, if it goes over that. */
export function bindingOptions(): Pick<ServerOptions, 'grpc'> {
  return current.getStore()?.name === 'gRPC' ? WITH_GRPC : {};
}

const jsonRpc: Binding = { name: 'JSON-RPC', call: callJsonRpc };

/** The path, the HTTP method and the rest of the params of a call over REST. */
function toRestRequest({ method, params }: Call): {
  readonly path: string;
  readonly verb: 'GET' | 'POST';
  readonly rest: Params;
} {
  const { id = '', ...rest } = params as Params;
  const task = `/tasks/${encodeURIComponent(String(id))}`;
  const { taskId, ...others } = rest;
  const configs = `/tasks/${encodeURIComponent(String(taskId))}/pushNotificationConfigs`;
  switch (method) {
    case 'SendMessage':
      return { path: '/message:send', verb: 'POST', rest: params as Params };
    case 'GetTask':
      return { path: task, verb: 'GET', rest };
    case 'CancelTask':
      return { path: `${task}:cancel`, verb: 'POST', rest };
    case 'SubscribeToTask':
      return { path: `${task}:subscribe`, verb: 'POST', rest };
    case 'ListTasks':
      return { path: '/tasks', verb: 'GET', rest };
    case 'CreateTaskPushNotificationConfig':
      return { path: configs, verb: 'POST', rest: others };
    case 'ListTaskPushNotificationConfigs':
      return { path: configs, verb: 'GET', rest: others };
    case 'GetExtendedAgentCard':
      return { path: '/extendedAgentCard', verb: 'GET', rest };
    default:
      throw new Error(`No test calls ${method} over REST.`);
  }
}

const rest: Binding = {
  name: 'REST',
  async call(url, call, { headers = {} }) {
    const { path, verb, rest: left } = toRestRequest(call);
    const query = new URLSearchParams(
      Object.entries(left).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await fetch(
      `${url}/a2a/rest${path}${verb === 'GET' && query.size > 0 ? `?${query.toString()}` : ''}`,
      {
        method: verb,
        headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
        ...(verb === 'POST' && { body: JSON.stringify(left) }),
      },
    );
    const answer = (await response.json()) as { readonly error?: RestError };
    const body = answer.error === undefined ? { result: answer } : toFailure(answer.error);
    return { status: response.status, headers: response.headers, body };
  },
};

/** An error of REST. */
interface RestError {
  readonly message: string;
  readonly status?: string;
  readonly details?: readonly Record<string, unknown>[];
}

function toFailure({ message, status, details = [] }: RestError): JsonRpcAnswer['body'] {
  const reason = details
    .map((detail) => detail['reason'])
    .find((found) => typeof found === 'string');
  return { error: { code: toCode(reason ?? '', status), message, data: details } };
}

/** The codes of JSON-RPC for errors whose reason is not one of A2A's own. */
const STATUS_CODES: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: -32_602,
  UNIMPLEMENTED: -32_601,
  INTERNAL: -32_603,
};

function toCode(reason: string, status = ''): number {
  const codes: Readonly<Record<string, number>> = {
    ...A2A_ERROR_CODE,
    EXTENDED_AGENT_CARD_NOT_CONFIGURED: A2A_ERROR_CODE.EXTENDED_CARD_NOT_CONFIGURED,
  };
  return codes[reason] ?? STATUS_CODES[status] ?? 0;
}

/** A message of the protocol, as the SDK reads and writes it. */
interface Codec {
  readonly fromJSON: (json: unknown) => unknown;
  readonly toJSON: (message: never) => unknown;
}

const GRPC_METHODS: Readonly<
  Record<
    string,
    { readonly name: keyof typeof A2AService; readonly from: Codec; readonly to: Codec }
  >
> = {
  SendMessage: { name: 'sendMessage', from: SendMessageRequest, to: SendMessageResponse },
  GetTask: { name: 'getTask', from: GetTaskRequest, to: Task },
  CancelTask: { name: 'cancelTask', from: CancelTaskRequest, to: Task },
  ListTasks: { name: 'listTasks', from: ListTasksRequest, to: ListTasksResponse },
  CreateTaskPushNotificationConfig: {
    name: 'createTaskPushNotificationConfig',
    from: TaskPushNotificationConfig,
    to: TaskPushNotificationConfig,
  },
  ListTaskPushNotificationConfigs: {
    name: 'listTaskPushNotificationConfigs',
    from: ListTaskPushNotificationConfigsRequest,
    to: ListTaskPushNotificationConfigsResponse,
  },
  GetExtendedAgentCard: {
    name: 'getExtendedAgentCard',
    from: GetExtendedAgentCardRequest,
    to: AgentCard,
  },
};

/** Fields that JSON-RPC says and the SDK's writer leaves out, because they are empty or 0. */
const UNSAID: Readonly<Record<string, object>> = {
  ListTasks: { tasks: [], totalSize: 0, nextPageToken: '' },
};

type Unary = (
  request: unknown,
  metadata: Metadata,
  done: (error: ServiceError | null, answer: never) => void,
) => void;

const grpc: Binding = {
  name: 'gRPC',
  async call(url, { method, params }, { headers = {} }) {
    if (method === 'SubscribeToTask') return refuseStream(url, { method, params }, headers);
    const found = GRPC_METHODS[method];
    if (found === undefined) throw new Error(`No test calls ${method} over gRPC.`);
    const Client = makeGenericClientConstructor(A2AService, 'A2AService');
    const client = new Client(await findGrpcAddress(url), credentials.createInsecure());
    const metadata = new Metadata();
    for (const [name, value] of Object.entries({ 'a2a-version': '1.0', ...headers })) {
      metadata.set(name, value);
    }
    const call = (client[found.name] as Unary).bind(client);
    try {
      return await new Promise<JsonRpcAnswer>((resolve) => {
        call(found.from.fromJSON(params), metadata, (error, answer) => {
          const body =
            error === null
              ? { result: { ...UNSAID[method], ...(found.to.toJSON(answer) as object) } }
              : toFailure(readGrpcError(error));
          resolve({ status: error === null ? 200 : 400, headers: new Headers(), body });
        });
      });
    } finally {
      client.close();
    }
  },
};

/** Opens a stream that has to be refused, as the other bindings answer with one error then. */
async function refuseStream(
  url: string,
  { params }: Call,
  headers: JsonRpcOptions['headers'] = {},
): Promise<JsonRpcAnswer> {
  const call = { method: 'subscribeToTask', params: params as object, headers } as const;
  const response = await streamOverGrpc(url, call);
  const { error } = (await response.json()) as {
    readonly error: { readonly message: string; readonly reasons: readonly string[] };
  };
  const details = error.reasons.map((reason) => ({ reason }));
  const body = toFailure({ message: error.message, details });
  return { status: response.status, headers: response.headers, body };
}

function readGrpcError({ code, details, metadata }: ServiceError): RestError {
  const [bytes] = metadata.get('grpc-status-details-bin');
  const status = Buffer.isBuffer(bytes) ? decodeStatus(bytes) : { details: [] };
  const infos = status.details.filter(({ typeUrl }) => typeUrl.endsWith('.ErrorInfo'));
  return {
    message: details,
    status: Code[code],
    details: infos.map(({ value }) => ({ ...decodeErrorInfo(value) })),
  };
}

const BINDINGS: readonly Binding[] = [jsonRpc, rest, grpc];
