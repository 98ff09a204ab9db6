import { Role, type Message as ProtocolMessage } from '@a2a-js/sdk';
import { isRecord } from '@formwork/schema/internal';
import { isTerminalState, type TaskSnapshot } from '@formwork/runtime';
import type { Artifact, Message, Session } from '@formwork/schemas/types/sessions-v1';

/** A message as it is kept; the time is that of its entry in the log. */
export interface StoredMessage {
  readonly id: string;
  readonly role: Message['role'];
  readonly content: string;
  readonly in_reply_to?: string;
  readonly metadata?: NonNullable<Message['metadata']>;
  readonly artifacts?: Artifact[];
}

/** A task whose end the session does not know yet. */
export interface OpenTask {
  readonly id: string;
  /** The message of the caller that it works on. */
  readonly messageId: string;
  /** The place in the task's log up to which the session knows it; 0 for nothing. */
  readonly seq: number;
  /** The message of the agent that asks, while the task waits for an answer. */
  readonly question?: string;
}

/** The state of a session besides its messages. */
export interface SessionState {
  readonly open: readonly OpenTask[];
  /** True when the newest task that came to an end failed. */
  readonly failed: boolean;
}

/** A session as of one place in its log. */
export interface SessionRecord extends SessionState {
  readonly id: string;
  readonly seq: number;
  readonly isEnded: boolean;
  readonly session: Session;
  /** Without their times, from the oldest on. */
  readonly messages: readonly KeptMessage[];
}

/** A message, and the fingerprint that callers do not see. */
export interface KeptMessage {
  readonly message: StoredMessage;
  /** The fingerprint of the request that it came with. */
  readonly fingerprint?: string;
}

const FINGERPRINT_KEY = 'fingerprint';

/** Reads a session from its task, which always waits for its caller. */
export function fromSnapshot(snapshot: TaskSnapshot): SessionRecord {
  const { id, seq, state, createdAt, statusTimestamp, metadata, history } = snapshot;
  const kept = readState(metadata['state']);
  const given = metadata['given'];
  const isEnded = isTerminalState(state);
  const isBroken = isEnded ? state !== 'completed' : kept.failed;
  return {
    ...kept,
    id,
    seq,
    isEnded,
    session: {
      id,
      created_at: toTimestamp(createdAt),
      updated_at: toTimestamp(statusTimestamp),
      status: isBroken ? 'error' : isEnded ? 'completed' : 'active',
      ...(isRecord(given) && { metadata: given }),
    },
    // The first is that of the creation, which nobody sent.
    messages: history.slice(1).map(fromStored),
  };
}

/** Writes a message in the form that engines keep. */
export function toStored(
  message: StoredMessage,
  { sessionId, fingerprint }: { readonly sessionId: string; readonly fingerprint?: string },
): ProtocolMessage {
  return {
    messageId: message.id,
    contextId: sessionId,
    taskId: sessionId,
    role: message.role === 'agent' ? Role.ROLE_AGENT : Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'data', value: message },
        metadata: undefined,
        filename: '',
        mediaType: '',
      },
    ],
    metadata: fingerprint === undefined ? undefined : { [FINGERPRINT_KEY]: fingerprint },
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Reads a message that {@link toStored} wrote. */
export function fromStored({ parts, metadata }: ProtocolMessage): KeptMessage {
  const content = parts[0]?.content;
  if (content?.$case !== 'data') throw new TypeError('A message of a session has no content.');
  const fingerprint: unknown = metadata?.[FINGERPRINT_KEY];
  // We wrote it ourselves.
  const message = content.value as StoredMessage;
  return { message, ...(typeof fingerprint === 'string' && { fingerprint }) };
}

function readState(value: unknown): SessionState {
  // We wrote it ourselves; before the first change there is none.
  return isRecord(value) ? (value as unknown as SessionState) : { open: [], failed: false };
}

/** Writes a time as `YYYY-MM-DDTHH:MM:SSZ` ("Implementation Guidance"). */
export function toTimestamp(isoTime: string): string {
  return `${new Date(isoTime).toISOString().slice(0, 19)}Z`;
}
