import type { TaskEvent } from '@formwork/runtime';
import type { GetSessionMessagesResponse, Message } from '@formwork/schemas/types/sessions-v1';
import { SessionError } from './session-error.ts';
import { fromStoredSession, toTimestamp } from './session-record.ts';
import type { SessionStore, SessionRef } from './session-store.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/**
 * The maximum length of a page of messages, in characters; a page of large messages has fewer of
 * them.
 */
const MAX_PAGE_LENGTH = 4_194_304;

/**
 * Lists a page of a session's messages, the oldest first. A cursor is a position in the session's
 * log, which only grows, so that pages stay the same while messages arrive.
 */
export async function listMessages(
  store: SessionStore,
  {
    newest,
    ...session
  }: SessionRef & {
    /** The position of an entry of the log, no older than the cursors that callers have. */
    readonly newest: number;
  },
  query: {
    readonly cursor?: unknown;
    readonly limit?: unknown;
  },
): Promise<GetSessionMessagesResponse> {
  const limit = readLimit(query.limit);
  const { direction, seq } = readCursor(query.cursor, newest);
  const isForward = direction === 'next';
  const source = isForward ? readForward(store, session, seq) : readBackward(store, session, seq);
  const { page, isCut } = await takePage(source, limit);
  const orderedPage = isForward ? page : page.toReversed();
  // All messages of the session lie behind the position of an empty page.
  const first = orderedPage.at(0)?.seq ?? seq + 1;
  const last = orderedPage.at(-1)?.seq ?? seq - 1;
  const hasNext = isForward ? isCut : await hasAny(readForward(store, session, last));
  const hasPrev = isForward ? await hasAny(readBackward(store, session, first)) : isCut;
  const pagination = {
    ...(hasNext && { next_cursor: createCursor({ direction: 'next', seq: last }) }),
    ...(hasPrev && { prev_cursor: createCursor({ direction: 'prev', seq: first }) }),
  };
  return {
    messages: orderedPage.map(({ message }) => message),
    ...(Object.keys(pagination).length > 0 && { pagination }),
  };
}

async function takePage(
  source: AsyncIterable<PlacedMessage>,
  limit: number,
): Promise<{
  readonly page: readonly PlacedMessage[];
  /** True if there are more messages than the page holds. */
  readonly isCut: boolean;
}> {
  const page: PlacedMessage[] = [];
  let length = 0;
  for await (const placed of source) {
    length += JSON.stringify(placed.message).length;
    if (page.length === limit || (page.length > 0 && length > MAX_PAGE_LENGTH)) {
      return { page, isCut: true };
    }
    page.push(placed);
  }
  return { page, isCut: false };
}

async function hasAny(source: AsyncGenerator): Promise<boolean> {
  const { done } = await source.next();
  await source.return(undefined);
  return done !== true;
}

function readCursor(value: unknown, newest: number): MessageCursor {
  if (value === undefined) return { direction: 'next', seq: 0 };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const cursor = fromCursor(text);
  // Callers can write any number, and the log is walked back from it. The page before an empty one
  // begins behind the newest entry.
  if (cursor !== undefined && cursor.seq <= newest + 1) return cursor;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot list messages because cursor must be one of an earlier page: current value is ${JSON.stringify(text.slice(0, 100))}`,
  );
}

function readLimit(value: unknown): number {
  if (value === undefined) return DEFAULT_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot list messages because limit must be a number from 1 to ${MAX_LIMIT}: current value is ${JSON.stringify(value).slice(0, 100)}`,
  );
}

/** A cursor of the list of messages: the position where a page begins, and its direction. */
interface MessageCursor {
  readonly direction: 'next' | 'prev';
  /** A position in the session's log; the entry at the position belongs to another page. */
  readonly seq: number;
}

const CURSOR = /^(?<direction>next|prev):(?<seq>\d{1,15})$/u;

/** Makes the opaque text of a cursor. */
function createCursor({ direction, seq }: MessageCursor): string {
  return Buffer.from(`${direction}:${seq}`).toString('base64url');
}

/** Reads a text in the form of {@link createCursor}; `undefined` for any other. */
function fromCursor(text: string): MessageCursor | undefined {
  const groups = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups;
  const { direction, seq } = groups ?? {};
  if ((direction !== 'next' && direction !== 'prev') || seq === undefined) return undefined;
  return { direction, seq: Number(seq) };
}

/** A message of a session, with its position in the session's log. */
export interface PlacedMessage {
  readonly seq: number;
  readonly message: Message;
}

/** The number of log entries that are read at once; each change of a session has three or four. */
const CHUNK = 100;

/** Reads the message in an entry of a session's log; `undefined` for entries without one. */
export function readPlacedMessage({ seq, timestamp, event }: TaskEvent): PlacedMessage | undefined {
  if (event.kind !== 'message') return undefined;
  const { message } = fromStoredSession(event.message);
  return { seq, message: { ...message, created_at: toTimestamp(timestamp) } };
}

/** Reads the messages after a position in the session's log, the oldest first. */
async function* readForward(
  store: SessionStore,
  { scope, id }: SessionRef,
  after: number,
): AsyncGenerator<PlacedMessage, void, undefined> {
  let last = after;
  for (;;) {
    const entries = await store.read(scope, id, { after: last, limit: CHUNK });
    for (const entry of entries) {
      last = entry.seq;
      const placed = readPlacedMessage(entry);
      if (placed !== undefined) yield placed;
    }
    if (entries.length < CHUNK) return;
  }
}

/** Reads the messages before a position in the session's log, the newest first. */
async function* readBackward(
  store: SessionStore,
  { scope, id }: SessionRef,
  before: number,
): AsyncGenerator<PlacedMessage, void, undefined> {
  let end = before;
  while (end > 1) {
    const after = Math.max(0, end - 1 - CHUNK);
    const entries = await store.read(scope, id, { after, limit: end - 1 - after });
    for (const entry of entries.toReversed()) {
      const placed = readPlacedMessage(entry);
      if (placed !== undefined) yield placed;
    }
    end = after + 1;
  }
}

/** Finds the first message after a position in the session's log that satisfies a condition. */
export async function findMessage(
  store: SessionStore,
  session: SessionRef & { readonly after: number },
  isWanted: (message: Message) => boolean,
): Promise<Message | undefined> {
  for await (const { message } of readForward(store, session, session.after)) {
    if (isWanted(message)) return message;
  }
  return undefined;
}
