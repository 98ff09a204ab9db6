import { Role, type Message as ProtocolMessage } from '@a2a-js/sdk';
import { isTerminalState, type TaskSnapshot } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import type { Artifact, Message, Session } from '@formwork/schemas/types/sessions-v1';

/** A message in the form in which the session's log keeps it; its time is that of the log entry. */
export interface StoredMessage {
  readonly id: string;
  readonly role: Message['role'];
  readonly content: string;
  readonly in_reply_to?: string;
  readonly metadata?: NonNullable<Message['metadata']>;
  readonly artifacts?: Artifact[];
}

/** A task of a session that has not ended as far as the session knows. */
export interface OpenTask {
  readonly id: string;
  /** The id of the caller's message that started the task or answered it last. */
  readonly messageId: string;
  /** The position in the task's log up to which the session has its messages; 0 for a new task. */
  readonly seq: number;
  /** The id of the agent's message with the task's question, while the task waits for an answer. */
  readonly question?: string;
  /**
   * The number of the task's question, while other people than the caller have to answer it. Then no
   * message of the session answers it.
   */
  readonly others?: number;
}

/**
 * The state of a session apart from its messages: its open tasks, and whether the last one failed.
 */
export interface SessionState {
  readonly open: readonly OpenTask[];
  /** True if the newest task that has ended failed. */
  readonly failed: boolean;
}

/** A session in its state after one entry of its log. */
export interface SessionRecord extends SessionState {
  readonly id: string;
  readonly seq: number;
  readonly isEnded: boolean;
  readonly session: Session;
  /** The messages of the session, oldest first, without their times. */
  readonly messages: readonly KeptMessage[];
}

/** A session without its messages, for what lasts: they may be many megabytes. */
export type SessionHead = Omit<SessionRecord, 'messages'>;

/** Returns a session without its messages. */
export function toHead({ messages: _messages, ...head }: SessionRecord): SessionHead {
  return head;
}

/** A message, with the fingerprint of its request, which callers do not see. */
export interface KeptMessage {
  readonly message: StoredMessage;
  /** The fingerprint of the request that the message came with. */
  readonly fingerprint?: string;
}

const FINGERPRINT_KEY = 'fingerprint';

/**
 * Reads a session from the task in which the engine stores it; that task always waits for its
 * caller.
 */
export function fromSnapshot(snapshot: TaskSnapshot): SessionRecord {
  const { id, seq, state, createdAt, statusTimestamp, metadata, history } = snapshot;
  const stored = readState(metadata['state']);
  const callerMetadata = metadata['given'];
  const isEnded = isTerminalState(state);
  const isBroken = isEnded ? state !== 'completed' : stored.failed;
  return {
    ...stored,
    id,
    seq,
    isEnded,
    session: {
      id,
      created_at: toTimestamp(createdAt),
      updated_at: toTimestamp(statusTimestamp),
      status: isBroken ? 'error' : isEnded ? 'completed' : 'active',
      ...(isRecord(callerMetadata) && { metadata: callerMetadata }),
    },
    // The first message is the opening of the task, which is not of the session.
    messages: history.slice(1).map(fromStoredSession),
  };
}

/** Writes a message of a session as an A2A message, which is the form that engines store. */
export function toStoredSession(
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

/** Reads a message that {@link toStoredSession} wrote. */
export function fromStoredSession({ parts, metadata }: ProtocolMessage): KeptMessage {
  const content = parts[0]?.content;
  if (content?.$case !== 'data') throw new TypeError('A message of a session has no content.');
  const fingerprint: unknown = metadata?.[FINGERPRINT_KEY];
  // Not checked, because `toStoredSession` wrote it.
  const message = content.value as StoredMessage;
  return { message, ...(typeof fingerprint === 'string' && { fingerprint }) };
}

function readState(value: unknown): SessionState {
  // Not checked, because only the session store writes it; before the first change there is none.
  return isRecord(value) ? (value as unknown as SessionState) : { open: [], failed: false };
}

/** Writes a time as `YYYY-MM-DDTHH:MM:SSZ` ("Implementation Guidance"). */
export function toTimestamp(isoTime: string): string {
  return `${new Date(isoTime).toISOString().slice(0, 19)}Z`;
}
