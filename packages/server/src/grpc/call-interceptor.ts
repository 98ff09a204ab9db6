import type { ServerCallContext } from '@a2a-js/sdk/server';
import { UnavailableError } from '@formwork/runtime';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';
import type { CountedCall } from '../active-requests.ts';
import { toPublicError } from '../errors.ts';
import {
  createCallContext,
  OfferedVersions,
  readProtocolVersion,
  type TransportOptions,
} from '../transport.ts';
import { toHttpRequest } from './grpc-request.ts';
import { toGrpcStatus } from './grpc-status.ts';

/**
 * The time within which the message of a gRPC call must arrive, in milliseconds; the same as for
 * HTTP.
 */
const REQUEST_MS = 90_000;

/**
 * A gRPC call in the form in which limits count it: a request, and the event `close` at its end.
 */
class CountedGrpcCall extends EventEmitter implements CountedCall {
  readonly req: IncomingMessage;

  constructor(request: IncomingMessage) {
    super();
    this.req = request;
  }
}

/** A gRPC call until its end: its request, and the wait for its message. */
class IncomingCall {
  #counted: CountedGrpcCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** True once the call has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  begin(request: IncomingMessage): CountedGrpcCall {
    this.#counted = new CountedGrpcCall(request);
    return this.#counted;
  }

  /** Calls `handleLate`, and ends, if the message has not arrived within the given time. */
  awaitMessage(milliseconds: number, handleLate: () => void): void {
    this.#timer = setTimeout(() => {
      handleLate();
      this.end();
    }, milliseconds).unref();
  }

  endWait(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the call, also a second time. */
  end(): void {
    this.#isOver = true;
    this.endWait();
    this.#counted?.emit('close');
  }
}

/**
 * The size of the pieces in which a message is handed to HTTP/2, in bytes: a reader that takes one
 * within the limit is slow, but reads.
 */
const PIECE_BYTES = 16_384;

/**
 * The reader of a gRPC call: drops a reader that takes nothing while data waits for it, by the same
 * rule as event streams over HTTP. Flow control would otherwise hold the data, the call and its
 * place for as long as the connection lives.
 */
class CallReader {
  /** Called once when the reader has taken nothing for the limit; without it, the call is reset. */
  giveUp: (() => void) | undefined;
  readonly #stream: ServerHttp2Stream;
  readonly #stallMs: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting = 0;

  constructor(stream: ServerHttp2Stream, stallMs: number) {
    this.#stream = stream;
    this.#stallMs = stallMs;
    if (stallMs === 0) return;
    const write = stream.write.bind(stream) as (piece: Buffer, done: WriteDone) => boolean;
    // Written at once, all pieces would be one write again, which ends when the last byte was taken.
    Reflect.set(stream, '_writev', null);
    Reflect.set(stream, 'write', (bytes: Buffer, done: WriteDone): boolean => {
      let from = 0;
      for (; bytes.length - from > PIECE_BYTES; from += PIECE_BYTES) {
        this.#begin();
        write(bytes.subarray(from, from + PIECE_BYTES), this.#take);
      }
      this.#begin();
      return write(bytes.subarray(from), (error) => {
        this.#take();
        done(error);
      });
    });
    stream.once('close', () => clearTimeout(this.#timer));
  }

  #begin(): void {
    this.#waiting += 1;
    this.#timer ??= setTimeout(this.#stall, this.#stallMs).unref();
  }

  readonly #take = (): void => {
    this.#waiting -= 1;
    if (this.#waiting > 0 && !this.#stream.destroyed) {
      this.#timer?.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
  };

  readonly #stall = (): void => {
    const { giveUp } = this;
    this.giveUp = undefined;
    if (giveUp === undefined) {
      this.#stream.close(constants.NGHTTP2_CANCEL);
      return;
    }
    this.#timer?.refresh();
    giveUp();
  };
}

type WriteDone = (error?: Error | null) => void;

/**
 * Finds the HTTP/2 stream below a gRPC call, which the library does not show. `undefined` if the
 * library has changed.
 */
function findStream(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
  const stream: unknown = Reflect.get(call, 'stream');
  return stream instanceof Duplex && 'close' in stream ? (stream as ServerHttp2Stream) : undefined;
}

/** A gRPC call that was let in: its context, its place in the limits, and its reader. */
interface AdmittedCall {
  readonly context: ServerCallContext;
  readonly counted: CountedCall;
  readonly reader: CallReader | undefined;
}

/**
 * The interceptor of a gRPC endpoint: identifies the caller, checks the version and counts the call before
 * any byte of the message is read. A call whose message takes longer than 90 seconds is ended.
 */
export class CallInterceptor {
  readonly #transport: TransportOptions;
  readonly #requestMs: number;
  readonly #stallMs: number;
  readonly #versions: OfferedVersions;
  readonly #admitted = new WeakMap<Metadata, AdmittedCall>();

