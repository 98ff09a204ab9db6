/** What a message is, by its `message_type` (Base Message Schema). */
export type MessageType =
  | 'request'
  | 'response'
  | 'handshake'
  | 'handshake_ack'
  | 'error'
  | 'discover_agents'
  | 'agent_announcement'
  | 'goodbye';

/** What says, in a way that can be checked, who sent a message (Authenticated Message Schema). */
export interface AuthenticationTag {
  readonly agent_id: string;
  /** When the message was signed: ISO 8601 with a zone. */
  readonly timestamp: string;
  /** 32 lower-case hex digits. */
  readonly nonce: string;
  /** Base64. */
  readonly signature: string;
  /** `sha256:` and the fingerprint of the key, in lower-case hex. */
  readonly public_key_fingerprint?: string;
}

/** A message of the Message Schemas Reference, of any type. */
export interface Envelope {
  /** A UUID of version 4 in lower case. */
  readonly message_id: string;
  readonly message_type: MessageType;
  readonly sender_id: string;
  readonly recipient_id: string;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The `message_id` of the message that this one answers. */
  readonly correlation_id?: string | null;
  readonly auth?: AuthenticationTag;
}
