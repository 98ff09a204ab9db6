import type { SharedRecords } from '@formwork/runtime';
import type { Caller } from '@formwork/server';
import { hash } from 'node:crypto';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Envelope } from '../message/envelope.ts';
import { toCanonicalText } from '../message/message-text.ts';

/** A peer: an agent that sends messages, by its principal and its `sender_id`. */
interface Peer {
  readonly caller: Caller;
  readonly agentId: string;
}

/** The connections that a handshake has begun and no goodbye has ended. */
export interface Connections {
  open(
    peer: Peer,
    connection: {
      readonly protocol: string;
      /** The agreed version of the schemas; absent if the peer named none. */
      readonly schemaVersion?: string;
    },
  ): Promise<void>;
  isOpen(peer: Peer): Promise<boolean>;
  close(peer: Peer): Promise<void>;
}

/** Finds messages that reuse the id of another message. */
export interface Repeats {
  /**
   * Remembers a message, and checks its id. The same message may come again with another time and
   * another tag: it counts as the same request.
   *
   * @throws EnvelopeRefusedError when the same sender sent another message under the same id
   */
  check(envelope: Envelope, caller: Caller): Promise<void>;
}

const DAY_MS = 86_400_000;

/** The time for which a connection stays open after its handshake, in milliseconds. */
const CONNECTION_MS = 30 * DAY_MS;

/** The time for which the id of a message is remembered, in milliseconds. */
export const MESSAGE_MS: number = DAY_MS;

/**
 * Makes a key for shared records: a hash of texts of any length, so that the key shows no ids of
 * callers.
 */
export function createRecordKey(kind: string, texts: readonly string[]): string {
  return `envelopes/${kind}/${hash('sha256', JSON.stringify(texts), 'base64url')}`;
}

/**
 * Returns the owner of the records of a peer, so that a peer which sends many messages makes the
 * agent forget nothing of other peers. The names that one caller gives itself do not count.
 */
function toOwner({ caller: { id }, agentId }: Peer): string {
  return createRecordKey('peer', id === undefined ? ['agent', agentId] : ['caller', id]);
}

/** Makes the register of an agent's connections, which are kept in shared records. */
export function createConnections(records: SharedRecords, ownId: string): Connections {
  const keyOf = ({ caller, agentId }: Peer): string =>
    createRecordKey('connection', [ownId, agentId, caller.id ?? '']);
  return {
    async open(peer, connection) {
      const value = JSON.stringify(connection);
      const owner = toOwner(peer);
      await records.set(keyOf(peer), { value, ttlMs: CONNECTION_MS, owner });
    },
    isOpen: async (peer) => (await records.get(keyOf(peer))) !== undefined,
    async close(peer) {
      await records.delete(keyOf(peer));
    },
  };
}

/**
 * Makes the finder of messages that reuse an id; it keeps the ids of received messages in shared
 * records.
 */
export function createRepeats(records: SharedRecords, ownId: string): Repeats {
  return {
    async check(envelope, caller) {
      const { auth: _auth, timestamp: _timestamp, correlation_id, ...fields } = envelope;
      const text = toCanonicalText({ ...fields, correlation_id: correlation_id ?? null });
      const content = hash('sha256', text, 'base64');
      const { message_id: id, sender_id: sender } = envelope;
      const key = createRecordKey('received', [ownId, id, sender, caller.id ?? '']);
      const owner = toOwner({ caller, agentId: sender });
      const record = await records.add(key, { value: content, ttlMs: MESSAGE_MS, owner });
      if (record.value === content) return;
      throw new EnvelopeRefusedError(
        `Cannot take the message because message_id must be new, or of the same message: current value is "${id}", under which something else was sent`,
        { errorCode: 'VALIDATION_FAILED', details: { pointer: '/message_id' } },
      );
    },
  };
}
