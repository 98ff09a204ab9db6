import type { TransportFactory } from '@a2a-js/sdk/client';
import type * as Sdk from '@a2a-js/sdk/client/grpc';
import type * as Grpc from '@grpc/grpc-js';
import { ConnectError } from '../errors/connect-error.ts';
import { guardGrpcCall } from './guard-grpc-call.ts';

/**
 * Makes the SDK's factory for gRPC out of packages that are installed or not.
 *
 * @throws ConnectError if they are not, or if this is no place for them, such as a browser.
 */
export async function loadGrpc(isSecure: boolean): Promise<TransportFactory> {
  try {
    // Bundlers must not see these names: what is not installed would break the builds of those who
    // never use gRPC, and what is would go into browsers.
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
      'Cannot connect over gRPC as the packages for it must be there: they could not be loaded. Install @grpc/grpc-js and @bufbuild/protobuf; in a bundle, also pass grpc: new GrpcTransportFactory() of "@a2a-js/sdk/client/grpc". Browsers have no gRPC.',
      { cause: error },
    );
  }
}
