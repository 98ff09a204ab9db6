import type { StreamResponse } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { UnavailableError } from '@formwork/runtime';
import {
  Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { toPublicError } from '../errors.ts';
import type { TransportOptions } from '../transport.ts';
import type { CallInterceptor } from './call-interceptor.ts';
import { keepGrpcGeneration, withGrpcGeneration, withGrpcGenerations } from './grpc-generations.ts';
import type { StreamMethod, UnaryMethod } from './grpc-methods.ts';
import { type GrpcStatus, toGrpcStatus } from './grpc-status.ts';

/** Options of the functions that answer gRPC calls. */
export interface CallOptions {
  readonly transport: TransportOptions;
  readonly interceptor: Pick<CallInterceptor, 'contextOf' | 'openStream'>;
  /**
   * The time after which a stream ends whose reader takes no event, in milliseconds; 0 for never.
   */
  readonly stallMs: number;
}

/** Makes the handler of a gRPC method with a single answer. */
export function createUnaryHandler(
  { answer, path }: UnaryMethod,
  { transport, interceptor }: CallOptions,
): (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => Promise<void> {
  const name = toName(path);
  return async (call, callback) => {
    try {
      const context = interceptor.contextOf(call.metadata);
      const target = { handler: transport.requestHandler, context };
      const { request } = call;
      if (transport.generation === true) keepGrpcGeneration(context, { name, bytes: request });
      const bytes = withGrpcGenerations(await answer(request, target), { name, context });
      call.sendMetadata(toMetadata(context));
      callback(null, Buffer.from(bytes));
    } catch (error) {
      callback(toGrpcStatus(toPublicError(error, transport.logger), transport.identify), null);
    }
  };
}

type StreamCall = ServerWritableStream<Buffer, Buffer>;

/** Makes the handler of a gRPC method that answers with a stream. */
export function createStreamHandler(
  method: StreamMethod,
  { transport, interceptor, stallMs }: CallOptions,
): (call: StreamCall) => Promise<void> {
  return async (call) => {
    const fail = (error: unknown): void => {
      endWith(call, toGrpcStatus(toPublicError(error, transport.logger), transport.identify));
    };
    try {
      const context = interceptor.contextOf(call.metadata);
      const { encode } = method;
      const shows = transport.generation === true;
      if (shows) keepGrpcGeneration(context, { name: toName(method.path), bytes: call.request });
      const stalled = new AbortController();
      interceptor.openStream(call.metadata, () => stalled.abort());
      const events = method.open(call.request, { handler: transport.requestHandler, context });
      // At once, so that the caller of a quiet task knows that it is connected.
      call.sendMetadata(toMetadata(context));
      await writeEvents(call, events, {
        encode: shows ? (event) => Buffer.from(withGrpcGeneration(event, encode(event))) : encode,
        stalled: stalled.signal,
        stallMs,
      });
    } catch (error) {
      fail(error);
    }
  };
}

/** The name of a method, the last part of its path. */
const toName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Sends events over gRPC one at a time, as fast as the caller takes them. */
async function writeEvents(
  call: StreamCall,
  events: AsyncGenerator<StreamResponse, void, undefined>,
  {
    encode,
    stalled,
    stallMs,
  }: {
    readonly encode: (event: StreamResponse) => Buffer;
    /** Aborted when the reader has taken nothing for `stallMs`. */
    readonly stalled: AbortSignal;
    readonly stallMs: number;
  },
): Promise<void> {
  // Ends the events even while the next one is pending; a failure to do so has no reader.
  const stop = (): void => void events.return().catch(() => undefined);
  call.once('close', stop);
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (call.destroyed) return;
      if (done === true) break;
      await write(call, encode(value), stalled);
      if (stalled.aborted) throw createStallError(stallMs);
    }
    call.end();
  } finally {
    call.off('close', stop);
    stop();
  }
}

/** Resolves when the bytes were sent, the caller has gone, or its reader takes nothing. */
function write(call: StreamCall, bytes: Buffer, stalled: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function settle(): void {
      call.off('close', settle);
      stalled.removeEventListener('abort', settle);
      resolve();
    }
    call.once('close', settle);
    stalled.addEventListener('abort', settle);
    // The callback gets an error if the caller has gone, which the event `close` reports as well.
    call.write(bytes, settle);
  });
}

function createStallError(stallMs: number): UnavailableError {
  const message = `Cannot go on with the stream because its reader took nothing for ${stallMs / 1000} seconds. Subscribe to the task again.`;
  return new UnavailableError({ message });
}

/** Ends a gRPC stream with an error status, which the library takes as an emitted error. */
function endWith(call: StreamCall, status: GrpcStatus): void {
  if (!call.destroyed) call.emit('error', status);
}

/** Makes the gRPC metadata that says which extensions are active in a call. */
function toMetadata({ activatedExtensions }: ServerCallContext): Metadata {
  const metadata = new Metadata();
  if (activatedExtensions !== undefined) {
    metadata.set('a2a-extensions', activatedExtensions.join(', '));
  }
  return metadata;
}
