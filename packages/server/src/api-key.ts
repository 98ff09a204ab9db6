import type { Principal, SecurityScheme } from '@formwork/core';
import type { RequestHead } from '@formwork/network';
import { hash, timingSafeEqual } from 'node:crypto';
import { createCaller } from './caller.ts';
import { type Authenticate, readCookies, readQuery } from './credential.ts';

// An `import` would evaluate the whole module, of which a client for WebSockets takes longest.
const { validateHeaderName } = process.getBuiltinModule('node:http');

/**
 * Options of {@link createApiKeyAuthentication}. At most one of `header`, `query` and `cookie` may
 * be given.
 */
export interface ApiKeyAuthenticationOptions {
  /** The name of the header that carries the key. Default `x-api-key`. */
  readonly header?: string;
  /**
   * The name of the URL parameter that carries the key. Prefer a header, because proxies log URLs.
   */
  readonly query?: string;
  /**
   * The name of the cookie that carries the key. Pages of other sites cannot use the cookie,
   * because their requests are refused.
   */
  readonly cookie?: string;
  /**
   * The principal of each key, as its id or with the scopes that the key grants. A key is plain
   * text, or `sha256:` and the SHA-256 hash of the key in 64 hexadecimal digits, which keeps keys
   * out of the configuration. Several keys may belong to one principal.
   */
  readonly keys: Readonly<Record<string, string | Principal>>;
}

interface Entry {
  readonly hash: Buffer;
  readonly principal: Principal;
}

const HASH_PREFIX = 'sha256:';

/**
 * Makes an authentication that recognizes callers by API keys. Only hashes of the keys are kept,
 * and the time of a comparison reveals nothing. Keys must be long and random, because hashes of
 * short keys can be guessed.
 *
 * @throws TypeError, which shows no key, for options that could not work
 *
 * @example
 * ```ts
 * import { createApiKeyAuthentication } from '@formwork/server';
 *
 * const authenticate = createApiKeyAuthentication({ keys: { 'a-long-random-key': 'ada' } });
 * ```
 */
export function createApiKeyAuthentication(options: ApiKeyAuthenticationOptions): Authenticate {
  const { keys } = options;
  const { location, parameter } = readLocation(options);
  const entries = Object.entries(keys).map(parseEntry);
  if (location !== 'query') checkEnds(Object.entries(keys));
  if (entries.length === 0) {
    throw new TypeError(
      'Cannot authenticate by key because keys must hold at least one: current value is {}',
    );
  }
  checkUnique(entries);

  const authenticate: Authenticate = (request) => {
    const key = readKey(request, { location, parameter });
    if (key === undefined) return undefined;
    const keyHash = hashKey(key);
    let principal: Principal | undefined;
    // Compares all entries in any case, so that the time does not reveal which key was given.
    for (const entry of entries) {
      if (timingSafeEqual(keyHash, entry.hash)) ({ principal } = entry);
    }
    return principal;
  };
  const scheme: SecurityScheme = { kind: 'api-key', name: 'apiKey', location, parameter };
  return Object.assign(authenticate, { schemes: [scheme] });
}

/** The place of API keys in a request: a header, the query or a cookie, and its name. */
interface KeyLocation {
  readonly location: 'header' | 'query' | 'cookie';
  readonly parameter: string;
}

/** The name of a cookie (RFC 6265 section 4.1.1), or of a parameter that needs no escapes. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/u;

function readLocation({ header, query, cookie }: ApiKeyAuthenticationOptions): KeyLocation {
  const locations = Object.entries({ header, query, cookie }).filter(
    ([, name]) => name !== undefined,
  );
  if (locations.length > 1) {
    throw new TypeError(
      `Cannot authenticate by key because it must have one place, header, query or cookie: current value is ${locations.map(([name]) => name).join(' and ')}`,
    );
  }
  for (const [location, name] of Object.entries({ query, cookie })) {
    if (name === undefined || (typeof name === 'string' && NAME.test(name))) continue;
    throw new TypeError(
      `Cannot authenticate by key because ${location} must be a name without spaces: current value is ${JSON.stringify(name)}`,
    );
  }
  if (query !== undefined) return { location: 'query', parameter: query };
  if (cookie !== undefined) return { location: 'cookie', parameter: cookie };
  const parameter = header ?? 'x-api-key';
  validateHeaderName(parameter);
  return { location: 'header', parameter };
}

/** Reads the API key of a request; returns `undefined` if there is none, or more than one. */
function readKey(request: RequestHead, { location, parameter }: KeyLocation): string | undefined {
  switch (location) {
    case 'header': {
      const key = request.headers[parameter.toLowerCase()];
      return typeof key === 'string' ? key : undefined;
    }
    case 'query': {
      const [key, ...duplicates] = readQuery(request).getAll(parameter);
      return duplicates.length === 0 ? key : undefined;
    }
    case 'cookie': {
      const [cookie, ...duplicates] = readCookies(request).filter(([name]) => name === parameter);
      return duplicates.length === 0 ? cookie?.[1] : undefined;
    }
  }
}

function parseEntry([key, owner]: readonly [string, string | Principal]): Entry {
  const principal = typeof owner === 'string' ? { id: owner } : owner;
  const principalId: unknown = principal?.id;
  if (typeof principalId !== 'string' || principalId === '') {
    throw new TypeError(
      `Cannot authenticate by key because every principal must have an id, which is text: current value is ${principalId === '' ? '""' : typeof owner}`,
    );
  }
  // Throws for wrong scopes now, which would otherwise show only with the first request.
  createCaller(principal);
  if (!key.startsWith(HASH_PREFIX)) {
    // An environment variable that is not set becomes the text `undefined` as the name of a
    // property.
    if (key !== '' && key !== 'undefined') return { hash: hashKey(key), principal };
    throw new TypeError(
      `Cannot authenticate by key because the key of ${principalId} must be text that is not empty: current value is "${key}"`,
    );
  }
  const digits = key.slice(HASH_PREFIX.length);
  if (!/^[\da-f]{64}$/iu.test(digits)) {
    throw new TypeError(
      `Cannot authenticate by key because the hash of ${principalId} must be 64 hexadecimal digits after "${HASH_PREFIX}": current value has ${digits.length} characters there`,
    );
  }
  return { hash: Buffer.from(digits, 'hex'), principal };
}

/** Refuses keys that no request could match, because headers and cookies lose blanks at their ends. */
function checkEnds(keys: readonly (readonly [string, string | Principal])[]): void {
  for (const [key, owner] of keys) {
    if (key.trim() === key) continue;
    const id = typeof owner === 'string' ? owner : owner.id;
    throw new TypeError(
      `Cannot authenticate by key because the key of ${id} must have no blanks at its ends: current value has some, and is not shown`,
    );
  }
}

/** Refuses a key that is given twice, because a key and its own hash would name two principals. */
function checkUnique(entries: readonly Entry[]): void {
  const owners = new Map<string, string>();
  for (const { hash: bytes, principal } of entries) {
    const { id: principalId } = principal;
    const digits = bytes.toString('hex');
    const owner = owners.get(digits);
    if (owner !== undefined) {
      throw new TypeError(
        `Cannot authenticate by key because every key must be given once: current value has one for ${owner} and again for ${principalId}`,
      );
    }
    owners.set(digits, principalId);
  }
}

function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
