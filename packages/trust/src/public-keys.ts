import { isRecord } from '@formwork/schema/internal';
import type { JWK } from 'jose';
import { CardTrustError, listAlgorithms } from './signing-key.ts';

/** The path of the keys of a server (RFC 7517), unless a card names another. */
export const JWKS_PATH = '/.well-known/jwks.json';

const MAX_BYTES = 65_536;
const MAX_KEYS = 32;
const TIMEOUT_MS = 5_000;

/** Reads the public keys at an address. @throws CardTrustError */
export async function fetchKeys(url: string, fetchImpl: typeof fetch): Promise<readonly JWK[]> {
  let text: string;
  try {
    const response = await fetchImpl(url, {
      headers: { Accept: 'application/json' },
      // Who may move keys elsewhere may replace them.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    text = await readBounded(response);
  } catch (cause) {
    throw new CardTrustError(
      `Cannot trust the card because the keys at ${url} must be readable: current outcome is ${JSON.stringify(toReason(cause))}. Try again later, or pass the keys.`,
      { cause },
    );
  }
  return parseKeys(text, url);
}

async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const bytes: Uint8Array = read.value;
    size += bytes.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new Error(`more than ${MAX_BYTES} bytes`);
    }
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

function parseKeys(text: string, url: string): readonly JWK[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isRecord(value) && Array.isArray(value['keys'])) {
    const keys: readonly unknown[] = value['keys'];
    return keys.slice(0, MAX_KEYS).filter(isUsable);
  }
  throw new CardTrustError(
    `Cannot trust the card because ${url} must be a JWKS, an object with keys: current value is ${JSON.stringify(text.slice(0, 60))}. Tell the agent's owner, or pass the keys.`,
  );
}

function isUsable(value: unknown): value is JWK {
  return isRecord(value) && listAlgorithms(value).length > 0;
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
