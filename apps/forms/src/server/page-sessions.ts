import type { HeaderMap } from '@formwork/client';
import {
  createTokenHeaders,
  type ProviderOptions,
  refreshTokens,
  SignInError,
  type Tokens,
} from '@formwork/client/sign-in';
import type { TaskLogger } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { createMemoryRecords, type SharedRecord, type SharedRecords } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from './errors/refused-error.ts';
import { type KeptSession, openTokens, sealTokens, toSessionKey } from './session-cipher.ts';

/** A request, by whose cookies people are recognized. */
type WithHeaders = Pick<RequestHead, 'headers'>;

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
  readHeaders(request: WithHeaders): Promise<HeaderMap | undefined>;
  /**
   * Resolves with a mark that is the same at each sign-in of the person who sends a request;
   * `undefined` for a person who has not signed in.
   *
   * @throws RefusedError while the storage cannot be reached
   */
  findPerson(request: WithHeaders): Promise<string | undefined>;
  /** Stores the tokens of a person who has signed in, and returns the value of their new cookie. */
  keep(tokens: Tokens): Promise<string>;
  /** @throws RefusedError while the storage cannot be reached: the cookie stays valid */
  forget(request: WithHeaders): Promise<void>;
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
const PAUSE_MS = { first: 1_000, most: 15_000, wanted: 60_000 };

/**
 * The time after which a provider that has refused at once is asked a second time within a request,
 * and the longest that it may want instead, in milliseconds.
 */
const AGAIN_MS = { usual: 200, most: 2_000 };

/** The longest time of a first attempt that is made again, in milliseconds. */
const QUICK_MS = 5_000;

/** The most sessions whose provider has a pause; beyond it, the provider is asked for the oldest. */
const MAX_PAUSES = 10_000;