  constructor(
    transport: TransportOptions,
    {
      requestMs = REQUEST_MS,
      stallMs,
    }: {
      /** The time within which the message must arrive, in milliseconds. Default 90,000. */
      readonly requestMs?: number;
      /**
       * The time after which a reader is dropped that takes no waiting data, in milliseconds; 0 for
       * never.
       */
      readonly stallMs: number;
    },
  ) {
    this.#transport = transport;
    this.#requestMs = requestMs;
    this.#stallMs = stallMs;
    this.#versions = new OfferedVersions(transport.requestHandler, 'GRPC');
  }

  readonly intercept: ServerInterceptor = ({ path }, call) => {
    const requestMs = this.#requestMs;
    const stream = findStream(call);
    const reader = stream && new CallReader(stream, this.#stallMs);
    const incoming = new IncomingCall();
    return new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: async (metadata, pass) => {
            const counted = incoming.begin(toHttpRequest(call, path, metadata));
            try {
              await this.#admit(counted, metadata, reader);
            } catch (error) {
              this.#refuse(call, error);
              incoming.end();
              return;
            }
            // A caller that has gone meanwhile must not stay in memory.
            if (incoming.isOver) return;
            incoming.awaitMessage(requestMs, () => this.#refuse(call, createLateError(requestMs)));
            pass(metadata);
          },
          onReceiveHalfClose(pass) {
            incoming.endWait();
            pass();
          },
          // Comes also after an answer, once its last byte has left: until then, it keeps its place.
          onCancel: () => incoming.end(),
        });
      },
    });
  };

  /** Returns the context of an admitted gRPC call, by its metadata. */
  contextOf(metadata: Metadata): ServerCallContext {
    return this.#find(metadata).context;
  }

  /**
   * Counts an admitted call as a stream, until the call ends. `giveUp` is called once if its reader
   * takes nothing for too long; a call that goes on to take nothing is then reset.
   *
   * @throws QuotaError if its caller or address has too many streams
   */
  openStream(metadata: Metadata, giveUp: () => void): void {
    const { counted, reader } = this.#find(metadata);
    this.#transport.quota?.openStream(counted);
    if (reader !== undefined) reader.giveUp = giveUp;
  }

  /**
   * Admits a call, and stores its context.
   *
   * @throws UnauthenticatedError, VersionNotSupportedError, UnavailableError or QuotaError, or
   * whatever `authenticate` throws
   */
  async #admit(
    counted: CountedCall,
    metadata: Metadata,
    reader: CallReader | undefined,
  ): Promise<void> {
    const { req: request } = counted;
    const { extensionUris, watch } = this.#transport;
    try {
      await this.#enter(counted);
      const caller = await this.#transport.identify(request);
      const version = readProtocolVersion(request);
      const versionCheck = this.#versions.check(version);
      if (versionCheck !== undefined) await versionCheck;
      const context = createCallContext(request, { version, caller, extensionUris, watch });
      this.#admitted.set(metadata, { context, counted, reader });
    } catch (error) {
      watch?.fail(request, error);
      throw error;
    }
  }

  /** Resolves when a call may proceed. @throws UnavailableError when there is no place for it */
  #enter(counted: CountedCall): Promise<void> {
    const { quota } = this.#transport;
    return new Promise((resolve) => {
      if (quota === undefined) resolve();
      else quota.enter(counted, resolve);
    });
  }

  #find(metadata: Metadata): AdmittedCall {
    const call = this.#admitted.get(metadata);
    if (call === undefined) throw new Error('The call was not let in.');
    return call;
  }

  #refuse(call: ServerInterceptingCallInterface, error: unknown): void {
    const { logger, identify } = this.#transport;
    call.sendStatus(toGrpcStatus(toPublicError(error, logger), identify));
  }
}

function createLateError(requestMs: number): UnavailableError {
  const message = `Cannot read the request because it did not arrive within ${requestMs / 1000} seconds.`;
  return new UnavailableError({ message });
}
