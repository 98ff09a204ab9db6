import { isRecord } from '@formwork/schema/internal';
import type { Principal } from '@formwork/core';
import { createHash, randomBytes } from 'node:crypto';
import { NotOwnerError } from './errors.ts';

/** Who asks for something to be changed: by name, by a key, by both, or neither. */
export interface Caller {
  /** As the server knows it. Default: nobody. */
  readonly principal?: Principal | undefined;
  /** The key that `register` gave to a caller without a name, or one of the caller's own; a secret. */
  readonly key?: string | undefined;
}

/** Shorter keys can be guessed. */
const MIN_KEY_LENGTH = 20;

/** Makes a key of 128 random bits. */
export function createKey(): string {
  return randomBytes(16).toString('base64url');
}

/** Lists the owners that a caller may be. An owner is stored as a name or as the hash of a key. */
export function listOwners({ principal, key }: Caller): readonly string[] {
  return [
    ...(principal === undefined ? [] : [`user:${principal.id}`]),
    ...(key === undefined || key.length < MIN_KEY_LENGTH ? [] : [`key:${hashKey(key)}`]),
  ];
}

/** Spells an owner as proofs of origins do: a name as it is, a key by its hash. */
export function spellOwner(owner: string): string {
  return owner.startsWith('user:')
    ? owner.slice('user:'.length)
    : `sha256:${owner.slice('key:'.length)}`;
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Where an origin says whose its agents are. */
export const PROOF_PATH = '/.well-known/agent-registry.json';

const MAX_BYTES = 65_536;

/** Options of {@link readProof}. */
export interface ReadProofOptions {
  /** One that goes only where it may. */
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/**
 * Reads which owners the origin of an agent names: `{ "owners": ["name", "sha256:HEX"] }` at
 * {@link PROOF_PATH}, where only those who run the origin can put it.
 *
 * @throws NotOwnerError if the origin says nothing of the kind.
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
      // What another origin says proves nothing of this one.
      redirect: 'error',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw createProofError(url, `HTTP ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array;
      size += bytes.length;
      // Leaving the loop ends the answer.
      if (size > MAX_BYTES) throw createProofError(url, `more than ${MAX_BYTES} bytes`);
      chunks.push(bytes);
    }
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (error instanceof NotOwnerError) throw error;
    throw createProofError(url, 'no answer', error);
  }
}

function parseOwners(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const owners = isRecord(value) ? value['owners'] : undefined;
    if (!Array.isArray(owners)) return undefined;
    return owners.every((one): one is string => typeof one === 'string') ? owners : undefined;
  } catch {
    return undefined;
  }
}

function createProofError(url: URL, found: string, cause?: unknown): NotOwnerError {
  return new NotOwnerError(
    `Cannot claim the agent as ${url.href} must be JSON such as {"owners": ["NAME"]}: current value is ${found}`,
    { cause },
  );
}
