import { isRecord } from '@formwork/core';
import { NotOwnerError } from '../errors/not-owner-error.ts';

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
 * Whom the origin of an agent names as owners of its agents: `{ "owners": ["name", "sha256:HEX"] }`
 * at {@link PROOF_PATH}, which only who runs the origin can put there. It is read anew each time.
 *
 * @throws NotOwnerError if the origin says nothing of the kind.
 */
export async function readProof(
  agentUrl: string,
  { fetch: fetchHere, timeoutMs }: ReadProofOptions,
): Promise<ReadonlySet<string>> {
  const url = new URL(PROOF_PATH, agentUrl);
  const text = await readText(url, { fetch: fetchHere, timeoutMs });
  const owners = parseOwners(text);
  if (owners !== undefined) return new Set(owners);
  throw createError(url, 'something else');
}

async function readText(
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
      throw createError(url, `HTTP ${response.status}`);
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array;
      size += bytes.length;
      // Leaving the loop ends the answer.
      if (size > MAX_BYTES) throw createError(url, `more than ${MAX_BYTES} bytes`);
      chunks.push(bytes);
    }
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (error instanceof NotOwnerError) throw error;
    throw createError(url, 'no answer', error);
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

function createError(url: URL, found: string, cause?: unknown): NotOwnerError {
  return new NotOwnerError(
    `Cannot claim the agent as ${url.href} must be JSON such as {"owners": ["NAME"]}: current value is ${found}`,
    { cause },
  );
}
