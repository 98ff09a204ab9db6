import type { IncomingMessage } from 'node:http';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import type { TaskLogger } from '@formwork/core';
import type { StreamLimits } from './stream-limits.ts';

/** What every HTTP transport of an agent works with. */
export interface TransportOptions {
  readonly requestHandler: A2ARequestHandler;
  /** Gets what callers must not see: unexpected errors, with the id that the caller was told. */
  readonly logger: TaskLogger;
  /**
   * The stable id of the caller, or `undefined` when the request does not say who that is. An
   * `A2AError` it throws is answered; anything else it throws is logged and answered as an internal
   * error. Default: nobody says who they are.
   */
  readonly principal?: ((request: IncomingMessage) => Promise<string | undefined>) | undefined;
  /** Extensions that the card declares; those a caller asks for are activated on its call. */
  readonly extensionUris: readonly string[];
  /** Largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  readonly streamLimits?: StreamLimits;
}
