import type { Metadata, ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { IncomingHttpHeaders, IncomingMessage as Incoming } from 'node:http';
import type { Socket } from 'node:net';

// An `import` would evaluate the whole module, of which a client for WebSockets takes longest.
const { IncomingMessage } = process.getBuiltinModule('node:http');

/** A gRPC call that has begun, as an interceptor sees it. */
type BegunCall = Pick<
  ServerInterceptingCallInterface,
  'getAuthContext' | 'getConnectionInfo' | 'getHost'
>;

/**
 * Makes an HTTP request for the functions that identify callers. Its headers are the metadata of
 * the call, without binary values; a repeated header has all its values, so that a second
 * credential is noticed. The request has no body.
 */
export function toHttpRequest(call: BegunCall, path: string, metadata: Metadata): Incoming {
  const { remoteAddress, remotePort, localAddress, localPort } = call.getConnectionInfo();
  const { transportSecurityType, sslPeerCertificate } = call.getAuthContext();
  /**
   * The facts about the connection of a gRPC call, under the names that a socket of Node has for
   * them.
   */
  const socket: {
    readonly remoteAddress: string | undefined;
    readonly remotePort: number | undefined;
    readonly localAddress: string | undefined;
    readonly localPort: number | undefined;
    /** True for a gRPC call over TLS. */
    readonly encrypted: boolean;
    /** True if the caller's certificate was checked. */
    readonly authorized: boolean;
    /** Returns the caller's certificate; an object without members if there is none. */
    readonly getPeerCertificate: () => object;
  } = {
    remoteAddress,
    remotePort,
    localAddress,
    localPort,
    encrypted: transportSecurityType === 'ssl',
    authorized: sslPeerCertificate !== undefined,
    getPeerCertificate: () => sslPeerCertificate ?? {},
  };
  // The gRPC library hides its real sockets; functions that identify callers need only these
  // properties.
  const request = new IncomingMessage(socket as unknown as Socket);
  request.method = 'POST';
  request.url = path;
  request.httpVersion = '2.0';
  request.headers = toHeaders(metadata, call.getHost());
  return request;
}

function toHeaders(metadata: Metadata, host: string): IncomingHttpHeaders {
  const headers: Record<string, string> = { host };
  for (const [name, values] of Object.entries(metadata.toJSON())) {
    const texts = values.filter((value) => typeof value === 'string');
    if (texts.length > 0) headers[name] = texts.join(', ');
  }
  return headers;
}
