import type { CardInterface } from '@formwork/core';
import { declareRoutes, isLoopbackHost } from '@formwork/network';
import { checkOptions, type OptionRule } from '@formwork/schema/options';
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { createSecureContext } from 'node:tls';
import { parseByteCount } from '../body-bytes.ts';
import { ListenError, type ListenAddress } from '../errors.ts';
import type { GrpcDoor, GrpcDoorHost, OpenGrpcDoor } from '../grpc-door.ts';
import { OPERATIONS } from '../operations/operations.ts';
import { CallInterceptor } from './call-interceptor.ts';
import { type CallOptions, createStreamHandler, createUnaryHandler } from './grpc-calls.ts';
import { GRPC_METHODS } from './grpc-methods.ts';

/** The private key and certificates of a gRPC endpoint: PEM, as text or bytes. */
export interface GrpcTls {
  readonly key: string | Uint8Array;
  /** The certificate of the server for the key, and the intermediate certificates. */
  readonly cert: string | Uint8Array;
  /** The authorities whose client certificates are accepted. Default: those that Node trusts. */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[];
  /**
   * True asks callers for certificates, which `authenticate` reads by
   * `request.socket.getPeerCertificate()`. Callers without a certificate of a trusted authority
   * cannot connect. Default false.
   */
  readonly requestCert?: boolean;
}

/** Options of {@link createGrpcDoor}. */
export interface GrpcDoorOptions {
  /** The port of the gRPC endpoint; 0 takes any free port. Default 50051. */
  readonly port?: number;
  /** The address on which the gRPC endpoint listens. Default: that of the server. */
  readonly host?: string;
  /**
   * The address on the card: `https://` with TLS, `http://` without, or `host:port`. Default: the
   * host of the server's public URL with the port.
   */
  readonly publicUrl?: string;
  /** The key and certificates for TLS. Default: no TLS. */
  readonly tls?: GrpcTls;
}

const ADDRESS = /^(?:https?:\/\/)?(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/.*)?$/iu;

const RULES: { readonly [Name in keyof Required<GrpcDoorOptions>]: OptionRule } = {
  port: {
    expected: 'an integer from 0 to 65535',
    isValid: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  },
  host: {
    expected: 'text that is not empty',
    isValid: (value) => typeof value === 'string' && value.trim() !== '',
  },
  publicUrl: {
    expected: 'an http or https URL, or a host and a port',
    isValid: (value) => typeof value === 'string' && ADDRESS.test(value),
  },
  tls: {
    expected: 'an object with a key and its certificate',
    isValid: (value) =>
      typeof value === 'object' && value !== null && 'key' in value && 'cert' in value,
    // A key must not stand in an error.
    describe: (value) => (typeof value === 'object' ? 'an object without key or cert' : undefined),
  },
};

/**
 * Makes the A2A 1.0 gRPC endpoint for the option `grpc` of `createServer`. Needs the packages
 * `@grpc/grpc-js` and `@bufbuild/protobuf`.
 *
 * @throws RangeError or TypeError that names the option at fault, and the error of Node for
 * certificates that it cannot read
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
 * import { createServer } from '@formwork/server';
 * import { createGrpcDoor } from '@formwork/server/grpc';
 *
 * declare const agent: Agent;
 * const server = createServer(agent, { grpc: createGrpcDoor({ port: 50051 }) });
 * const { url, grpcUrl } = await server.listen();
 * ```
 */
export function createGrpcDoor(options: GrpcDoorOptions = {}): GrpcDoor {
  checkOptions(options, { subject: 'Cannot open a gRPC door', rules: RULES });
  const { port = 50_051, host, publicUrl, tls } = options;
  const credentials = toCredentials(tls);
  return {
    address: { host, port },
    async open(server) {
      const address = { host: host ?? server.host, port };
      const opened = new AgentGrpcServer(server);
      const bound = await bind(opened.server, { address, credentials });
      return {
        describe: (serverUrl) => toInterface(publicUrl ?? toAddress(serverUrl, bound, tls)),
        serve: opened.serve,
        close: (graceMs) => shutDown(opened.server, graceMs),
      };
    },
  };
}

function toCredentials(tls: GrpcTls | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { key, cert, ca, requestCert = false } = tls;
  const pair = { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) };
  const authorities = ca === undefined ? null : joinCertificates([ca].flat());
  // The library would only find out when it listens, and then in a way that cannot be caught.
  createSecureContext({
    key: pair.private_key,
    cert: pair.cert_chain,
    ...(authorities && { ca: authorities }),
  });
  return ServerCredentials.createSsl(authorities, [pair], requestCert);
}

/**
 * Joins certificates into one PEM text. Each may contain several, and need not end with a line
 * break.
 */
function joinCertificates(certificates: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    certificates.flatMap((certificate) => [Buffer.from(certificate), Buffer.from('\n')]),
  );
}

/** The largest number of concurrent gRPC calls on one connection. */
const MAX_CALLS = 1_000;

/** The time after which a gRPC connection without calls is closed, in milliseconds. */
const IDLE_MS = 300_000;

/** A gRPC server, without an address, that serves an agent once it has one. */
class AgentGrpcServer {
  readonly server: Server;
  readonly #stallMs: number;
  #interceptor: CallInterceptor | undefined;

