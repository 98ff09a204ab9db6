import type { CardSecurity } from './card-security.ts';

/** A door of the agent, as the card lists it. */
export interface CardInterface {
  /** Absolute URL. */
  readonly url: string;
  readonly protocolBinding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC';
  readonly protocolVersion: '1.0' | '0.3';
}

/** Options of a card, beside the agent itself. */
export interface CardOptions {
  /** In order of preference; at least one. */
  readonly interfaces: readonly CardInterface[];
  readonly streaming: boolean;
  readonly pushNotifications: boolean;
  /** Default: the card says nothing about how to authenticate. */
  readonly security?: CardSecurity;
}
