import { MAX_BODY_DEPTH } from '../json-body.ts';
import {
  checkOptional,
  createFieldError,
  createShapeError,
  requireCount,
  requireObject,
  requireState,
} from '../request-shape.ts';
import {
  type ListTasksRequest,
  Role,
  roleToJSON,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
} from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { decodeWhole, encodeWhole, expectNumber, findRounded } from '@formwork/schema/internal';
import { isTooDeep } from '@formwork/schema/json';

/** The request handler that answers a gRPC call, and the context of the call. */
interface CallTarget {
  readonly handler: A2ARequestHandler;
  readonly context: ServerCallContext;
}

type EventStream = AsyncGenerator<StreamResponse, void, undefined>;

/** A gRPC method with a single answer, both as bytes. */
export interface UnaryMethod {
  readonly kind: 'unary';
  readonly path: string;
  /** Decodes the bytes of a request, has it answered, and encodes the answer. */
  readonly answer: (bytes: Buffer, target: CallTarget) => Promise<Buffer>;
}

/** A gRPC method that answers with a stream of events. */
export interface StreamMethod {
  readonly kind: 'stream';
  readonly path: string;
  /** Decodes the bytes of a request, and opens the stream of its answer. */
  readonly open: (bytes: Buffer, target: CallTarget) => EventStream;
  readonly encode: (event: StreamResponse) => Buffer;
}

/** The codec of the SDK for the messages of one gRPC method. */
interface Codec<Request, Answer> {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (answer: Answer) => Buffer;
}

/** The steps from the bytes of a gRPC request to its result: decode, check, answer. */
interface Steps<Request, Result> {
  /** Throws for a request that must not reach the handler. Default: accepts every request. */
  readonly check?: (request: Request) => void;
  readonly call: (request: Request, target: CallTarget) => Result;
}

/**
 * The methods of A2A 1.0 over gRPC (section 10.3). Messages are decoded here instead of in the gRPC
 * library, so that no message is decoded before its caller is identified, and faults get A2A
 * errors.
 */
export const GRPC_METHODS: readonly (UnaryMethod | StreamMethod)[] = [
  unary(A2AService.sendMessage, {
    check: checkSendMessage,
    async call(request, { handler, context }): Promise<SendMessageResponse> {
      const value = await handler.sendMessage(request, context);
      const isMessage = 'messageId' in value;
      return { payload: isMessage ? { $case: 'message', value } : { $case: 'task', value } };
    },
  }),
  stream(A2AService.sendStreamingMessage, {
    check: checkSendMessage,
    call: (request, { handler, context }) => handler.sendMessageStream(request, context),
  }),
  unary(A2AService.getTask, {
    check: checkHistoryLength,
    call: (request, { handler, context }) => handler.getTask(request, context),
  }),
  unary(A2AService.listTasks, {
    check: checkListTasks,
    call: (request, { handler, context }) => handler.listTasks(request, context),
  }),
  unary(A2AService.cancelTask, {
    call: (request, { handler, context }) => handler.cancelTask(request, context),
  }),
  stream(A2AService.subscribeToTask, {
    call: (request, { handler, context }) => handler.resubscribe(request, context),
  }),
  unary(A2AService.createTaskPushNotificationConfig, {
    call: (request, { handler, context }) =>
      handler.createTaskPushNotificationConfig(request, context),
  }),
  unary(A2AService.getTaskPushNotificationConfig, {
    call: (request, { handler, context }) =>
      handler.getTaskPushNotificationConfig(request, context),
  }),
  unary(A2AService.listTaskPushNotificationConfigs, {
    call: (request, { handler, context }) =>
      handler.listTaskPushNotificationConfigs(request, context),
  }),
  unary(A2AService.getExtendedAgentCard, {
    call: (request, { handler, context }) =>
      handler.getAuthenticatedExtendedAgentCard(request, context),
  }),
  unary(A2AService.deleteTaskPushNotificationConfig, {
    async call(request, { handler, context }) {
      await handler.deleteTaskPushNotificationConfig(request, context);
      return {};
    },
  }),
];

function unary<Request extends object, Answer>(
  codec: Codec<Request, Answer>,
  steps: Steps<Request, Promise<Answer>>,
): UnaryMethod {
  return {
    kind: 'unary',
    path: codec.path,
    async answer(bytes, target) {
      const request = readRequest(bytes, codec, steps);
      return encodeWhole(await steps.call(request, target), codec.responseSerialize);
    },
  };
}

