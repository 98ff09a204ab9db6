import type { GetSessionMessagesResponse } from '@formwork/schemas/types/sessions-v1';
import { fromCursor, toCursor, type MessageCursor } from './message-cursor.ts';
import {
  readBackward,
  readForward,
  type PlacedMessage,
  type SessionPlace,
} from './read-messages.ts';
import { SessionError } from './session-error.ts';
import type { SessionStore } from './session-store.ts';

/** Which page of messages is wanted, as the query has it. */
export interface ListQuery {
  readonly cursor?: unknown;
  readonly limit?: unknown;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** A page of large messages has fewer; in characters. */
const MAX_PAGE_LENGTH = 4_194_304;

/**
 * A page of messages, the oldest first. Cursors are places in the log, which only grows: pages stay
 * what they are while messages come.
 */
export async function listMessages(
  store: SessionStore,
  place: SessionPlace,
  query: ListQuery,
): Promise<GetSessionMessagesResponse> {
  const limit = readLimit(query.limit);
  const { direction, seq } = readCursor(query.cursor);
  const isForward = direction === 'next';
  const source = isForward ? readForward(store, place, seq) : readBackward(store, place, seq);
  const { page, isCut } = await takePage(source, limit);
  const shown = isForward ? page : page.toReversed();
  // Of an empty page, what lies behind it is all that there is.
  const first = shown.at(0)?.seq ?? seq + 1;
  const last = shown.at(-1)?.seq ?? seq - 1;
  const hasNext = isForward ? isCut : await hasAny(readForward(store, place, last));
  const hasPrev = isForward ? await hasAny(readBackward(store, place, first)) : isCut;
  const pagination = {
    ...(hasNext && { next_cursor: toCursor({ direction: 'next', seq: last }) }),
    ...(hasPrev && { prev_cursor: toCursor({ direction: 'prev', seq: first }) }),
  };
  return {
    messages: shown.map(({ message }) => message),
    ...(Object.keys(pagination).length > 0 && { pagination }),
  };
}

interface Page {
  readonly page: readonly PlacedMessage[];
  /** True when there are more. */
  readonly isCut: boolean;
}

async function takePage(source: AsyncIterable<PlacedMessage>, limit: number): Promise<Page> {
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

function readCursor(value: unknown): MessageCursor {
  if (value === undefined) return { direction: 'next', seq: 0 };
  return fromCursor(typeof value === 'string' ? value : JSON.stringify(value));
}

function readLimit(value: unknown): number {
  if (value === undefined) return DEFAULT_LIMIT;
  const limit = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot list messages as limit must be a number from 1 to ${MAX_LIMIT}: current value is ${JSON.stringify(value).slice(0, 100)}`,
  );
}
