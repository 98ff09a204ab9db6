import {
  AgentCard,
  CancelTaskRequest,
  DeleteTaskPushNotificationConfigRequest,
  GetExtendedAgentCardRequest,
  GetTaskPushNotificationConfigRequest,
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
import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { ConnectOptions } from '@formwork/client';
import type { ServerOptions } from '@formwork/server';
import {
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
  status as Code,
} from '@grpc/grpc-js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'vitest';
import { ALL_DOORS, type Door } from './doors.ts';
import {
  findGrpcAddress,
  OWN_CONNECTIONS,
  readGrpcFailure,
  refuseOverGrpc,
  WITH_GRPC,
} from './grpc-call.ts';
import { callJsonRpc, type JsonRpcAnswer, type JsonRpcOptions, readAnswer } from './json-rpc.ts';

/** A call of an A2A 1.0 method with one answer: the method as JSON-RPC names it, and its params. */
interface Call {
  readonly method: string;
  readonly params: unknown;
}

/**
 * A binding by which tests call an agent. `call` returns the answer in the form of JSON-RPC,
 * whatever the binding is.
 */
interface Binding {
  readonly name: 'JSON-RPC' | 'REST' | 'gRPC';
  readonly doorName: string;
  readonly transport: 'JSONRPC' | 'HTTP+JSON' | 'GRPC';
  call(url: string, call: Call, options: JsonRpcOptions): Promise<JsonRpcAnswer>;
}

type Params = Readonly<Record<string, unknown>>;

/** The binding of the test that is running, and whether the test has used it. */
interface Current {
  readonly binding: Binding;
  /** True as soon as the test has called an agent over the binding. */
  isUsed: boolean;
}

const current = new AsyncLocalStorage<Current>();

/**
 * Declares a test that runs over JSON-RPC, REST and gRPC in turn. Its calls by {@link callAgent},
 * {@link findDoor} and {@link findClientOptions} use the binding of the run, and the servers that
 * it starts have all three. A run without any such call fails, because all three would test the
 * same.
 */
export function testOverBindings(name: string, run: () => Promise<void>): void {
  for (const binding of BINDINGS) test(`${name} (${binding.name})`, () => runOver(binding, run));
}

/** Options of {@link eachOverBindings}. */
interface EachOptions {
  /** The bindings that cannot express the values of the rows, and are left out. Default: none. */
  readonly except?: readonly Binding['name'][];
}

/**
 * Declares tests as {@link testOverBindings} does, for each row of values. The names show the
 * values as `test.each` of Vitest does, and a row that is an array is passed as several arguments.
 */
export function eachOverBindings<const Row>(
  rows: readonly Row[],
  { except = [] }: EachOptions = {},
): (name: string, run: (...values: ToValues<Row>) => Promise<void>) => void {
  return (name, run) => {
    for (const binding of BINDINGS.filter((one) => !except.includes(one.name))) {
      test.each(rows as readonly unknown[][])(`${name} (${binding.name})`, (...values) =>
        runOver(binding, () => run(...(values as unknown as ToValues<Row>))),
      );
    }
  };
}

type ToValues<Row> = Row extends readonly unknown[]
  ? { -readonly [K in keyof Row]: Row[K] }
  : [Row];

async function runOver(binding: Binding, run: () => Promise<void>): Promise<void> {
  const store: Current = { binding, isUsed: false };
  await current.run(store, run);
  if (!store.isUsed) throw new Error('A test over bindings must call something by its binding.');
}

/** Returns the binding of the current test; JSON-RPC if the test has none. */
function useBinding(): Binding {
  const store = current.getStore();
  if (store === undefined) return jsonRpc;
  store.isUsed = true;
  return store.binding;
}

/**
 * Calls an agent over the binding of the current test, or over JSON-RPC if the test has none or the
 * call is of A2A 0.3.
 */
export function callAgent(
  url: string,
  call: Call,
  options: JsonRpcOptions = {},
): Promise<JsonRpcAnswer> {
  const binding = options.version === '0.3' ? jsonRpc : useBinding();
  return binding.call(url, call, options);
}

/** Finds the functions that open streams over the binding of the current test. */
export function findDoor(): Door {
  const { doorName } = useBinding();
  const door = ALL_DOORS.find(({ name }) => name === doorName);
  if (door === undefined) throw new Error(`There is no door ${doorName}.`);
  return door;
}

/** Returns the options by which a typed client uses the binding of the current test. */
export async function findClientOptions(
  url: string,
): Promise<Pick<ConnectOptions, 'transports' | 'trustedOrigins'>> {
  const { transport } = useBinding();
  if (transport !== 'GRPC') return { transports: [transport] };
  // Headers are sent to the origin of the card alone, and gRPC has another port.
  return { transports: [transport], trustedOrigins: [`http://${await findGrpcAddress(url)}`] };
}

/**
 * Returns the options of a server that the current test calls: gRPC if the test runs over gRPC,
 * else none.
 */
export function bindingOptions(): Pick<ServerOptions, 'grpc'> {
  return current.getStore()?.binding.name === 'gRPC' ? WITH_GRPC : {};
}

const jsonRpc: Binding = {
  name: 'JSON-RPC',
  doorName: 'JSON-RPC 1.0',
  transport: 'JSONRPC',
  call: callJsonRpc,
};

/**
 * Converts a call into a REST request: its path, its HTTP method, and the params that the path does
 * not contain.
 */
function toRestRequest({ method, params }: Call): {
  readonly path: string;
  readonly verb: 'DELETE' | 'GET' | 'POST';
  readonly rest: Params;
} {
  const { id = '', ...rest } = params as Params;
  const task = `/tasks/${encodeURIComponent(String(id))}`;
  const { taskId, ...others } = rest;
  const configs = `/tasks/${encodeURIComponent(String(taskId))}/pushNotificationConfigs`;
  const config = `${configs}/${encodeURIComponent(String(id))}`;
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
      return { path: configs, verb: 'POST', rest: { ...others, ...(id !== '' && { id }) } };
    case 'ListTaskPushNotificationConfigs':
      return { path: configs, verb: 'GET', rest: others };
    case 'GetTaskPushNotificationConfig':
      return { path: config, verb: 'GET', rest: others };
    case 'DeleteTaskPushNotificationConfig':
      return { path: config, verb: 'DELETE', rest: others };
    case 'GetExtendedAgentCard':
      return { path: '/extendedAgentCard', verb: 'GET', rest };
    default:
      throw new Error(`No test calls ${method} over REST.`);
  }
}