/** Why and until when a provider is not asked for a session, by the clock of this process. */
interface Pause {
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
export function createPageSessions(options: {
  /** The name of the cookie. Pages of one server need different ones, because `/` gets them all. */
  readonly cookie: string;
  /** The records that keep the sessions. Default: some in memory, which end with the process. */
  readonly records?: SharedRecords | undefined;
  /** How the page identifies itself to its provider to renew tokens. Default: a client without a secret. */
  readonly client?: ProviderOptions | undefined;
  readonly logger: TaskLogger;
}): PageSessions {
  const { cookie, logger, client, records = createMemoryRecords() } = options;
  const store = new SessionStore(records);
  const renewals = new Renewals({ store, records, client });

  async function read(request: WithHeaders): Promise<Session | undefined> {
    const value = readCookie(request, cookie);
    return value === undefined ? undefined : store.use(value);
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
        const headers = createTokenHeaders({ tokens, renew: () => renewals.renew(current) });
        return await headers({ refused: false });
      } catch (error) {
        const facts = { error: toErrorText(error).split('\n')[0] ?? '' };
        if (session === undefined || !(error instanceof SignInError) || !error.isOver) {
          logger.warn('A sign-in cannot be used for now', facts);
          return refuse(error, session && renewals.findPause(session.key));
        }
        logger.warn('A sign-in has ended', facts);
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

/** The sessions in the records, each sealed by its cookie. */
class SessionStore {
  readonly #records: SharedRecords;

  constructor(records: SharedRecords) {
    this.#records = records;
  }

  async find(value: string): Promise<Session | undefined> {
    const key = toSessionKey(value);
    const text = await this.#records.get(key);
    const session = text === undefined ? undefined : openTokens(text, value);
    return text === undefined || session === undefined
      ? undefined
      : { value, key, text, ...session };
  }

  /** Finds a session that is used, and prolongs it. */
  async use(value: string): Promise<Session | undefined> {
    const session = await this.find(value);
    // The clock of the replica that wrote the time may differ.
    if (session === undefined || Math.abs(Date.now() - session.usedAt) < TOUCH_MS) return session;
    // If another request has replaced it, that one has prolonged it; if the storage takes no writes, a
    // later one does.
    await this.#replace(session, session.tokens).catch(() => false);
    return this.find(session.value);
  }

  /** Stores the tokens of a session. @throws SignInError if the person has signed out */
  async store({ value }: Session, tokens: Tokens): Promise<void> {
    for (;;) {
      const now = await this.find(value);
      if (now === undefined) throw createSignedOut();
      // Fails if another request has prolonged the session meanwhile.
      if (await this.#replace(now, tokens)) return;
    }
  }

  /** Stores tokens once the storage is back, because the refresh token before counts no longer. */
  async storeLater(session: Session, tokens: Tokens): Promise<void> {
    const endsAt = performance.now() + IDLE_MS;
    let pause = STORE_MS.first;
    for (let isOver = false; !isOver && performance.now() < endsAt;) {
      await sleep(pause, undefined, { ref: false });
      pause = Math.min(2 * pause, STORE_MS.most);
      isOver = await this.store(session, tokens).then(
        () => true,
        // Signed out, so that nothing is to be stored.
        (error: unknown) => error instanceof SignInError,
      );
    }
  }

  #replace({ key, value, text, person }: Session, tokens: Tokens): Promise<boolean> {
    return this.#records.set(key, toRecord({ value, person, tokens }), { replaces: text });
  }
}

/** Options of {@link Renewals}. */
interface RenewalsOptions {
  readonly store: SessionStore;
  readonly records: SharedRecords;
  readonly client: ProviderOptions | undefined;
}

/** The renewals of tokens at the provider: one at a time for each session. */
class Renewals {
  readonly #options: RenewalsOptions;
  /** The mark that this process writes into its claims, so that it knows one whose answer was lost. */
  readonly #mark = randomUUID();
  /** The renewals that this process has begun, by the keys of their sessions. */
  readonly #begun = new Map<string, Promise<Renewal>>();
  /** The sessions that cannot be renewed for now, by their keys. */
  readonly #pauses = new Map<string, Pause>();

  constructor(options: RenewalsOptions) {
    this.#options = options;
  }

  /** Returns why and until when a session cannot be renewed; `undefined` if it can. */
  findPause(key: string): Pause | undefined {
    return this.#pauses.get(key);
  }

  async renew(session: Session): Promise<Tokens> {
    const { key } = session;
    const begun = this.#begun.get(key);
    const pause = this.#pauses.get(key);
    const pauseMs = pause === undefined ? 0 : pause.endsAt - Date.now();
    // A pause that is longer than it was is one of a clock that was set back.
    if (begun === undefined && pause !== undefined && pauseMs > 0 && pauseMs <= pause.ms) {
      throw pause.error;
    }
    return (await (begun ?? this.#begin(session, pause))).tokens;
  }

  #begin(session: Session, pause: Pause | undefined): Promise<Renewal> {
    const { key } = session;
    const renewal = this.#renewAlone(session).finally(() => this.#pauses.delete(key));
    this.#begun.set(key, renewal);
    const forget = (): void => void this.#begun.delete(key);
    void renewal
      .catch((error: unknown) => {
        if (error instanceof SignInError && !error.isOver) this.#startPause(key, error, pause);
        throw error;
      })
      .then(({ stored }) => stored)
      .then(forget, forget);
    return renewal;
  }

  /** Renews the tokens of a session, at one process only, because a refresh token counts once. */
  async #renewAlone(session: Session): Promise<Renewal> {
    const { store, records } = this.#options;
    const claim = `${session.key}/renewing`;
    const release = async (): Promise<void> => {
      // A claim that stays ends by itself.
      await records.delete(claim, { value: this.#mark }).catch(() => false);
    };
    for (let pause = LOOK_MS.first; ; pause = Math.min(2 * pause, LOOK_MS.most)) {
      const { value } = await records.add(claim, { value: this.#mark, ttlMs: RENEW_MS });
      const now = await store.find(session.value);
      const isOther = now?.tokens.accessToken !== session.tokens.accessToken;
      if (value === this.#mark && !isOther) break;
      if (value === this.#mark) await release();
      if (now === undefined) throw createSignedOut();
      if (isOther) return { tokens: now.tokens, stored: undefined };
      await sleep(pause);
    }
    let stored: Promise<void> | undefined;
    try {
      const tokens = await this.#refreshTwice(session.tokens);
      try {
        await store.store(session, tokens);
      } catch (error) {
        if (error instanceof SignInError) throw error;
        stored = store.storeLater(session, tokens).finally(release);
      }
      return { tokens, stored };
    } finally {
      if (stored === undefined) await release();
    }
  }

  /** Asks the provider twice if it was out of order for a moment, so that it goes unnoticed. */
  async #refreshTwice(before: Tokens): Promise<Tokens> {
    const beganAt = performance.now();
    try {
      return await this.#refresh(before);
    } catch (error) {
      if (!(error instanceof SignInError) || !error.isTemporary) throw error;
      const waitMs = error.retryAfterMs ?? AGAIN_MS.usual;
      if (waitMs > AGAIN_MS.most || performance.now() - beganAt > QUICK_MS) throw error;
      await sleep(waitMs);
      return this.#refresh(before);
    }
  }

  /** Asks the provider of this page alone, because another one must not see its secret. */
  #refresh(before: Tokens): Promise<Tokens> {
    const { issuer, clientId, clientSecret }: ProviderOptions = this.#options.client ?? before;
    if (issuer !== before.issuer || clientId !== before.clientId) {
      throw new SignInError('The page has another provider now. Sign in again.', { isOver: true });
    }
    return refreshTokens(before, { clientSecret });
  }

  /** Gives the provider of a session a pause after an error; a longer one if it has had one. */
  #startPause(key: string, error: SignInError, before: Pause | undefined): void {
    const usual = Math.min(Math.max(2 * (before?.ms ?? 0), PAUSE_MS.first), PAUSE_MS.most);
    const ms = Math.max(usual, Math.min(error.retryAfterMs ?? 0, PAUSE_MS.wanted));
    this.#pauses.set(key, { error, ms, endsAt: Date.now() + ms });
    const [oldest] = this.#pauses.keys();
    if (this.#pauses.size > MAX_PAUSES && oldest !== undefined) this.#pauses.delete(oldest);
  }
}

/** Makes the record of a session, in the room of its person: who signs in often loses their own. */
function toRecord({
  value,
  ...content
}: Pick<Session, 'value' | 'person' | 'tokens'>): SharedRecord {
  const sealed = sealTokens({ ...content, usedAt: Date.now() }, value);
  return { value: sealed, ttlMs: IDLE_MS, owner: `page-session/${content.person}` };
}

function createSignedOut(): SignInError {
  return new SignInError('The person has signed out.', { isOver: true });
}

/** Refuses a request whose sender is not known for now. @throws RefusedError always */
function refuse(cause: unknown, pause?: Pause): never {
  throw new RefusedError(
    'UNAVAILABLE',
    'Cannot tell who you are because the sign-in cannot be read or renewed now. Send the request again later.',
    { cause, retryAfterMs: pause && Math.max(pause.endsAt - Date.now(), PAUSE_MS.first) },
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
export function readCookie({ headers }: WithHeaders, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const matches = pairs.filter((pair) => pair.startsWith(`${name}=`));
  return matches.length === 1 ? matches[0]?.slice(name.length + 1) : undefined;
}
