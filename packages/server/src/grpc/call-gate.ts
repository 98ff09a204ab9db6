import type { ServerCallContext } from '@a2a-js/sdk/server';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { UnavailableError } from '@formwork/runtime';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Visit } from '../caller-limits.ts';
import { toPublicError } from '../errors.ts';
import {
  createCallContext,
  createVersionCheck,
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
 * Checks every gRPC call before its message is read: identifies the caller, checks the version and
 * counts the call.
 */
export interface CallGate {
  readonly intercept: ServerInterceptor;
  /** Returns the context of an admitted gRPC call, by its metadata. */
  readonly contextOf: (metadata: Metadata) => ServerCallContext;
  /**
   * Counts an admitted call as a stream, until the call ends.
   *
   * @throws QuotaError if its caller or address has too many streams
   */
  readonly openStream: (metadata: Metadata) => void;
}

/**
 * A gRPC call in the form in which limits count it: a request, and the event `close` at its end.
 */
class CallVisit extends EventEmitter implements Visit {
  readonly req: IncomingMessage;

  constructor(request: IncomingMessage) {
    super();
    this.req = request;
  }
}

/** A gRPC call that the gate let in: its context, and its place in the limits. */
interface AdmittedCall {
  readonly context: ServerCallContext;
  readonly visit: CallVisit;
}

/** Options of {@link createCallGate}. */
export interface CallGateOptions {
  /**
   * The time within which the message of a gRPC call must arrive, in milliseconds. Default 90,000.
   */
  readonly requestMs?: number;
}

/**
 * Makes the gate of a gRPC endpoint, which identifies the caller and checks the version before any
 * byte of the message is read. A call whose message takes longer than 90 seconds is ended.
 */
export function createCallGate(
  transport: TransportOptions,
  { requestMs = REQUEST_MS }: CallGateOptions = {},
): CallGate {
  const admitted = new WeakMap<Metadata, AdmittedCall>();
  const { quota } = transport;
  const checkVersion = createVersionCheck(transport.requestHandler, 'GRPC');

  /** Resolves when a call may proceed. @throws UnavailableError when there is no place for it */
  function enter(visit: CallVisit): Promise<void> {
    return new Promise((resolve) => {
      if (quota === undefined) resolve();
      else quota.enter(visit, resolve);
    });
  }

  /**
   * Admits a call, and stores its context.
   *
   * @throws UnauthenticatedError, VersionNotSupportedError, UnavailableError or QuotaError, or
   * whatever `authenticate` throws
   */
  async function admit(visit: CallVisit, metadata: Metadata): Promise<void> {
    const { req: request } = visit;
    const { extensionUris, watch } = transport;
    try {
      await enter(visit);
      const caller = await transport.identify(request);
      const version = readProtocolVersion(request);
      const versionCheck = checkVersion(version);
      if (versionCheck !== undefined) await versionCheck;
      const context = createCallContext(request, { version, caller, extensionUris, watch });
      admitted.set(metadata, { context, visit });
    } catch (error) {
      watch?.fail(request, error);
      throw error;
    }
  }

  function find(metadata: Metadata): AdmittedCall {
    const call = admitted.get(metadata);
    if (call === undefined) throw new Error('The call was not let in.');
    return call;
  }

  function refuse(call: ServerInterceptingCallInterface, error: unknown): void {
    call.sendStatus(toGrpcStatus(toPublicError(error, transport.logger), transport.identify));
  }

  return {
    intercept({ path }, call) {
      let timer: NodeJS.Timeout | undefined;
      let visit: CallVisit | undefined;
      const handleLate = (): void => {
        const message = `Cannot read the request because it did not arrive within ${requestMs / 1000} seconds.`;
        refuse(call, new UnavailableError({ message }));
        visit?.emit('close');
      };
      return new ServerInterceptingCall(call, {
        start(next) {
          next({
            async onReceiveMetadata(metadata, pass) {
              visit = new CallVisit(toHttpRequest(call, path, metadata));
              try {
                await admit(visit, metadata);
              } catch (error) {
                refuse(call, error);
                visit.emit('close');
                return;
              }
              timer = setTimeout(handleLate, requestMs).unref();
              pass(metadata);
            },
            onReceiveHalfClose(pass) {
              clearTimeout(timer);
              pass();
            },
            onCancel() {
              clearTimeout(timer);
              visit?.emit('close');
            },
          });
        },
        sendStatus(status, next) {
          visit?.emit('close');
          next(status);
        },
      });
    },
    contextOf: (metadata) => find(metadata).context,
    openStream: (metadata) => quota?.openStream(find(metadata).visit),
  };
}
