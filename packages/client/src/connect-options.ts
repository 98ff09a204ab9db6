import type { AgentCard } from '@a2a-js/sdk';
import type { TransportFactory } from '@a2a-js/sdk/client';
import type { VetLimits } from '@formwork/core';
import type { CardCache } from './discovery/card-cache.ts';
import type { HeaderSource } from './transport/headers.ts';
import type { RetryOptions } from './transport/retry.ts';
import type { TransportName } from './transport/select-transport.ts';

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * Headers that say who calls, or a function that gives them; after a 401 it is called once more
   * with `refused: true`. They are sent to the origin of the card only, and to `trustedOrigins`.
   */
  readonly headers?: HeaderSource;
  /** Other origins that may see the headers, such as `https://api.example.com`. Default none. */
  readonly trustedOrigins?: readonly string[];
  /**
   * Bindings in order of preference; others are not used. Default: all of them in the card's order,
   * and gRPC last if `grpc` is not given.
   */
  readonly transports?: readonly TransportName[];
  /**
   * `new GrpcTransportFactory(...)` of `@a2a-js/sdk/client/grpc`, for channel credentials or call
   * options of your own. Default: `@grpc/grpc-js` and `@bufbuild/protobuf` are loaded if they are
   * installed and gRPC is preferred or the only door; with TLS unless the door is `http://` or on
   * this machine.
   */
  readonly grpc?: TransportFactory;
  /** Default: those of the types. */
  readonly retry?: RetryOptions;
  /** Keeps cards between connections. Default: one in memory, for callers without headers. */
  readonly cardCache?: CardCache;
  /** False stays with the public card, also where there is an extended one. Default true. */
  readonly extendedCard?: boolean;
  /**
   * Throws if the card is not to be trusted; made by `verifyAgentCardSignature` of `@a2a-js/sdk`.
   * Only schemas that the signature covers are used then. Default: nothing is verified.
   */
  readonly verifyCard?: (card: AgentCard) => Promise<void>;
  /** Limits of schemas that the agent sends. Default: those of the types. */
  readonly vetLimits?: Partial<VetLimits>;
  /** Largest card, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /** Largest answer that is no stream, in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  /**
   * Most bytes of one stream. What a task sent is kept until the call ends. Default 1 GiB.
   */
  readonly maxStreamBytes?: number;
  /** How long finding the card may take, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /** Ends connecting. */
  readonly signal?: AbortSignal;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}
