import type { Request } from 'express';
import { findDuplicateMember } from '../envelopes/message/find-duplicate-member.ts';
import { isUtf8 } from '../shared/is-utf8.ts';
import { SessionError } from './session-error.ts';

const MAX_KEY_LENGTH = 256;

/** Throws `SessionError` for a body that does not say that it is JSON. */
export function checkContentType(request: Request): void {
  const { headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const given = headers['content-type'];
  if (!hasBody && given === undefined) return;
  const type = (given ?? '').replace(/;.*$/su, '').trim().toLowerCase();
  if (type === 'application/json' && isUtf8(given ?? '')) return;
  throw new SessionError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Cannot read the request as its Content-Type must be application/json, in UTF-8: current value is ${JSON.stringify(given ?? '').slice(0, 100)}`,
  );
}

/** Throws `SessionError` for JSON that has a name twice in an object: it has two meanings. */
export function checkNames(bytes: Uint8Array): void {
  const twice = findDuplicateMember(new TextDecoder().decode(bytes));
  if (twice === undefined) return;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot read the request as every name must stand once in its object: current value has ${JSON.stringify(twice.name.slice(0, 60))} twice`,
  );
}

/** The key by which a repeated request is told. Throws `SessionError` when it is too long. */
export function readKey(request: Request): string | undefined {
  const key = request.get('idempotency-key')?.trim();
  if (key === undefined || key === '') return undefined;
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot read the request as Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters: current value is ${key.length} characters`,
  );
}

/** The place in the log that the caller of a stream has reached; `undefined` for a new stream. */
export function readLastEventId(request: Request, newest: number): number | undefined {
  const id = request.get('last-event-id') ?? '';
  // What is none of ours, or of another session, is as if there were none.
  return /^\d{1,15}$/u.test(id) && Number(id) <= newest ? Number(id) : undefined;
}
