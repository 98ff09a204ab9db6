import type { Transport, TransportFactory } from '@a2a-js/sdk/client';
import type * as Sdk from '@a2a-js/sdk/client/grpc';
import { isRecord } from '@formwork/schema/json';
import { openTelemetry } from '@formwork/telemetry';
import type * as Grpc from '@grpc/grpc-js';
import { ConnectError } from '../errors.ts';
import { KEPT_DETAILS } from './grpc-failure.ts';
import { keepNames } from './grpc-transport.ts';

export { completeTransport } from './grpc-transport.ts';

/**
 * Loads the packages for gRPC, which may be installed or not, and makes the SDK's factory of gRPC
 * transports.
 *
 * @throws ConnectError if they are missing, or cannot run here, such as in a browser.
 */
export async function loadGrpc(isSecure: boolean): Promise<TransportFactory> {
  try {
    // The names are joined here to hide them from bundlers. A missing package would break builds of
    // users who never use gRPC, and an installed one would be bundled for browsers.
    const grpcName = ['@grpc', 'grpc-js'].join('/');
    const sdkName = ['@a2a-js', 'sdk', 'client', 'grpc'].join('/');
    const grpc = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ grpcName
    )) as typeof Grpc;
    const sdk = (await import(/* @vite-ignore */ /* webpackIgnore: true */ sdkName)) as typeof Sdk;
    const { credentials } = grpc;
    return new sdk.GrpcTransportFactory({
      grpcChannelCredentials: isSecure ? credentials.createSsl() : credentials.createInsecure(),
      grpcCallOptions: { interceptors: [guardGrpcCall] },
    });
  } catch (error) {
    throw new ConnectError(
      'Cannot connect over gRPC because the packages for it must be there: they could not be loaded. Install @grpc/grpc-js and @bufbuild/protobuf; in a bundle, also pass grpc: new GrpcTransportFactory() of "@a2a-js/sdk/client/grpc". Browsers have no gRPC.',
      { cause: error },
    );
  }
}

/** The name of the metadata in which gRPC sends the details of an error. */
const DETAILS = 'grpc-status-details-bin';

type NextCall = ReturnType<Parameters<Grpc.Interceptor>[1]>;

/**
 * A gRPC interceptor that hides answers on which the SDK throws where no caller can catch it, so that
 * an agent could end this process: error details that are not protobuf or name a reason such as
 * `constructor`, and an empty answer to a message.
 */
const guardGrpcCall: Grpc.Interceptor = (options, nextCall) => {
  const { method_definition: method } = options;
  // The library makes the definition anew for each call.
  method.responseDeserialize = keepNames(method.responseDeserialize);
  const call = nextCall(options);
  const telemetry = openTelemetry();
  const mustAnswer = options.method_definition.path.endsWith('/SendMessage');
  const guarded: NextCall = {
    start(metadata, listener) {
      if (telemetry !== undefined) {
        const headers = telemetry.inject(telemetry.active());
        for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      }
      call.start(metadata, {
        onReceiveMetadata: (received) => listener?.onReceiveMetadata?.(received),
        onReceiveMessage(message: unknown) {
          // Without the message, gRPC reports that it is missing.
          if (!mustAnswer || !hasNoPayload(message)) listener?.onReceiveMessage?.(message);
        },
        onReceiveStatus: (status) => listener?.onReceiveStatus?.(putDetailsAway(status)),
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
  // The class has the same members as the interface; making one would load the package.
  return guarded as Grpc.InterceptingCall;
};

/**
 * Adds the interceptor that hides dangerous answers from the SDK to a gRPC transport that another
 * factory made.
 */
export function guardGrpcTransport(transport: Transport): void {
  if (!Reflect.has(transport, 'grpcCallOptions')) return;
  const callOptions = Reflect.get(transport, 'grpcCallOptions') as
    | Partial<Grpc.CallOptions>
    | undefined;
  const { interceptors = [], interceptor_providers: providers = [] } = callOptions ?? {};
  Reflect.set(transport, 'grpcCallOptions', {
    ...callOptions,
    // gRPC takes either interceptors or their providers.
    ...(providers.length > 0
      ? { interceptor_providers: [() => guardGrpcCall, ...providers] }
      : { interceptors: [guardGrpcCall, ...interceptors] }),
  });
}

/**
 * The times of a gRPC channel that the library chooses too long, in milliseconds. It would wait a
 * second and more before it connects again, and fail every call until then, so that a restart of the
 * agent would outlast all attempts; at 500, one connection is tried within them.
 */
const CHANNEL_TIMES = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  'grpc.keepalive_timeout_ms': 20_000,
} as const;

/**
 * The time after which a connection with an open call is pinged, in milliseconds, to notice one that
 * broke without a word: for agents of Formwork, and for any others. Libraries of other languages end
 * connections that ping more often than every five minutes.
 */
const PING_MS = { own: 30_000, other: 310_000 } as const;

/**
 * Sets the times of the channel of a gRPC transport, except those that its maker has chosen. The
 * SDK's transport takes no options of channels, so that those of its open channel are completed,
 * which the library reads with every connection.
 */
export function tuneGrpcTransport(
  transport: Transport,
  {
    takesPings,
  }: {
    /** True if the agent is known to take frequent pings. */
    readonly takesPings: boolean;
  },
): void {
  const channel: unknown = callMember(Reflect.get(transport, 'grpcClient'), 'getChannel');
  const options = findMember(findMember(channel, 'internalChannel'), 'options');
  if (!isRecord(options)) return;
  const times = {
    ...CHANNEL_TIMES,
    'grpc.keepalive_time_ms': takesPings ? PING_MS.own : PING_MS.other,
  };
  Object.assign(options, { ...times, ...options });
}

function findMember(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function callMember(value: unknown, name: string): unknown {
  const method = findMember(value, name);
  return typeof method === 'function' ? (Reflect.apply(method, value, []) as unknown) : undefined;
}

function hasNoPayload(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && Reflect.get(message, 'payload') === undefined
  );
}

function putDetailsAway(status: Grpc.StatusObject): Grpc.StatusObject {
  const [bytes] = status.metadata.get(DETAILS);
  if (bytes === undefined) return status;
  const metadata = status.metadata.clone();
  metadata.remove(DETAILS);
  metadata.set(KEPT_DETAILS, bytes);
  return { ...status, metadata };
}
