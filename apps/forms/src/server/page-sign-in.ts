import { beginSignIn, type CodeSignInOptions, finishSignIn } from '@formwork/client/sign-in';
import type { TaskLogger } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { toErrorText } from '@formwork/schema';
import { hash as toHash, randomInt } from 'node:crypto';
import type { FormsSignIn } from './forms-options.ts';
import type { PageRoute } from './page-api.ts';
import type { PageExchange } from './page-exchange.ts';
import { type PageSessions, readCookie } from './page-sessions.ts';
import { createSignInCipher, VISIT_MS } from './sign-in-cipher.ts';
import { sendSignInPage, type SignInOutcome, toSignInOutcome } from './sign-in-page.ts';

/** Options of {@link createSignInRoutes}: the provider, the agent and the sessions of people. */
export interface SignInRoutesOptions {
  readonly signIn: FormsSignIn;
  readonly sessions: PageSessions;
  /** Returns the address of the agent, on whose server the page is. */
  readonly agentUrl: () => string;
  readonly logger: TaskLogger;
}

/** The cookies of the visits that the tabs of one browser have begun, so that each can be finished. */
const VISIT_COOKIES = [1, 2, 3, 4].map((number) => `formwork-visit-${number}`);

/**
 * Matches a hash that leads to a place within the page, so that it sends no person to another site.
 */
const HASH = /^#[\w!$&'()*+,;=:@/?%.~-]{0,2000}$/u;

/**
 * Makes the routes by which people sign in at a provider. Their tokens stay on the server. Nothing
 * is kept of people who are at the provider: their browsers have it in a sealed cookie, so that
 * many visits of one person cannot push out those of others.
 */
export function createSignInRoutes(options: SignInRoutesOptions): readonly PageRoute[] {
  const visits = new ProviderSignIns(options);
  return [
    { method: 'GET', path: '/sign-in', answer: (exchange) => visits.begin(exchange) },
    { method: 'GET', path: '/sign-in/callback', answer: (exchange) => visits.finish(exchange) },
    { method: 'POST', path: '/sign-out', answer: (exchange) => visits.end(exchange) },
  ];
}

/** The visits of people at the provider, from the page and back to it. */
class ProviderSignIns {
  readonly #options: SignInRoutesOptions;
  readonly #visits: ReturnType<typeof createSignInCipher>;
  /** The host name of the provider. */
  readonly #provider: string;

  constructor(options: SignInRoutesOptions) {
    this.#options = options;
    const { visitSecret, clientSecret, issuer } = options.signIn;
    this.#visits = createSignInCipher(visitSecret ?? clientSecret);
    this.#provider = new URL(issuer).host;
  }