  constructor({ bodyLimit, heartbeatMs, stallMs }: GrpcDoorHost) {
    this.#stallMs = stallMs;
    this.server = new Server({
      'grpc.max_receive_message_length': parseByteCount(bodyLimit),
      'grpc.max_concurrent_streams': MAX_CALLS,
      'grpc.max_connection_idle_ms': IDLE_MS,
      // Turns off statistics for debugging, which nothing could read.
      'grpc.enable_channelz': 0,
      ...(heartbeatMs > 0 && { 'grpc.keepalive_time_ms': heartbeatMs }),
      interceptors: [this.#intercept],
    });
  }

  readonly serve: OpenGrpcDoor['serve'] = (transport) => {
    const interceptor = new CallInterceptor(transport, { stallMs: this.#stallMs });
    this.#interceptor = interceptor;
    addLegacyMethods(this.server);
    addMethods(this.server, { transport, interceptor, stallMs: this.#stallMs });
  };

  readonly #intercept: ServerInterceptor = (method, call) => {
    if (isLegacyPath(method.path)) return refuseLegacyCall(method.path, call);
    return this.#interceptor?.intercept(method, call) ?? new ServerInterceptingCall(call);
  };
}

const IDENTITY = (bytes: Buffer): Buffer => bytes;

function addMethods(server: Server, options: CallOptions): void {
  const implementation: UntypedServiceImplementation = {};
  declareRoutes(GRPC_METHODS.map(({ path }) => path));
  const definition = Object.fromEntries(
    GRPC_METHODS.map((method) => {
      implementation[method.path] =
        method.kind === 'unary'
          ? createUnaryHandler(method, options)
          : createStreamHandler(method, options);
      const shape = {
        path: method.path,
        requestStream: false,
        responseStream: method.kind === 'stream',
        requestSerialize: IDENTITY,
        requestDeserialize: IDENTITY,
        responseSerialize: IDENTITY,
        responseDeserialize: IDENTITY,
      };
      return [method.path, shape] as const;
    }),
  );
  server.addService(definition, implementation);
}

const LEGACY_SERVICE = '/a2a.v1.A2AService/';

/** The methods of A2A 0.3 over gRPC, which the endpoint does not serve. */
const LEGACY_METHODS = OPERATIONS.flatMap(({ legacy }) => legacy?.rpc ?? []);

/** True for the path of a method of A2A 0.3. */
function isLegacyPath(path: string): boolean {
  return path.startsWith(LEGACY_SERVICE);
}

/**
 * Registers the methods of A2A 0.3, so that {@link refuseLegacyCall} can say which version the
 * endpoint speaks. The library would say only that there is no such method.
 */
function addLegacyMethods(server: Server): void {
  for (const name of LEGACY_METHODS) {
    const path = `${LEGACY_SERVICE}${name}`;
    const refuse: handleUnaryCall<Buffer, Buffer> = (_call, answer) => answer(toRefusal(path));
    server.register(path, refuse, IDENTITY, IDENTITY, 'unary');
  }
}

/** Refuses a call of A2A 0.3 before its message is read. */
function refuseLegacyCall(
  path: string,
  call: ServerInterceptingCallInterface,
): ServerInterceptingCall {
  return new ServerInterceptingCall(call, {
    start: (next) => next({ onReceiveMetadata: () => call.sendStatus(toRefusal(path)) }),
  });
}

function toRefusal(path: string): { readonly code: status; readonly details: string } {
  return {
    code: status.UNIMPLEMENTED,
    details: `Cannot run ${path} because the service must be lf.a2a.v1.A2AService: over gRPC this agent speaks A2A 1.0 alone. Clients of A2A 0.3 use JSON-RPC; the agent card says where.`,
  };
}

/** Binds a gRPC server to its address, and resolves to the port. */
function bind(
  server: Server,
  {
    address,
    credentials,
  }: {
    readonly address: ListenAddress;
    readonly credentials: ServerCredentials;
  },
): Promise<number> {
  const { host, port } = address;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return new Promise((resolve, reject) => {
    // The scheme `dns:` comes first, because a host such as `unix` would be taken for a scheme.
    server.bindAsync(`dns:${name}:${port}`, credentials, (error, bound) => {
      if (error === null) {
        resolve(bound);
        return;
      }
      const value = /EADDRINUSE/u.test(error.message)
        ? 'in use by another program. createGrpcDoor({ port: 0 }) takes any free one'
        : error.message;
      const rule = 'the address of the gRPC door must be free and ours';
      reject(new ListenError(address, { rule, value, cause: error }));
    });
  });
}

function toInterface(url: string): CardInterface {
  return { url, protocolBinding: 'GRPC', protocolVersion: '1.0' };
}

/**
 * Makes the address for the card: `host:port`, which every library takes, or a URL where clients
 * would misread that, because they assume TLS for hosts other than this machine.
 */
function toAddress(serverUrl: string, port: number, tls: GrpcTls | undefined): string {
  const { hostname } = new URL(serverUrl);
  const isSecure = tls !== undefined;
  const bare = `${hostname}:${port}`;
  if (isSecure !== isLoopbackHost(hostname)) return bare;
  return `${isSecure ? 'https' : 'http'}://${bare}`;
}

/** The time that gRPC connections have to end after they are cut off, in milliseconds. */
const CUT_MS = 500;

/**
 * Resolves when all connections have ended or were cut off, so that a caller that does not read
 * cannot keep the server from closing.
 */
async function shutDown(server: Server, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => server.forceShutdown(), graceMs);
    const giveUp = setTimeout(resolve, graceMs + CUT_MS);
    server.tryShutdown(() => {
      clearTimeout(cut);
      clearTimeout(giveUp);
      resolve();
    });
  });
}
