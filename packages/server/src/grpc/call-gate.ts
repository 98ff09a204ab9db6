import type { ServerCallContext } from '@a2a-js/sdk/server';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { UnavailableError } from '@formwork/runtime';
import { toPublicError } from '../errors.ts';
import {
  createCallContext,
  createVersionCheck,
  readProtocolVersion,
  type TransportOptions,
} from '../transport.ts';
import { toHttpRequest } from './grpc-request.ts';
import { toGrpcStatus } from './grpc-status.ts';

/** How long a request may take to arrive, in milliseconds: as long as one of HTTP. */
const REQUEST_MS = 90_000;

/** Stands before every call. */
export interface CallGate {
  readonly intercept: ServerInterceptor;
  /** The context of a call that was let in, by its metadata. */
  readonly contextOf: (metadata: Metadata) => ServerCallContext;
}

/** Options of {@link createCallGate}. */
export interface CallGateOptions {
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestMs?: number;
}

/**
 * Makes the gate of a door: it knows the caller, and that the version is one that is served, before
 * a byte of the message is read. Whoever takes longer than 90 seconds to send the message is cut off.
 */
export function createCallGate(
  transport: TransportOptions,
  { requestMs = REQUEST_MS }: CallGateOptions = {},
): CallGate {
  const contexts = new WeakMap<Metadata, ServerCallContext>();
  const checkVersion = createVersionCheck(transport.requestHandler, 'GRPC');

  /** @throws UnauthenticatedError or VersionNotSupportedError, or whatever `authenticate` throws */
  async function admit(
    call: ServerInterceptingCallInterface,
    path: string,
    metadata: Metadata,
  ): Promise<void> {
    const request = toHttpRequest(call, path, metadata);
    const caller = await transport.identify(request);
    const version = readProtocolVersion(request);
    const versionCheck = checkVersion(version);
    if (versionCheck !== undefined) await versionCheck;
    const { extensionUris } = transport;
    contexts.set(metadata, createCallContext(request, { version, caller, extensionUris }));
  }

  function refuse(call: ServerInterceptingCallInterface, error: unknown): void {
    call.sendStatus(toGrpcStatus(toPublicError(error, transport.logger), transport.identify));
  }

  return {
    intercept({ path }, call) {
      let timer: NodeJS.Timeout | undefined;
      const handleLate = (): void => {
        const message = `Cannot read the request because it did not arrive within ${requestMs / 1000} seconds.`;
        refuse(call, new UnavailableError({ message }));
      };
      return new ServerInterceptingCall(call, {
        start(next) {
          next({
            async onReceiveMetadata(metadata, pass) {
              try {
                await admit(call, path, metadata);
              } catch (error) {
                refuse(call, error);
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
            },
          });
        },
      });
    },
    contextOf(metadata) {
      const context = contexts.get(metadata);
      if (context === undefined) throw new Error('The call has no context.');
      return context;
    },
  };
}