  async begin(exchange: PageExchange): Promise<void> {
    const pageUrl = this.#toPageUrl(exchange);
    const { request: incoming, query, reply } = exchange;
    const { to: target } = query;
    const to = typeof target === 'string' ? target : '';
    const hash = HASH.test(to) ? to : '';
    if (incoming.headers.host !== pageUrl.host && query['moved'] === undefined) {
      // The browser must get its cookie from the host name to which the provider sends it back. A
      // proxy may name another host than the browser, so that it is sent there once only.
      const next = new URL('api/sign-in', pageUrl);
      next.searchParams.set('to', hash);
      next.searchParams.set('moved', '1');
      exchange.redirect(303, next.href);
      return;
    }
    try {
      const { url, state, verifier } = await beginSignIn(this.#toRequest(pageUrl));
      const sealed = this.#visits.seal({ state, verifier, hash });
      reply.setHeader('Set-Cookie', writeVisit(pageUrl, chooseCookie(incoming), sealed));
      exchange.redirect(303, url);
    } catch (error) {
      this.#refuse(exchange, { outcome: toSignInOutcome(error), error, hash });
    }
  }

  async finish(exchange: PageExchange): Promise<void> {
    const pageUrl = this.#toPageUrl(exchange);
    const { request: incoming, reply } = exchange;
    const { state: key } = exchange.query;
    const stateText = typeof key === 'string' ? key : undefined;
    const [match] = VISIT_COOKIES.flatMap((name) => {
      const visit = this.#visits.open(readCookie(incoming, name), stateText);
      return visit === undefined ? [] : [{ name, visit }];
    });
    // Otherwise an attacker could sign other people in with the attacker's account, unnoticed.
    if (match === undefined) {
      // Who goes back to the address, or loads it twice, has been signed in by the first time.
      if (this.#visits.hasOpened(stateText)) await this.#refuseAgain(exchange);
      else this.#refuse(exchange, { outcome: { kind: 'lost' }, hash: '' });
      return;
    }
    const { hash, state, verifier } = match.visit;
    const arrived = new URL('api/sign-in/callback', pageUrl);
    arrived.search = new URL(exchange.target, pageUrl).search;
    try {
      if (await this.#isOpenedElsewhere(arrived, state)) {
        await this.#refuseAgain(exchange);
        return;
      }
      const tokens = await finishSignIn(this.#toRequest(pageUrl), { state, verifier, arrived });
      const { sessions } = this.#options;
      const value = await sessions.keep(tokens);
      // The session before has no use, and would count for hours.
      await sessions.forget(incoming).catch(() => {});
      const session = writeCookie({ name: sessions.cookie, pageUrl, value });
      reply.setHeader('Set-Cookie', [session, writeVisit(pageUrl, match.name)]);
      exchange.redirect(303, `${pageUrl.href}${hash}`);
    } catch (error) {
      reply.setHeader('Set-Cookie', writeVisit(pageUrl, match.name));
      this.#refuse(exchange, { outcome: toSignInOutcome(error), error, hash });
    }
  }

  async end(exchange: PageExchange): Promise<void> {
    const { sessions } = this.#options;
    const pageUrl = this.#toPageUrl(exchange);
    // The browser forgets the person in any case, because they may leave it to another person.
    const cookie = writeCookie({ name: sessions.cookie, pageUrl });
    exchange.reply.setHeader('Set-Cookie', cookie);
    await sessions.forget(exchange.request);
    exchange.sendJson({});
  }

  /**
   * Returns the address of the page: the one in the options, else the path of these routes at the
   * address of the agent.
   */
  #toPageUrl({ basePath }: PageExchange): URL {
    const { signIn, agentUrl } = this.#options;
    const mount = basePath.replace(/\/api$/u, '/');
    return new URL(signIn.pageUrl ?? new URL(mount, agentUrl()));
  }

  #toRequest(pageUrl: URL): CodeSignInOptions {
    const {
      pageUrl: _,
      visitSecret: _secret,
      records: _records,
      ...request
    } = this.#options.signIn;
    return { ...request, redirectUrl: new URL('api/sign-in/callback', pageUrl).href };
  }

  /**
   * Notes that a visit is opened, and returns true if that has happened before: another replica may
   * have opened it, and the provider may end the tokens of a code used twice. Without a code there is
   * nothing to use twice, and strangers would fill the storage for free.
   */
  async #isOpenedElsewhere({ searchParams }: URL, state: string): Promise<boolean> {
    if (!searchParams.has('code') || searchParams.has('error')) return false;
    const { records } = this.#options.signIn;
    const opened = await records?.add(toVisitKey(state), { value: '', ttlMs: VISIT_MS });
    return opened?.isNew === false;
  }

  /** Refuses a person whose visit has been opened before, unless that has signed them in. */
  async #refuseAgain(exchange: PageExchange): Promise<void> {
    const person = await this.#options.sessions.findPerson(exchange.request).catch(() => {});
    if (person !== undefined) exchange.redirect(303, this.#toPageUrl(exchange).href);
    else this.#refuse(exchange, { outcome: { kind: 'lost' }, hash: '' });
  }

  /** Says on a page why the sign-in failed; who runs the page learns it from the log. */
  #refuse(
    exchange: PageExchange,
    {
      outcome,
      error,
      hash,
    }: {
      readonly outcome: SignInOutcome;
      readonly error?: unknown;
      readonly hash: string;
    },
  ): void {
    const { logger } = this.#options;
    const facts = { error: toErrorText(error).split('\n')[0] ?? '' };
    if (error !== undefined) logger.warn('Cannot sign somebody in', facts);
    const pageUrl = this.#toPageUrl(exchange);
    sendSignInPage(exchange, { outcome, pageUrl, hash, provider: this.#provider });
  }
}

/** Writes the cookie of a visit; without a value, the one that deletes it. */
function writeVisit(pageUrl: URL, name: string, value?: string): string {
  const path = new URL('api/sign-in', pageUrl).pathname;
  const secure = pageUrl.protocol === 'https:' ? '; Secure' : '';
  const age = value === undefined ? 0 : VISIT_MS / 1000;
  return `${name}=${value ?? ''}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}

/** Chooses the cookie of a visit that begins: one that is free, else any, whose tab begins again. */
function chooseCookie(incoming: Pick<RequestHead, 'headers'>): string {
  const free = VISIT_COOKIES.find((name) => readCookie(incoming, name) === undefined);
  return free ?? VISIT_COOKIES[randomInt(VISIT_COOKIES.length)] ?? '';
}

/** The key of the record that says that a visit was opened: none by which another could finish it. */
const toVisitKey = (state: string): string => `page-visit/${toHash('sha256', state, 'base64url')}`;

/** Writes the `Set-Cookie` header of a person's session, for a cookie that no script can read. */
function writeCookie({
  name,
  pageUrl,
  value,
}: {
  readonly name: string;
  /** The address of the page; the cookie is limited to its path. */
  readonly pageUrl: URL;
  /** The value of the cookie; absent to delete it. */
  readonly value?: string;
}): string {
  return [
    `${name}=${value ?? ''}`,
    `Path=${pageUrl.pathname}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(pageUrl.protocol === 'https:' ? ['Secure'] : []),
    ...(value === undefined ? ['Max-Age=0'] : []),
  ].join('; ');
}
