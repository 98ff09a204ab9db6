import {
  createTokenHeaders,
  type ProviderOptions,
  refreshTokens,
  SignInError,
  type Tokens,
} from '@formwork/client/sign-in';
import type { HeaderMap } from '@formwork/client';
import type { TaskLogger } from '@formwork/core';
import { createMemoryRecords, type SharedRecord, type SharedRecords } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { hash, randomBytes, randomUUID } from 'node:crypto';
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
  /** @throws RefusedError while the storage cannot be reached: the cookie stays valid */
  forget(request: IncomingMessage): Promise<void>;
}

/** Options of {@link createPageSessions}. */
export interface PageSessionsOptions {
  /** The name of the cookie. Pages of one server need different ones, because `/` gets them all. */
  readonly cookie: string;
  /** The records that keep the sessions. Default: some in memory, which end with the process. */
  readonly records?: SharedRecords | undefined;
  /** What the page is at its provider, where tokens are renewed. Default: a client without a secret. */
  readonly client?: ProviderOptions | undefined;
  readonly logger: TaskLogger;
}

/** Milliseconds without a request after which a person has to sign in again. */
const IDLE_MS = 8 * 3_600_000;

/** The time after which a request prolongs a session, in milliseconds: not each one writes. */
const TOUCH_MS = 10 * 60_000;

/**
 * The time for which one process alone renews the tokens of a person, in milliseconds: longer than
 * the three requests to a slow provider take.
 */
const RENEW_MS = 45_000;

/**
 * The first and the longest time after which renewed tokens are stored again while the storage is
 * away, in milliseconds.
 */
const STORE_MS = { first: 200, most: 5_000 };

/**
 * The first and the longest time after which a process looks whether another one has renewed the
 * tokens, in milliseconds.
 */
const LOOK_MS = { first: 50, most: 1_000 };

/**
 * The first and the longest time for which a provider that is out of order is not asked again for
 * one session, in milliseconds; it doubles each time. A provider may want a longer time.
 */
const REST_MS = { first: 1_000, most: 15_000, wanted: 60_000 };

/**
 * The time after which a provider that has refused at once is asked a second time within a request,
 * and the longest that it may want instead, in milliseconds.
 */
const AGAIN_MS = { usual: 200, most: 2_000 };

/** The longest time of a first attempt that is made again, in milliseconds. */
const QUICK_MS = 5_000;

/** The most sessions whose provider rests; beyond it, the provider is asked for the oldest. */
const MAX_RESTS = 10_000;

/** Why and until when a provider is not asked for a session, by the clock of this process. */
interface Rest {
  readonly error: SignInError;
  readonly endsAt: number;
  readonly ms: number;
}

/** A session that was found: its tokens, and the text from which they were read. */
interface Session extends KeptSession {
  readonly value: string;
  readonly key: string;
  readonly text: string;
}

/** Tokens that were renewed; `stored` resolves later if the storage was away. */
interface Renewal {
  readonly tokens: Tokens;
  readonly stored: Promise<void> | undefined;
}

/**
 * Makes the store of sessions. The records hold the tokens sealed by a key from the cookie, so that
 * who reads the records can use none of them.
 */