const rest: Binding = {
  name: 'REST',
  doorName: 'REST, subscribing with POST',
  transport: 'HTTP+JSON',
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
    const text = await readAnswer(response);
    const answer = (text === '' ? {} : JSON.parse(text)) as { readonly error?: RestError };
    const body = answer.error === undefined ? { result: answer } : toFailure(answer.error);
    return { status: response.status, headers: response.headers, body };
  },
};

/** The error object in an answer of A2A's REST binding. */
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

/**
 * The JSON-RPC error codes for statuses of REST and gRPC errors whose reason is not one of A2A's
 * own.
 */
const STATUS_CODES: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: -32_602,
  RESOURCE_EXHAUSTED: -32_000,
  UNAUTHENTICATED: -32_000,
  UNAVAILABLE: -32_000,
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

/** The functions of the SDK that read and write one protobuf message as JSON. */
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
  GetTaskPushNotificationConfig: {
    name: 'getTaskPushNotificationConfig',
    from: GetTaskPushNotificationConfigRequest,
    to: TaskPushNotificationConfig,
  },
  DeleteTaskPushNotificationConfig: {
    name: 'deleteTaskPushNotificationConfig',
    from: DeleteTaskPushNotificationConfigRequest,
    to: { fromJSON: () => ({}), toJSON: () => ({}) },
  },
  GetExtendedAgentCard: {
    name: 'getExtendedAgentCard',
    from: GetExtendedAgentCardRequest,
    to: AgentCard,
  },
};

/**
 * The fields, by method, that JSON-RPC sends in results even when they are empty or 0; the SDK's
 * JSON writer leaves them out.
 */
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
  doorName: 'gRPC',
  transport: 'GRPC',
  async call(url, { method, params }, { headers = {} }) {
    if (method === 'SubscribeToTask') return refuseStream(url, { method, params }, headers);
    const found = GRPC_METHODS[method];
    if (found === undefined) throw new Error(`No test calls ${method} over gRPC.`);
    const Client = makeGenericClientConstructor(A2AService, 'A2AService');
    const client = new Client(
      await findGrpcAddress(url),
      credentials.createInsecure(),
      OWN_CONNECTIONS,
    );
    const metadata = new Metadata();
    for (const [name, value] of Object.entries({ 'a2a-version': '1.0', ...headers })) {
      metadata.set(name, value);
    }
    const call = (client[found.name] as Unary).bind(client);
    try {
      return await new Promise<JsonRpcAnswer>((resolve) => {
        call(found.from.fromJSON(params), metadata, (error, answer) => {
          if (error !== null) return resolve(toGrpcFailure(error));
          const result = { ...UNSAID[method], ...(found.to.toJSON(answer) as object) };
          return resolve({ status: 200, headers: new Headers(), body: { result } });
        });
      });
    } finally {
      client.close();
    }
  },
};

/**
 * Opens a gRPC stream that the agent must refuse, and returns the refusal as the single error that
 * the other bindings answer with.
 */
async function refuseStream(
  url: string,
  { params }: Call,
  headers: JsonRpcOptions['headers'] = {},
): Promise<JsonRpcAnswer> {
  const call = { method: 'subscribeToTask', params: params as object, headers } as const;
  const response = await refuseOverGrpc(url, call);
  const { error } = (await response.json()) as {
    readonly error: {
      readonly code: Code;
      readonly text: string;
      readonly details: readonly Record<string, unknown>[];
    };
  };
  const { text: message, details } = error;
  const body = toFailure({ message, status: Code[error.code] ?? '', details });
  return { status: response.status, headers: response.headers, body };
}

function toGrpcFailure(error: ServiceError): JsonRpcAnswer {
  const { details, status, headers } = readGrpcFailure(error);
  const body = toFailure({ message: error.details, status: Code[error.code], details });
  return { status, headers: new Headers(headers), body };
}

/** Every binding of A2A 1.0; gRPC needs a server that was created `WITH_GRPC`. */
export const BINDINGS: readonly Binding[] = [jsonRpc, rest, grpc];