function stream<Request extends object>(
  codec: Codec<Request, StreamResponse>,
  steps: Steps<Request, EventStream>,
): StreamMethod {
  return {
    kind: 'stream',
    path: codec.path,
    open: (bytes, target) => steps.call(readRequest(bytes, codec, steps), target),
    encode: (event) => encodeWhole(event, codec.responseSerialize),
  };
}

/**
 * Decodes the bytes of a gRPC request.
 *
 * @throws RequestMalformedError for bytes that are no message of this type
 */
function readRequest<Request extends object>(
  bytes: Buffer,
  codec: Pick<Codec<Request, never>, 'requestDeserialize'>,
  { check }: Steps<Request, unknown>,
): Request {
  const request = decode(bytes, codec);
  check?.(request);
  // Callers do not choose whom they act for.
  return 'tenant' in request ? { ...request, tenant: '' } : request;
}

function decode<Request>(
  bytes: Buffer,
  { requestDeserialize }: Pick<Codec<Request, never>, 'requestDeserialize'>,
): Request {
  try {
    return decodeWhole(bytes, requestDeserialize);
  } catch (error) {
    // The SDK's decoder is recursive, and nothing but the size of a message bounds it.
    if (error instanceof RangeError && /call stack/u.test(error.message)) throw createDepthError();
    throw new RequestMalformedError({
      message: `Cannot read the request as it must be a message of lf.a2a.v1 in protobuf: ${error instanceof Error ? error.message : String(error)}`,
      cause: error,
    });
  }
}

/**
 * Checks a request to send a message for rules that protobuf does not express, because all of its
 * fields are optional.
 *
 * @throws RequestMalformedError, which names the field
 */
function checkSendMessage({ message, configuration, metadata }: SendMessageRequest): void {
  if (message === undefined) throw createShapeError('message', 'an object', message);
  if (message.messageId === '') {
    throw createShapeError('message.messageId', 'text that is not empty', '');
  }
  if (message.role !== Role.ROLE_USER) {
    throw createShapeError('message.role', '"ROLE_USER"', roleToJSON(message.role));
  }
  for (const [index, { content, metadata: tags }] of message.parts.entries()) {
    const path = `message.parts[${index}]`;
    if (content === undefined) {
      const expected = 'an object with one of text, raw, url, data';
      throw createFieldError(path, expected, 'an object with none');
    }
    if (content.$case === 'data') checkJson(content.value, `${path}.data`);
    checkMetadata(tags, `${path}.metadata`);
  }
  checkMetadata(message.metadata, 'message.metadata');
  checkMetadata(metadata, 'metadata');
  checkOptional(configuration?.historyLength, 'configuration.historyLength', requireCount);
}

/**
 * Checks the history length of a gRPC request.
 *
 * @throws RequestMalformedError for a negative number of messages
 */
function checkHistoryLength(request: { readonly historyLength?: number | undefined }): void {
  checkOptional(request.historyLength, 'historyLength', requireCount);
}

/**
 * Checks the filters of a gRPC request that lists tasks.
 *
 * @throws RequestMalformedError for a filter that would match other tasks than it says
 */
function checkListTasks(request: ListTasksRequest): void {
  checkHistoryLength(request);
  requireState(request.status, 'status');
}

/** Makes the error for JSON that is nested deeper than recursive programs can walk. */
function createDepthError(): RequestMalformedError {
  return new RequestMalformedError(
    `Cannot read the request: its JSON must be nested at most ${MAX_BODY_DEPTH} levels deep`,
  );
}

function checkMetadata(value: unknown, path: string): void {
  checkOptional(value, path, (metadata) => checkJson(requireObject(metadata, path), path));
}

/** Refuses a `google.protobuf.Value` that JSON cannot express. */
function checkJson(value: unknown, path: string): void {
  if (isTooDeep(value, MAX_BODY_DEPTH)) throw createDepthError();
  if (!isJson(value)) {
    throw createFieldError(path, 'JSON', 'NaN, an endless number, or a value of no kind');
  }
  const found = findRounded(value);
  if (found !== undefined) {
    throw createFieldError(
      `${path}${found.pointer}`,
      expectNumber(String(found.number)),
      String(found.number),
    );
  }
}

/**
 * Returns true for a value that JSON can express. The depth of the message limits the recursion.
 */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'object') return value === null || Object.values(value).every(isJson);
  return typeof value === 'string' || typeof value === 'boolean';
}
