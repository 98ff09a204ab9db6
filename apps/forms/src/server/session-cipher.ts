import type { Tokens } from '@formwork/client/sign-in';
import { isRecord } from '@formwork/schema/json';
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** What is kept of a person who has signed in. */
export interface KeptSession {
  readonly tokens: Tokens;
  /** A mark that is the same at each sign-in of the person. */
  readonly person: string;
  /** The time of a recent request, in milliseconds since 1970. */
  readonly usedAt: number;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the key of the record of a session: a digest, so that records hold no valid cookies. */
export function toSessionKey(cookie: string): string {
  return `page-session/${hash('sha256', cookie, 'base64url')}`;
}

function toCipherKey(cookie: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', cookie, '', 'formwork session of a page', 32));
}

/** Seals a session with AES-256-GCM by a key that only the browser of the person has. */
export function sealTokens(session: KeptSession, cookie: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', toCipherKey(cookie), nonce);
  const sealed = [cipher.update(JSON.stringify(session), 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Opens a session; `undefined` for a text that was not sealed for this cookie. */
export function openTokens(text: string, cookie: string): KeptSession | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const end = bytes.length - TAG_BYTES;
  if (end < NONCE_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', toCipherKey(cookie), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(end));
    const parts = [decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()];
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    // What opens with this key, this file has sealed.
    return isRecord(value) ? (value as unknown as KeptSession) : undefined;
  } catch {
    return undefined;
  }
}
