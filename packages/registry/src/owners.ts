import type { Principal } from '@formwork/core';
import { readBounded } from '@formwork/network';
import { findTextFault, nameAddress } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { createHash, randomBytes } from 'node:crypto';
import { NotOwnerError } from './errors.ts';

/**
 * The caller who asks a registry for a change, identified by name, by a key, by both, or not at
 * all.
 */
export interface Caller {
  /** The principal that the server's authentication found. Default: none. */
  readonly principal?: Principal | undefined;
  /**
   * A secret key that identifies the caller: one of the caller's own, or the one that `register`
   * returned.
   */
  readonly key?: string | undefined;
}

/** The length of the shortest key that is accepted; shorter ones could be guessed. */
const MIN_KEY_LENGTH = 20;

/** Makes a random key of 128 bits, for a caller who registers an agent without a name or a key. */
export function createKey(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Lists the owners that a caller can act for: the caller's name and the hash of the caller's key,
 * in the form in which stores keep owners.
 */
export function listOwners({ principal, key }: Caller): readonly string[] {
  // PostgreSQL keeps no U+0000, and makes one character of all halves of surrogate pairs.
  const isKept = principal !== undefined && !/\0|\p{Surrogate}/u.test(principal.id);
  return [
    ...(isKept ? [`user:${principal.id}`] : []),
    ...(key === undefined || key.length < MIN_KEY_LENGTH ? [] : [`key:${hashKey(key)}`]),
  ];
}

/**
 * Turns a stored owner into the form used in the proof at an agent's origin: a name unchanged, a
 * key as `sha256:` and its hash.
 */
export function spellOwner(owner: string): string {
  return owner.startsWith('user:')
    ? owner.slice('user:'.length)
    : `sha256:${owner.slice('key:'.length)}`;
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The path at an agent's origin of the document that names the owners of its agents. */
export const PROOF_PATH = '/.well-known/agent-registry.json';

const MAX_BYTES = 65_536;

/** Options of {@link readProof}. */
export interface ReadProofOptions {
  /** The `fetch` that reads the document; it connects to allowed addresses only. */
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/**
 * Reads the names of the owners from the document at the origin of an agent: `{ "owners": ["name",
 * "sha256:HEX"] }` at {@link PROOF_PATH}, where only those who run the origin can put it.
 *
 * @throws NotOwnerError if there is no such document.
 */
export async function readProof(
  agentUrl: string,
  { fetch: fetchHere, timeoutMs }: ReadProofOptions,
): Promise<ReadonlySet<string>> {
  const url = new URL(PROOF_PATH, agentUrl);
  const text = await fetchText(url, { fetch: fetchHere, timeoutMs });
  const owners = parseOwners(text);
  if (owners !== undefined) return new Set(owners);
  throw createProofError(url, 'something else');
}

async function fetchText(
  url: URL,
  { fetch: fetchHere, timeoutMs }: ReadProofOptions,
): Promise<string> {
  try {
    const response = await fetchHere(url, {
      // A document of another origin proves nothing about this one. Workers know no other way.
      redirect: 'manual',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw createProofError(url, `HTTP ${response.status}`);
    }
    const bytes = await readBounded(response.body, MAX_BYTES);
    if (bytes === undefined) throw createProofError(url, `more than ${MAX_BYTES} bytes`);
    return bytes.toString();
  } catch (error) {
    if (error instanceof NotOwnerError) throw error;
    throw createProofError(url, 'no answer', error);
  }
}

function parseOwners(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Of two lists of owners, other readers may take the first one.
    if (findTextFault(Buffer.from(text), value) !== undefined) return undefined;
    const owners = isRecord(value) ? value['owners'] : undefined;
    if (!Array.isArray(owners)) return undefined;
    return owners.every((owner): owner is string => typeof owner === 'string') ? owners : undefined;
  } catch {
    return undefined;
  }
}

function createProofError(url: URL, value: string, cause?: unknown): NotOwnerError {
  return new NotOwnerError(
    `Cannot claim the agent because ${nameAddress(url)} must be JSON such as {"owners": ["NAME"]}: current value is ${value}`,
    { cause },
  );
}
