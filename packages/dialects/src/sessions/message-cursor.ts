import { SessionError } from './session-error.ts';

/** Where a page of messages begins, and which way it goes. */
export interface MessageCursor {
  readonly direction: 'next' | 'prev';
  /** A place in the log of the session, which itself is on another page. */
  readonly seq: number;
}

const CURSOR = /^(?<direction>next|prev):(?<seq>\d{1,15})$/u;

/** A cursor as callers get it; what it says is nobody else's business. */
export function toCursor({ direction, seq }: MessageCursor): string {
  return Buffer.from(`${direction}:${seq}`).toString('base64url');
}

/** Reads what {@link toCursor} made. Throws `SessionError` for anything else. */
export function fromCursor(text: string): MessageCursor {
  const found = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups;
  const { direction, seq } = found ?? {};
  if ((direction === 'next' || direction === 'prev') && seq !== undefined) {
    return { direction, seq: Number(seq) };
  }
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot list messages as cursor must be one of an earlier page: current value is ${JSON.stringify(text.slice(0, 100))}`,
  );
}
