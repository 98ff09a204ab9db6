import type { CallOptions, InterceptingCall, Interceptor, StatusObject } from '@grpc/grpc-js';
import type { Transport } from '@a2a-js/sdk/client';

/** Where gRPC has the details of an error, and where they are put away. */
const DETAILS = 'grpc-status-details-bin';
export const KEPT_DETAILS = 'formwork-status-details-bin';

type NextCall = ReturnType<Parameters<Interceptor>[1]>;

/**
 * An interceptor that stands before the SDK's handling of answers. That throws where nobody can
 * catch it, so that an agent could end the process: when details of an error are no protobuf or
 * name a reason such as `constructor`, and when an answer to a message is empty. So it does not get
 * to see these.
 */
export const guardGrpcCall: Interceptor = (options, nextCall) => {
  const call = nextCall(options);
  const mustAnswer = options.method_definition.path.endsWith('/SendMessage');
  const guarded: NextCall = {
    start(metadata, listener) {
      call.start(metadata, {
        onReceiveMetadata: (received) => listener?.onReceiveMetadata?.(received),
        onReceiveMessage(message: unknown) {
          // gRPC says then that there was no message.
          if (!mustAnswer || !hasNoPayload(message)) listener?.onReceiveMessage?.(message);
        },
        onReceiveStatus: (status) => listener?.onReceiveStatus?.(putAway(status)),
      });
    },
    cancelWithStatus: (status, details) => call.cancelWithStatus(status, details),
    getPeer: () => call.getPeer(),
    sendMessageWithContext: (context, message: unknown) =>
      call.sendMessageWithContext(context, message),
    sendMessage: (message: unknown) => call.sendMessage(message),
    startRead: () => call.startRead(),
    halfClose: () => call.halfClose(),
    getAuthContext: () => call.getAuthContext(),
  };
  // The class has no more than the interface; making one would need the package to be loaded.
  return guarded as InterceptingCall;
};

/** Puts the guard before the calls of a transport that somebody else's factory made. */
export function guardGrpcTransport(transport: Transport): void {
  if (!Reflect.has(transport, 'grpcCallOptions')) return;
  const given = Reflect.get(transport, 'grpcCallOptions') as Partial<CallOptions> | undefined;
  const { interceptors = [], interceptor_providers: providers = [] } = given ?? {};
  Reflect.set(transport, 'grpcCallOptions', {
    ...given,
    // gRPC takes the one or the other.
    ...(providers.length > 0
      ? { interceptor_providers: [() => guardGrpcCall, ...providers] }
      : { interceptors: [guardGrpcCall, ...interceptors] }),
  });
}

function hasNoPayload(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && Reflect.get(message, 'payload') === undefined
  );
}

function putAway(status: StatusObject): StatusObject {
  const [bytes] = status.metadata.get(DETAILS);
  if (bytes === undefined) return status;
  const metadata = status.metadata.clone();
  metadata.remove(DETAILS);
  metadata.set(KEPT_DETAILS, bytes);
  return { ...status, metadata };
}
