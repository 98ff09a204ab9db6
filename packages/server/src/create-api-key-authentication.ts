import { hash, timingSafeEqual } from 'node:crypto';
import type { Authenticate } from './agent-router-options.ts';

// An import evaluates all that the module offers, of which a client for WebSockets takes longest.
const { validateHeaderName } = process.getBuiltinModule('node:http');

/** Options of {@link createApiKeyAuthentication}. */
export interface ApiKeyAuthenticationOptions {
  /** Name of the header that carries the key. Default `x-api-key`. */
  readonly header?: string;
  /**
   * The id of the principal by its key: in plain text, or as `sha256:` and the SHA-256 hash of the
   * key in 64 hexadecimal digits, which keeps keys out of configuration. Several keys may belong to
   * one principal.
   */
  readonly keys: Readonly<Record<string, string>>;
}

interface Entry {
  readonly hash: Buffer;
  readonly principalId: string;
}

const HASH_PREFIX = 'sha256:';

/**
 * Knows callers by keys. Only hashes are kept; how long a comparison takes tells nothing about
 * them. Keys have to be long and random, as a hash is quickly made. Throws a `TypeError`, which
 * shows no key, for options that could not work.
 */
export function createApiKeyAuthentication({
  header = 'x-api-key',
  keys,
}: ApiKeyAuthenticationOptions): Authenticate {
  validateHeaderName(header);
  const field = header.toLowerCase();
  const entries = Object.entries(keys).map(toEntry);
  if (entries.length === 0) {
    throw new TypeError(
      'Cannot authenticate by key as keys must hold at least one: current value is {}',
    );
  }
  checkUnique(entries);

  const authenticate: Authenticate = ({ headers }) => {
    const key = headers[field];
    if (typeof key !== 'string') return undefined;
    const given = toHash(key);
    let principalId: string | undefined;
    // To the end in any case, so that the time does not depend on which key it is.
    for (const entry of entries) {
      if (timingSafeEqual(given, entry.hash)) ({ principalId } = entry);
    }
    return principalId === undefined ? undefined : { id: principalId };
  };
  return Object.assign(authenticate, {
    scheme: { kind: 'api-key', name: 'apiKey', header } as const,
  });
}

function toEntry([key, principalId]: readonly [string, string]): Entry {
  if (principalId === '') {
    throw new TypeError(
      'Cannot authenticate by key as every principal must have an id: current value is ""',
    );
  }
  if (!key.startsWith(HASH_PREFIX)) {
    // The name of a property that was to come from a variable that is not set.
    if (key !== '' && key !== 'undefined') return { hash: toHash(key), principalId };
    throw new TypeError(
      `Cannot authenticate by key as the key of ${principalId} must be text that is not empty: current value is "${key}"`,
    );
  }
  const digits = key.slice(HASH_PREFIX.length);
  if (!/^[\da-f]{64}$/iu.test(digits)) {
    throw new TypeError(
      `Cannot authenticate by key as the hash of ${principalId} must be 64 hexadecimal digits after "${HASH_PREFIX}": current value has ${digits.length} characters there`,
    );
  }
  return { hash: Buffer.from(digits, 'hex'), principalId };
}

/** A key and its own hash would otherwise name two principals. */
function checkUnique(entries: readonly Entry[]): void {
  const owners = new Map<string, string>();
  for (const { hash: bytes, principalId } of entries) {
    const digits = bytes.toString('hex');
    const owner = owners.get(digits);
    if (owner !== undefined) {
      throw new TypeError(
        `Cannot authenticate by key as every key must be given once: current value has one for ${owner} and again for ${principalId}`,
      );
    }
    owners.set(digits, principalId);
  }
}

function toHash(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
