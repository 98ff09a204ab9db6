import type { StreamResponse } from '@a2a-js/sdk';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Fields } from '../request-shape.ts';

/** A stream of A2A events, as the request handler yields them. */
export type EventStream = AsyncGenerator<StreamResponse, void, undefined>;

/** The request handler that answers a call, and the context of the call. */
export interface CallTarget {
  readonly handler: A2ARequestHandler;
  readonly context: ServerCallContext;
}

/** The name of an operation of A2A 1.0, by which JSON-RPC and gRPC call it (section 5.3). */
export type OperationName =
  | 'SendMessage'
  | 'SendStreamingMessage'
  | 'GetTask'
  | 'ListTasks'
  | 'CancelTask'
  | 'SubscribeToTask'
  | 'CreateTaskPushNotificationConfig'
  | 'GetTaskPushNotificationConfig'
  | 'ListTaskPushNotificationConfigs'
  | 'DeleteTaskPushNotificationConfig'
  | 'GetExtendedAgentCard';

/** The function of a request handler that does an operation. */
export type HandlerFunction = Exclude<keyof A2ARequestHandler, 'getAgentCard'>;

/** The method by which A2A 0.3 calls an operation. */
export interface LegacyMethod {
  /** The name of the method over JSON-RPC. */
  readonly name: string;
  /** The name of the method over gRPC. */
  readonly rpc: string;
  /**
   * Checks the params of A2A 0.3, and prepares them for the codec of the SDK.
   *
   * @throws RequestMalformedError, which names the field
   */
  readonly toParams: (params: Fields) => Fields;
}

/** The route by which A2A REST calls an operation (A2A 1.0 section 11.3). */
interface RestRoute {
  /** The HTTP methods of the route; `GET` stands for `HEAD` as well, unless it is a stream. */
  readonly methods: readonly ('GET' | 'POST' | 'DELETE')[];
  /** The path as a regular expression; its named groups are params. */
  readonly path: string;
  /**
   * Reads the params that are not in the path. Default: there are none.
   *
   * @throws RequestMalformedError for a query that the codec would misread
   */
  readonly read?: (request: { readonly body: Fields; readonly query: Fields }) => Fields;
}

/** The facts about an operation of A2A that every binding reads. */
interface OperationFacts<Request extends object> {
  readonly handles: HandlerFunction;
  /** The method of A2A 0.3; absent if 0.3 has none. */
  readonly legacy?: LegacyMethod;
  readonly route: RestRoute;
  /**
   * Checks params in JSON, because the codec accepts any value and would drop or change wrong ones.
   *
   * @throws RequestMalformedError, which names the field
   */
  readonly check: (params: Fields) => void;
  /** The codec of the request in ProtoJSON. */
  readonly request: { fromJSON(params: Fields): Request };
  /**
   * Checks a request that was decoded from protobuf, all of whose fields are optional. Default:
   * accepts every request.
   *
   * @throws RequestMalformedError, which names the field
   */
  checkMessage?(request: Request): void;
}

/** An operation with a single answer. Its results are those of the request handler. */
export interface UnaryOperation<
  Request extends object = object,
  Result = unknown,
> extends OperationFacts<Request> {
  readonly kind: 'unary';
  /** Encodes a result as ProtoJSON; `null` for an operation without one. */
  encode(result: Result, request: Request): unknown;
  /** Makes the message of protobuf of a result. Default: the result itself. */
  toMessage?(result: Result): object;
}

/** An operation that is answered by a stream of events. */
export interface StreamOperation<Request extends object = object> extends OperationFacts<Request> {
  readonly kind: 'stream';
}

/** An operation of A2A, which a door finds by its name or its route. */
export type Operation = (UnaryOperation | StreamOperation) & { readonly name: OperationName };

/** The functions of a request handler, without the types of their requests. */
type HandlerFunctions = Readonly<
  Record<HandlerFunction, (request: object, context: ServerCallContext) => unknown>
>;

/**
 * Gives a decoded request to the request handler, and returns its answer: a promise, or a stream of
 * events.
 */
export function callHandler(
  operation: UnaryOperation,
  request: object,
  target: CallTarget,
): Promise<unknown>;
export function callHandler(
  operation: StreamOperation,
  request: object,
  target: CallTarget,
): EventStream;
export function callHandler(
  { handles }: UnaryOperation | StreamOperation,
  request: object,
  { handler, context }: CallTarget,
): unknown {
  // The row of an operation names the function that takes what its codec decodes.
  const functions = handler as unknown as HandlerFunctions;
  return functions[handles](request, context);
}

/** Decodes params in ProtoJSON, has them answered, and resolves to the answer in ProtoJSON. */
export async function answerJson(
  operation: UnaryOperation,
  params: Fields,
  target: CallTarget,
): Promise<unknown> {
  const request = operation.request.fromJSON(params);
  return operation.encode(await callHandler(operation, request, target), request);
}

/** Decodes params in ProtoJSON, and opens the stream of the answer. */
export function openJson(
  operation: StreamOperation,
  params: Fields,
  target: CallTarget,
): EventStream {
  return callHandler(operation, operation.request.fromJSON(params), target);
}
