import { createValidator, toPlainText, type Validator } from '@formwork/schema';
import artifact from '@formwork/schemas/sessions/v1/artifact.json' with { type: 'json' };
import createSession from '@formwork/schemas/sessions/v1/create-session-request.json' with { type: 'json' };
import sendMessage from '@formwork/schemas/sessions/v1/send-message-request.json' with { type: 'json' };
import type { CreateSessionRequest, SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import type { RequestMessage } from '@formwork/server';
import { readHeader, readMediaType } from '@formwork/server/internal';
import { findDuplicateMember, isUtf8 } from '../json-guard.ts';
import { SessionError } from './session-error.ts';

/** A path of the session API that was recognized ("API Endpoints"). */
export interface SessionRoute {
  readonly kind: 'card' | 'sessions' | 'session' | 'messages' | 'stream';
  /** The id of the session; `''` for paths without one. */
  readonly id: string;
}

/** The routes of the session API, after its base path. */
export const SESSION_ROUTES: readonly string[] = [
  '/card',
  '/sessions/:id/messages',
  '/sessions/:id/stream',
];

/** Reads a path after the base path; `undefined` for a path that the API does not have. */
export function findSessionRoute(path: string): SessionRoute | undefined {
  const [first, id, last, ...excess] = path.replace(/^\/|\/$/gu, '').split('/');
  if (id === undefined) {
    if (first === 'card') return { kind: 'card', id: '' };
    return first === 'sessions' ? { kind: 'sessions', id: '' } : undefined;
  }
  if (first !== 'sessions' || id === '' || excess.length > 0) return undefined;
  if (last === undefined) return { kind: 'session', id };
  return last === 'messages' || last === 'stream' ? { kind: last, id } : undefined;
}

/** True for a path that an API at the root answers itself, even with an error. */
export function isSessionPath(path: string): boolean {
  return /^\/(?:card\/?$|sessions(?:\/|$))/u.test(path);
}

let createSessionValidator: Validator | undefined;
let sendMessageValidator: Validator | undefined;

/**
 * Checks the body of `POST /sessions`.
 *
 * @throws SessionError
 */
export function parseCreateSession(body: unknown): CreateSessionRequest {
  createSessionValidator ??= createValidator(createSession);
  checkBody(createSessionValidator, body);
  return body as CreateSessionRequest;
}

/**
 * Checks the body of `POST /sessions/{id}/messages`.
 *
 * @throws SessionError
 */
export function parseSendMessage(body: unknown): SendMessageRequest {
  // The schema refers to the schema of artifacts, a document of its own, by its id.
  sendMessageValidator ??= createValidator({ ...sendMessage, $defs: { artifact } });
  checkBody(sendMessageValidator, body);
  return body as SendMessageRequest;
}

function checkBody(validator: Validator, body: unknown): void {
  if (validator.isValid(body)) return;
  const problems = validator.check(body);
  throw new SessionError('INVALID_REQUEST', toPlainText(problems, { schema: 'request' }), {
    details: {
      problems: problems.map(({ pointer, message }) => ({ field: pointer, description: message })),
    },
  });
}

const MAX_KEY_LENGTH = 256;

/**
 * Checks that the body of a request is declared as JSON.
 * @throws SessionError for a body whose Content-Type is not JSON
 */
export function checkContentType(request: RequestMessage): void {
  const { headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const contentType = headers['content-type'];
  if (!hasBody && contentType === undefined) return;
  if (readMediaType(request) === 'application/json' && isUtf8(contentType ?? '')) return;
  throw new SessionError(
    'UNSUPPORTED_MEDIA_TYPE',
    `Cannot read the request because its Content-Type must be application/json, in UTF-8: current value is ${JSON.stringify(contentType ?? '').slice(0, 100)}`,
  );
}

/**
 * Checks that no object of a JSON text has a name twice.
 * @throws SessionError for JSON with a name twice in an object, because it has two meanings
 */
export function checkNames(bytes: Uint8Array): void {
  const duplicate = findDuplicateMember(new TextDecoder().decode(bytes));
  if (duplicate === undefined) return;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot read the request because every name must stand once in its object: current value has ${JSON.stringify(duplicate.name.slice(0, 60))} twice`,
  );
}

/**
 * Reads the idempotency key of a request, by which a repeated one is recognized.
 *
 * @throws SessionError when it is too long
 */
export function readKey(request: RequestMessage): string | undefined {
  const key = readHeader(request, 'idempotency-key')?.trim();
  if (key === undefined || key === '') return undefined;
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw new SessionError(
    'INVALID_REQUEST',
    `Cannot read the request because Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters: current value is ${key.length} characters`,
  );
}

/**
 * Reads the position in the session's log that the caller of a stream has reached, from the header
 * `Last-Event-ID`; `undefined` for a new stream.
 */
export function readLastEventId(request: RequestMessage, newest: number): number | undefined {
  const id = readHeader(request, 'last-event-id') ?? '';
  // An id that is no position in this session's log counts as no id.
  return /^\d{1,15}$/u.test(id) && Number(id) <= newest ? Number(id) : undefined;
}

/** Reads the milliseconds that a caller wants to wait (`Prefer`, RFC 7240), at most `mostMs`. */
export function readWait(header: string | undefined, mostMs: number): number {
  const preferences = (header ?? '').toLowerCase().split(/[,;]/u);
  let isAsync = false;
  for (const preference of preferences) {
    const wait = /^wait\s*=\s*"?(?<seconds>\d{1,6})"?$/u.exec(preference.trim())?.groups;
    if (wait?.['seconds'] !== undefined) return Math.min(mostMs, Number(wait['seconds']) * 1_000);
    if (preference.trim() === 'respond-async') isAsync = true;
  }
  return isAsync ? 0 : mostMs;
}
