import type { CardInterface } from '@formwork/core';
import type { TransportOptions } from './transport.ts';

/** The settings of the server for which a gRPC endpoint opens. */
export interface GrpcDoorHost {
  /** The address to listen on, unless the gRPC endpoint has one of its own. */
  readonly host: string;
  /** The largest message of a caller, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  /** The time without traffic after which a connection is pinged, in milliseconds; 0 for never. */
  readonly heartbeatMs: number;
  /**
   * The time after which a stream ends whose reader takes no data, in milliseconds; 0 for never.
   */
  readonly stallMs: number;
}

/** A gRPC endpoint that listens. */
export interface OpenGrpcDoor {
  /**
   * Returns the entry of the gRPC endpoint for the card; its host is that of the server's public
   * URL.
   */
  readonly describe: (publicUrl: string) => CardInterface;
  /** Serves an agent from now on. Earlier calls are answered with UNIMPLEMENTED. */
  readonly serve: (transport: TransportOptions) => void;
  /** Refuses new calls, gives running calls `graceMs` milliseconds, and frees the address. */
  close(graceMs: number): Promise<void>;
}

/**
 * The A2A gRPC endpoint of a server, on an address of its own, made by `createGrpcDoor` of
 * `@formwork/server/grpc`. It opens and closes with its server.
 */
export interface GrpcDoor {
  /** The address on which the gRPC endpoint listens; without a host, on that of its server. */
  readonly address: { readonly host: string | undefined; readonly port: number };
  /**
   * Opens the gRPC endpoint for a server that starts to listen.
   *
   * @throws ListenError when the address is not free
   */
  open(host: GrpcDoorHost): Promise<OpenGrpcDoor>;
}