export function createPageSessions(options: PageSessionsOptions): PageSessions {
  const { cookie, logger, client, records = createMemoryRecords() } = options;
  /** What this process writes into its claims, so that it knows one whose answer was lost. */
  const mark = randomUUID();
  /** The renewals that this process has begun, by the keys of their sessions. */
  const renewals = new Map<string, Promise<Renewal>>();
  /** The sessions that cannot be renewed for now, by their keys. */
  const rests = new Map<string, Rest>();

  async function find(value: string): Promise<Session | undefined> {
    const key = toSessionKey(value);
    const text = await records.get(key);
    const found = text === undefined ? undefined : openTokens(text, value);
    return text === undefined || found === undefined ? undefined : { value, key, text, ...found };
  }

  async function read(request: IncomingMessage): Promise<Session | undefined> {
    const value = readCookie(request, cookie);
    const session = value === undefined ? undefined : await find(value);
    // The clock of the replica that wrote the time may differ.
    if (session === undefined || Math.abs(Date.now() - session.usedAt) < TOUCH_MS) return session;
    // If another request has replaced it, that one has prolonged it; if the storage takes no writes, a
    // later one does.
    await replace(session, session.tokens).catch(() => false);
    return find(session.value);
  }

  function replace({ key, value, text, person }: Session, tokens: Tokens): Promise<boolean> {
    return records.set(key, toRecord({ value, person, tokens }), { replaces: text });
  }

  async function store({ value }: Session, tokens: Tokens): Promise<void> {
    for (;;) {
      const now = await find(value);
      if (now === undefined) throw createSignedOut();
      // Fails if another request has prolonged the session meanwhile.
      if (await replace(now, tokens)) return;
    }
  }

  /** Stores tokens once the storage is back, because the refresh token before counts no longer. */
  async function storeLater(session: Session, tokens: Tokens): Promise<void> {
    const endsAt = performance.now() + IDLE_MS;
    let pause = STORE_MS.first;
    for (let isOver = false; !isOver && performance.now() < endsAt;) {
      await sleep(pause, undefined, { ref: false });
      pause = Math.min(2 * pause, STORE_MS.most);
      isOver = await store(session, tokens).then(
        () => true,
        // Signed out, so that nothing is to be stored.
        (error: unknown) => error instanceof SignInError,
      );
    }
  }

  /** Asks the provider of this page alone, because another one must not see its secret. */
  function refresh(before: Tokens): Promise<Tokens> {
    const { issuer, clientId, clientSecret }: ProviderOptions = client ?? before;
    if (issuer !== before.issuer || clientId !== before.clientId) {
      throw new SignInError('The page has another provider now. Sign in again.', { isOver: true });
    }
    return refreshTokens(before, { clientSecret });
  }

  /** Asks the provider twice if it was out of order for a moment, so that nobody notices. */
  async function refreshTwice(before: Tokens): Promise<Tokens> {
    const beganAt = performance.now();
    try {
      return await refresh(before);
    } catch (error) {
      if (!(error instanceof SignInError) || !error.isTemporary) throw error;
      const waitMs = error.retryAfterMs ?? AGAIN_MS.usual;
      if (waitMs > AGAIN_MS.most || performance.now() - beganAt > QUICK_MS) throw error;
      await sleep(waitMs);
      return refresh(before);
    }
  }

  /** Renews the tokens of a session, at one process only, because a refresh token counts once. */
  async function renew(session: Session): Promise<Renewal> {
    const claim = `${session.key}/renewing`;
    const release = async (): Promise<void> => {
      // A claim that stays ends by itself.
      await records.delete(claim, { value: mark }).catch(() => false);
    };
    for (let pause = LOOK_MS.first; ; pause = Math.min(2 * pause, LOOK_MS.most)) {
      const { value } = await records.add(claim, { value: mark, ttlMs: RENEW_MS });
      const now = await find(session.value);
      const isOther = now?.tokens.accessToken !== session.tokens.accessToken;
      if (value === mark && !isOther) break;
      if (value === mark) await release();
      if (now === undefined) throw createSignedOut();
      if (isOther) return { tokens: now.tokens, stored: undefined };
      await sleep(pause);
    }
    let stored: Promise<void> | undefined;
    try {
      const tokens = await refreshTwice(session.tokens);
      await store(session, tokens).catch((error: unknown) => {
        if (error instanceof SignInError) throw error;
        stored = storeLater(session, tokens).finally(release);
      });
      return { tokens, stored };
    } finally {
      if (stored === undefined) await release();
    }
  }

  function letRest(key: string, { error, before }: RestOptions): void {
    const usual = Math.min(Math.max(2 * (before?.ms ?? 0), REST_MS.first), REST_MS.most);
    const ms = Math.max(usual, Math.min(error.retryAfterMs ?? 0, REST_MS.wanted));
    rests.set(key, { error, ms, endsAt: Date.now() + ms });
    const [oldest] = rests.keys();
    if (rests.size > MAX_RESTS && oldest !== undefined) rests.delete(oldest);
  }

  async function renewOnce(session: Session): Promise<Tokens> {
    const { key } = session;
    const known = renewals.get(key);
    const rest = rests.get(key);
    const left = rest === undefined ? 0 : rest.endsAt - Date.now();
    // A rest that is longer than it was is one of a clock that was set back.
    if (known === undefined && rest !== undefined && left > 0 && left <= rest.ms) throw rest.error;
    const renewal = known ?? renew(session).finally(() => rests.delete(key));
    if (known === undefined) {
      renewals.set(key, renewal);
      const forget = (): void => void renewals.delete(key);
      void renewal
        .catch((error: unknown) => {
          if (error instanceof SignInError && !error.isOver) letRest(key, { error, before: rest });
          throw error;
        })
        .then(({ stored }) => stored)
        .then(forget, forget);
    }
    return (await renewal).tokens;
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
        if (session === undefined || !(error instanceof SignInError) || !error.isOver) {
          logger.warn('A sign-in cannot be used for now', told);
          return refuse(error, rests.get(session?.key ?? ''));
        }
        logger.warn('A sign-in has ended', told);
        await records.delete(session.key, { value: session.text }).catch(refuseNow);
        return undefined;
      }
    },
    async findPerson(request) {
      return (await read(request).catch(refuseNow))?.person;
    },
    async keep(tokens) {
      const value = randomBytes(32).toString('base64url');
      const person = toPerson(tokens) ?? hash('sha256', value, 'base64url');
      await records.set(toSessionKey(value), toRecord({ value, person, tokens }));
      return value;
    },
    async forget(request) {
      const value = readCookie(request, cookie);
      if (value !== undefined) await records.delete(toSessionKey(value)).catch(refuseNow);
    },
  };
}

/** Makes the record of a session, in the room of its person: who signs in often loses their own. */
function toRecord({ value, ...kept }: Pick<Session, 'value' | 'person' | 'tokens'>): SharedRecord {
  const sealed = sealTokens({ ...kept, usedAt: Date.now() }, value);
  return { value: sealed, ttlMs: IDLE_MS, owner: `page-session/${kept.person}` };
}

/** A renewal that failed, as {@link createPageSessions} remembers it. */
interface RestOptions {
  readonly error: SignInError;
  /** The rest before, if the provider was asked after one. */
  readonly before: Rest | undefined;
}

function createSignedOut(): SignInError {
  return new SignInError('The person has signed out.', { isOver: true });
}

/** Refuses a request whose sender is not known for now. @throws RefusedError always */
function refuse(cause: unknown, rest?: Rest): never {
  throw new RefusedError(
    'UNAVAILABLE',
    'Cannot tell who you are because the sign-in cannot be read or renewed now. Send the request again later.',
    { cause, retryAfterMs: rest && Math.max(rest.endsAt - Date.now(), REST_MS.first) },
  );
}

const refuseNow = (cause: unknown): never => refuse(cause);

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
