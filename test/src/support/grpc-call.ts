import { SendMessageRequest, StreamResponse, SubscribeToTaskRequest } from '@a2a-js/sdk';
import { decodeErrorInfo, decodeStatus } from '@a2a-js/sdk/errors/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { ServerOptions } from '@formwork/server';
import { createGrpcDoor } from '@formwork/server/grpc';
import {
  type ClientReadableStream,
  credentials,
  makeGenericClientConstructor,
  Metadata,
  type ServiceError,
  status as Code,
} from '@grpc/grpc-js';
import { expect } from 'vitest';
import { onTestFinished } from './test-end.ts';

/**
 * The options of the gRPC clients of tests: connections of their own. By default, all clients of a
 * process share the state of an address, and a new server can have the port of one that has failed.
 */
export const OWN_CONNECTIONS = { 'grpc.use_local_subchannel_pool': 1 } as const;

/** The server option that opens a gRPC endpoint on a free port. */
export const WITH_GRPC: Pick<ServerOptions, 'grpc'> = { grpc: createGrpcDoor({ port: 0 }) };

/**
 * The gRPC methods that answer with a stream, each with the SDK's reader of its requests from JSON.
 */
const REQUESTS: Readonly<
  Record<'sendStreamingMessage' | 'subscribeToTask', { fromJSON: (params: unknown) => unknown }>
> = { sendStreamingMessage: SendMessageRequest, subscribeToTask: SubscribeToTaskRequest };

