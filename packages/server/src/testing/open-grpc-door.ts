import { Role, type Message, type SendMessageRequest, type StreamResponse } from '@a2a-js/sdk';
import { decodeErrorInfo, decodeStatus } from '@a2a-js/sdk/errors/grpc';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import {
  type ChannelCredentials,
  type ClientReadableStream,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { NOBODY } from '../caller.ts';
import type { GrpcDoorHost } from '../grpc-door.ts';
import { createGrpcDoor, type GrpcDoorOptions } from '../grpc/create-grpc-door.ts';
import type { TransportOptions } from '../transport.ts';
import { createFakeHandler } from './create-fake-handler.ts';
import { EXTENSION } from './open-json-rpc-door.ts';
import { createLogRecorder, type LogEntry } from './serve-router.ts';

/** The function of a gRPC client that calls a method with one answer. */
type UnaryCall = (
  ...call: [
    request: unknown,
    metadata: Metadata,
    options: { readonly deadline?: number },
    callback: (error: ServiceError | null, answer: unknown) => void,
  ]
) => void;

/** The function of a gRPC client that calls a method with a stream of answers. */
type StreamCall = (
  request: unknown,
  metadata: Metadata,
  options?: { readonly deadline?: number },
) => ClientReadableStream<StreamResponse>;

type Method = keyof typeof A2AService;

/** A plain gRPC client of the A2A service, without the SDK's own client code. */
interface GrpcCaller {
  readonly unary: (
    method: Method,
    request: unknown,
    options?: CallerOptions,
  ) => Promise<GrpcOutcome>;
  readonly stream: (
    method: Method,
    request: unknown,
    options?: CallerOptions,
  ) => ClientReadableStream<StreamResponse>;
  readonly close: () => void;
}

/** Options of a test's gRPC client for one call. */
interface CallerOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadline?: number;
}

/** The outcome of a test's gRPC call: the answer, or the error. */
export interface GrpcOutcome {
  readonly answer?: unknown;
  readonly error?: ServiceError;
}

/** Makes a plain gRPC client for the A2A service at an address. */
function createGrpcCaller(
  address: string,
  channel: ChannelCredentials = credentials.createInsecure(),
): GrpcCaller {
  const Client = makeGenericClientConstructor(A2AService, 'A2AService');
  // Clients of one process share the state of an address by default, and ports come again.
  const client = new Client(address, channel, { 'grpc.use_local_subchannel_pool': 1 });
  const find = (method: Method): unknown => (client[method] as UnaryCall).bind(client);
  return {
    unary(method, request, { headers, ...options } = {}) {
      return new Promise((resolve) => {
        const call = find(method) as UnaryCall;
        call(request, toMetadata(headers), options, (error, answer) => {
          resolve(error === null ? { answer } : { error });
        });
      });
    },
    stream: (method, request, { headers, ...options } = {}) =>
      (find(method) as StreamCall)(request, toMetadata(headers), options),
    close: () => client.close(),
  };
}

function toMetadata(headers: Readonly<Record<string, string>> = {}): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ 'a2a-version': '1.0', ...headers })) {
    if (value !== '') metadata.set(name, value);
  }
  return metadata;
}

/**
 * A gRPC endpoint that a test has opened: its port, the entries of its log, and a client connected
 * to it.
 */
export interface ServedGrpcDoor extends AsyncDisposable, GrpcCaller {
  readonly entries: readonly LogEntry[];
  readonly port: number;
}

/** Options of {@link openGrpcDoor}; each replaces a default of the opened gRPC endpoint. */
interface ServedGrpcOptions {
  readonly transport?: Partial<TransportOptions>;
  readonly host?: Partial<GrpcDoorHost>;
  readonly door?: GrpcDoorOptions;
  readonly channel?: ChannelCredentials;
}

/**
 * Opens a gRPC endpoint for A2A on a free port and connects a client to it. `methods` replace those
 * of the fake request handler.
 */
export async function openGrpcDoor(
  methods: Partial<A2ARequestHandler> = {},
  { transport, host, door, channel }: ServedGrpcOptions = {},
): Promise<ServedGrpcDoor> {
  const { logger, entries } = createLogRecorder();
  const limits = { bodyLimit: '1mb', heartbeatMs: 15_000, stallMs: 60_000 };
  const opened = await createGrpcDoor({ port: 0, ...door }).open({
    host: '127.0.0.1',
    ...limits,
    ...host,
  });
  opened.serve({
    requestHandler: createFakeHandler(methods),
    logger,
    identify: () => Promise.resolve(NOBODY),
    extensionUris: [EXTENSION],
    bodyLimit: '1mb',
    ...transport,
  });
  const { url } = opened.describe('http://localhost');
  const port = Number(/:(\d+)$/u.exec(url)?.[1]);
  const caller = createGrpcCaller(`localhost:${port}`, channel);
  return {
    ...caller,
    entries,
    port,
    async [Symbol.asyncDispose]() {
      caller.close();
      await opened.close(0);
    },
  };
}

/** Makes a `SendMessage` request with the text `hello`; `fields` replace fields of its message. */
export function toSendRequest(fields: Partial<Message> = {}): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: 'm-1',
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [toPart({ $case: 'text', value: 'hello' })],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...fields,
    },
    configuration: undefined,
    metadata: undefined,
  };
}

/** Makes a message part with the given content. */
export function toPart(content: Message['parts'][number]['content']): Message['parts'][number] {
  return { content, metadata: undefined, filename: '', mediaType: '' };
}

/** Reads the status, the message and the error reasons of a failed gRPC call. */
export function readFailure({ error }: GrpcOutcome): {
  readonly code: number | undefined;
  readonly message: string;
  readonly types: readonly string[];
  readonly reasons: readonly string[];
} {
  const [bytes] = error?.metadata.get('grpc-status-details-bin') ?? [];
  const status = Buffer.isBuffer(bytes) ? decodeStatus(bytes) : undefined;
  const details = status?.details ?? [];
  if (status !== undefined && status.message !== error?.details) {
    throw new Error('The status says something else than the details.');
  }
  const infos = details.filter(({ typeUrl }) => typeUrl.endsWith('ErrorInfo'));
  return {
    code: error?.code,
    message: error?.details ?? '',
    types: details.map(({ typeUrl }) => typeUrl.replace('type.googleapis.com/google.rpc.', '')),
    reasons: infos.map(({ value }) => decodeErrorInfo(value).reason),
  };
}
