import { isRecord } from '@formwork/schema/json';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { HandleError } from '../errors.ts';

/** The length of a key in bytes: AES-256. */
export const HANDLE_KEY_BYTES = 32;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/** The highest number of characters in a handle; longer texts are refused unread. */
const MAX_HANDLE = 8192;

/**
 * A cipher: encrypts the state that a bridge gives away in handles, so that their holders can
 * neither read nor change it.
 */
export interface HandleCipher {
  /** Encrypts JSON into URL-safe text. */
  readonly seal: (
    content: Readonly<Record<string, unknown>>,
    options: {
      /** The principal that the handle is made for, which alone can open it. */
      readonly principal: string;
      /** The time when the handle expires, in milliseconds since 1970. */
      readonly expiresAt: number;
    },
  ) => string;
  /**
   * Decrypts a handle. @throws HandleError if it was made with another key or for another
   * principal, has been changed, or has expired.
   */
  readonly open: (
    handle: string,
    options: { readonly principal: string },
  ) => Readonly<Record<string, unknown>>;
}

/**
 * Makes a cipher with AES-256-GCM. The principal is authenticated, but not contained in the handle.
 */
export function createHandleCipher({
  key,
  now = Date.now,
}: {
  /** The key, 32 bytes. Bridges with the same key can open each other's handles. */
  readonly key: Uint8Array;
  /** A clock: returns milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
}): HandleCipher {
  if (key.length !== HANDLE_KEY_BYTES) {
    throw new RangeError(
      `Cannot seal handles because the key must have ${HANDLE_KEY_BYTES} bytes: current value has ${key.length}`,
    );
  }
  return {
    seal(content, { principal, expiresAt }) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(toContext(principal));
      const text = JSON.stringify([Math.floor(expiresAt / 1000), content]);
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      const bytes = [Buffer.from([VERSION]), nonce, ...sealed, cipher.getAuthTag()];
      return Buffer.concat(bytes).toString('base64url');
    },
    open(handle, { principal }) {
      const [expires, content] = decrypt(handle.trim(), { key, principal });
      if (typeof expires !== 'number' || !isRecord(content)) throw new HandleError('unknown');
      if (now() >= expires * 1000) throw new HandleError('expired');
      return content;
    },
  };
}

function decrypt(
  handle: string,
  { key, principal }: { readonly key: Uint8Array; readonly principal: string },
): readonly unknown[] {
  if (handle.length > MAX_HANDLE || !/^[\w-]+$/u.test(handle)) throw new HandleError('unknown');
  const bytes = Buffer.from(handle, 'base64url');
  // Decoding would ignore extra characters.
  if (bytes.toString('base64url') !== handle) throw new HandleError('unknown');
  const end = bytes.length - TAG_BYTES;
  if (bytes[0] !== VERSION || end < 1 + NONCE_BYTES) throw new HandleError('unknown');
  try {
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(toContext(principal));
    decipher.setAuthTag(bytes.subarray(end));
    const opened = [decipher.update(bytes.subarray(1 + NONCE_BYTES, end)), decipher.final()];
    const value: unknown = JSON.parse(Buffer.concat(opened).toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch (cause) {
    throw new HandleError('unknown', { cause });
  }
}

function toContext(principal: string): Buffer {
  return createHash('sha256').update(`formwork-mcp-handle ${principal}`).digest();
}