/** A call of a gRPC method that answers with a stream. */
interface GrpcStreamCall {
  readonly method: keyof typeof REQUESTS;
  /** The request of the call, in the JSON form of protobuf (ProtoJSON). */
  readonly params: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the address of the gRPC endpoint that the card of a server lists. */
export async function findGrpcAddress(url: string): Promise<string> {
  const headers = { 'a2a-version': '1.0' };
  const card = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  const { supportedInterfaces } = (await card.json()) as {
    readonly supportedInterfaces: readonly { url: string; protocolBinding: string }[];
  };
  const door = supportedInterfaces.find(({ protocolBinding }) => protocolBinding === 'GRPC');
  if (door === undefined) throw new Error('The server has no door of gRPC: give it WITH_GRPC.');
  return door.url;
}

/**
 * The time for which an opened stream is watched for an early error before the stream counts as
 * opened, in milliseconds.
 */
const OPEN_AFTER_MS = 200;

/**
 * Opens a stream over gRPC that must fail before its first event, and returns its error as the
 * response of an HTTP endpoint.
 */
export async function refuseOverGrpc(url: string, call: GrpcStreamCall): Promise<Response> {
  const { value } = await toFrames(await open(url, call)).next();
  if (value?.name === 'error') return toRefusal(value);
  throw new Error(`The stream was not refused, but began with ${JSON.stringify(value)}.`);
}

/**
 * Opens a stream over gRPC and returns it as an HTTP endpoint would: as server-sent events without
 * ids, or as an error response if the call fails first. Canceling the body of the response cancels
 * the call.
 */
export async function streamOverGrpc(url: string, call: GrpcStreamCall): Promise<Response> {
  const stream = await open(url, call);
  const frames = toFrames(stream);
  const first = frames.next();
  const opened = new Promise<undefined>((resolve) => {
    // Real time: that no error follows is no event. What a busy machine has not read by then is read
    // before the next turn of the loop.
    stream.once('metadata', () =>
      setTimeout(() => setImmediate(() => setImmediate(resolve, undefined)), OPEN_AFTER_MS),
    );
  });
  const early = await Promise.race([opened, first]);
  if (early?.value?.name === 'error') return toRefusal(early.value);
  let next: Promise<IteratorResult<Frame, void>> | undefined = first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (next ?? frames.next());
      next = undefined;
      if (done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(toText(value)));
    },
    cancel: () => stream.cancel(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

type EventStream = ClientReadableStream<StreamResponse>;

async function open(
  url: string,
  { method, params, headers = {} }: GrpcStreamCall,
): Promise<EventStream> {
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
  const begin = client[method] as (request: unknown, metadata: Metadata) => EventStream;
  const stream = begin.call(client, REQUESTS[method].fromJSON(params), metadata);
  // The reader of the stream gets the error as well, so it is ignored here.
  stream.on('error', () => undefined);
  onTestFinished(() => {
    stream.cancel();
    client.close();
  });
  return stream;
}

/** A server-sent event without an id, made from a gRPC message or error. */
interface Frame {
  readonly name: 'message' | 'error';
  readonly data: unknown;
  /** The status and headers of the HTTP response, if an error is the first event. */
  readonly init?: ResponseInit;
}

/**
 * The HTTP statuses for gRPC statuses of authentication, load and server faults; all others map to
 * 400.
 */
const HTTP_STATUSES: Readonly<Record<number, number>> = {
  [Code.INTERNAL]: 500,
  [Code.UNAUTHENTICATED]: 401,
  [Code.PERMISSION_DENIED]: 403,
  [Code.RESOURCE_EXHAUSTED]: 429,
  [Code.UNAVAILABLE]: 503,
};

/** The failure of a gRPC call, with the status and headers that an HTTP answer would have. */
interface GrpcFailure {
  /** The contents of `google.rpc.ErrorInfo` and `google.rpc.RequestInfo` of the failure. */
  readonly details: readonly Record<string, unknown>[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryDelay: number | undefined;
}

/** A detail of a `google.rpc.Status`, still encoded as protobuf. */
interface EncodedDetail {
  readonly typeUrl: string;
  readonly value: Uint8Array;
}

/** Reads from a gRPC error all that it says besides its code and text: its details and metadata. */
export function readGrpcFailure({ code, metadata }: ServiceError): GrpcFailure {
  const [bytes] = metadata.get('grpc-status-details-bin');
  const details: readonly EncodedDetail[] = Buffer.isBuffer(bytes)
    ? decodeStatus(bytes).details
    : [];
  const retryInfo = details.find(({ typeUrl }) => typeUrl.endsWith('.RetryInfo'));
  const retryDelay = retryInfo && readRetryDelay(retryInfo.value);
  const challenge = metadata.get('www-authenticate').map(String).join(', ');
  return {
    details: details.flatMap((detail) => readDetail(detail)),
    status: HTTP_STATUSES[code] ?? 400,
    headers: {
      ...(challenge !== '' && { 'www-authenticate': challenge }),
      ...(retryDelay !== undefined && { 'retry-after': String(retryDelay) }),
    },
    retryDelay,
  };
}

function toFailure(error: ServiceError): Omit<Frame, 'name'> {
  const { details, retryDelay, ...init } = readGrpcFailure(error);
  const { code, message, details: text } = error;
  const reasons = details.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  return { data: { error: { code, message, text, reasons, details, retryDelay } }, init };
}

function readDetail({ typeUrl, value }: EncodedDetail): Record<string, unknown>[] {
  if (typeUrl.endsWith('.ErrorInfo')) return [{ ...decodeErrorInfo(Buffer.from(value)) }];
  return typeUrl.endsWith('.RequestInfo') ? [{ requestId: readRequestId(value) }] : [];
}

/** Reads the request id from an encoded `google.rpc.RequestInfo`. */
function readRequestId(value: Uint8Array): string {
  const reader = new BinaryReader(value);
  expect(reader.tag()).toEqual([1, WireType.LengthDelimited]);
  return reader.string();
}

/** Reads the seconds from an encoded `google.rpc.RetryInfo`. */
function readRetryDelay(bytes: Uint8Array): number {
  const reader = new BinaryReader(bytes);
  expect(reader.tag()).toEqual([1, WireType.LengthDelimited]);
  const duration = new BinaryReader(reader.bytes());
  expect(duration.tag()).toEqual([1, WireType.Varint]);
  return Number(duration.int64());
}

function toRefusal({ data, init }: Frame): Response {
  return Response.json(data, init);
}

function toText({ name, data }: Frame): string {
  return `${name === 'error' ? 'event: error\n' : ''}data: ${JSON.stringify(data)}\n\n`;
}

async function* toFrames(stream: EventStream): AsyncGenerator<Frame, void, undefined> {
  try {
    for await (const event of stream) {
      yield { name: 'message', data: StreamResponse.toJSON(event as StreamResponse) };
    }
  } catch (error) {
    yield { name: 'error', ...toFailure(error as ServiceError) };
  }
}
