import type { CardInterface } from '@formwork/core';
import type { TransportOptions } from './transport.ts';

/** The settings of the server that a gRPC door opens for. */
export interface GrpcDoorHost {
  /** The address to listen on, unless the door has one of its own. */
  readonly host: string;
  /** Largest message of a caller, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  /** A connection that is quiet for so many milliseconds is asked whether it lives; 0 never. */
  readonly heartbeatMs: number;
  /** A stream whose reader takes nothing for so many milliseconds is ended; 0 never. */
  readonly stallMs: number;
}

/** A gRPC door that listens. */
export interface OpenGrpcDoor {
  /** Returns the door as the card lists it; the host is that of the server's public URL. */
  readonly describe: (publicUrl: string) => CardInterface;
  /** Serves an agent from now on. Until then every call is answered UNIMPLEMENTED. */
  readonly serve: (transport: TransportOptions) => void;
  /** Takes no calls, gives those under way so many milliseconds, and frees the address. */
  close(graceMs: number): Promise<void>;
}

/**
 * A2A over gRPC on an address of its own, made by `createGrpcDoor` of `@formwork/server/grpc`. It
 * opens and closes with the server that it is given to.
 */
export interface GrpcDoor {
  /** The address that the gRPC door listens on; without a host, that of its server. */
  readonly address: { readonly host: string | undefined; readonly port: number };
  /**
   * Opens the gRPC door for a server that begins to listen.
   *
   * @throws ListenError when the address is not free
   */
  open(host: GrpcDoorHost): Promise<OpenGrpcDoor>;
}
