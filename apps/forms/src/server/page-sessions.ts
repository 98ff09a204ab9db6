import {
  createTokenHeaders,
  refreshTokens,
  SignInError,
  type Tokens,
} from '@formwork/client/sign-in';
import type { HeaderMap } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import { createMemoryRecords, type SharedRecords } from '@formwork/runtime';
import { isRecord, toErrorText } from '@formwork/schema/internal';
import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from './errors/refused-error.ts';
import { type KeptSession, openTokens, sealTokens, toSessionKey } from './session-sealer.ts';

/**
 * The sessions of the people who have signed in. Their browsers have only a cookie; their tokens
 * stay on the servers, which share them if they share records.
 */
export interface PageSessions {
  /** The name of the cookie by which browsers are recognized. */
  readonly cookie: string;
  /**
   * Returns the headers with the token of the person who sends a request; `undefined` for a person
   * who has not signed in, or whose sign-in has ended, which is forgotten.
   *
   * @throws RefusedError while the provider, or the storage, cannot be reached: the sign-in stays
   */
  readHeaders(request: IncomingMessage): Promise<HeaderMap | undefined>;
  /**
   * Resolves with a mark that is the same at each sign-in of the person who sends a request;
   * `undefined` for a person who has not signed in.
   *
   * @throws RefusedError while the storage cannot be reached
   */
  findPerson(request: IncomingMessage): Promise<string | undefined>;
  /** Stores the tokens of a person who has signed in, and returns the value of their new cookie. */
  keep(tokens: Tokens): Promise<string>;
  forget(request: IncomingMessage): Promise<void>;
}

/** Options of {@link createPageSessions}. */
export interface PageSessionsOptions {
  /** The name of the cookie. Pages of one server need different ones, because `/` gets them all. */
  readonly cookie: string;
  /** The records that keep the sessions. Default: some in memory, which end with the process. */
  readonly records?: SharedRecords | undefined;
  readonly logger: TaskLogger;
}

/** Milliseconds without a request after which a person has to sign in again. */
const IDLE_MS = 8 * 3_600_000;

/** The time after which a request prolongs a session, in milliseconds: not each one writes. */
const TOUCH_MS = 10 * 60_000;

/** The time for which one process alone renews the tokens of a person, in milliseconds. */
const RENEW_MS = 30_000;

/** How often a process looks whether another one has renewed the tokens, in milliseconds. */
const LOOK_MS = 100;

/** A session that was found: its tokens, and the text from which they were read. */
interface Session extends KeptSession {
  readonly value: string;
  readonly key: string;
  readonly text: string;
}

/**
 * Makes the store of sessions. The records hold the tokens sealed by a key from the cookie, so that
 * who reads the records can use none of them.
 */
export function createPageSessions(options: PageSessionsOptions): PageSessions {
  const { cookie, logger, records = createMemoryRecords() } = options;
  /** The renewals that this process has begun, by the keys of their sessions. */
  const renewals = new Map<string, Promise<Tokens>>();

  async function find(value: string): Promise<Session | undefined> {
    const key = toSessionKey(value);
    const text = await records.get(key);
    const found = text === undefined ? undefined : openTokens(text, value);
    return text === undefined || found === undefined ? undefined : { value, key, text, ...found };
  }

  async function read(request: IncomingMessage): Promise<Session | undefined> {
    const value = readCookie(request, cookie);
    const session = value === undefined ? undefined : await find(value);
    if (session === undefined || Date.now() - session.usedAt < TOUCH_MS) return session;
    // If another request has replaced it, that one has prolonged it.
    await replace(session, session.tokens);
    return find(session.value);
  }

  function replace({ key, value, text, person }: Session, tokens: Tokens): Promise<boolean> {
    const next = sealTokens({ tokens, person, usedAt: Date.now() }, value);
    return records.set(key, { value: next, ttlMs: IDLE_MS }, { replaces: text });
  }

  /** Renews the tokens of a session, at one process only, because a refresh token counts once. */
  async function renew(session: Session): Promise<Tokens> {
    const claim = `${session.key}/renewing`;
    for (;;) {
      const { isNew } = await records.add(claim, { value: '', ttlMs: RENEW_MS });
      const now = await find(session.value);
      const isOther = now?.tokens.accessToken !== session.tokens.accessToken;
      if (isNew && !isOther && now !== undefined) break;
      if (isNew) await records.delete(claim);
      if (now === undefined) throw new SignInError('The person has signed out.');
      if (isOther) return now.tokens;
      await sleep(LOOK_MS);
    }
    try {
      const tokens = await refreshTokens(session.tokens);
      for (;;) {
        const now = await find(session.value);
        if (now === undefined) throw new SignInError('The person has signed out.');
        // Fails if another request has prolonged the session meanwhile.
        if (await replace(now, tokens)) return tokens;
      }
    } finally {
      await records.delete(claim);
    }
  }

  function renewOnce(session: Session): Promise<Tokens> {
    const known = renewals.get(session.key);
    if (known !== undefined) return known;
    const renewal = renew(session).finally(() => renewals.delete(session.key));
    renewals.set(session.key, renewal);
    return renewal;
  }

  return {
    cookie,
    async readHeaders(request) {
      let session: Session | undefined;
      try {
        session = await read(request);
        if (session === undefined) return undefined;
        const { tokens } = session;
        const current = session;
        const headers = createTokenHeaders({ tokens, renew: () => renewOnce(current) });
        return await headers({ refused: false });
      } catch (error) {
        const told = { error: toErrorText(error).split('\n')[0] ?? '' };
        if (session === undefined || !(error instanceof SignInError) || error.isTemporary) {
          logger.warn('A sign-in cannot be used for now', told);
          return refuse(error);
        }
        logger.warn('A sign-in has ended', told);
        await records.delete(session.key, { value: session.text }).catch(refuse);
        return undefined;
      }
    },
    async findPerson(request) {
      return (await read(request).catch(refuse))?.person;
    },
    async keep(tokens) {
      const value = randomBytes(32).toString('base64url');
      const person = toPerson(tokens) ?? hash('sha256', value, 'base64url');
      const sealed = sealTokens({ tokens, person, usedAt: Date.now() }, value);
      await records.set(toSessionKey(value), { value: sealed, ttlMs: IDLE_MS });
      return value;
    },
    async forget(request) {
      const value = readCookie(request, cookie);
      if (value !== undefined) await records.delete(toSessionKey(value));
    },
  };
}

/** Refuses a request whose sender is not known for now. @throws RefusedError always */
function refuse(cause: unknown): never {
  throw new RefusedError(
    'UNAVAILABLE',
    'Cannot tell who you are because the sign-in cannot be read or renewed now. Send the request again later.',
    { cause },
  );
}

/**
 * Makes the mark of the person whose tokens these are; `undefined` if the access token does not say.
 * Nothing is allowed because of it, so the token is not verified.
 */
function toPerson({ issuer, accessToken }: Tokens): string | undefined {
  try {
    const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8');
    const claims: unknown = JSON.parse(payload);
    const subject = isRecord(claims) ? claims['sub'] : undefined;
    return typeof subject === 'string'
      ? hash('sha256', JSON.stringify([issuer, subject]), 'base64url')
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a cookie from a request; `undefined` if the request has none or several of the name. */
export function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return own.length === 1 ? own[0]?.slice(name.length + 1) : undefined;
}
