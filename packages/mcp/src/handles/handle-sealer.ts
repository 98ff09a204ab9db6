import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { isRecord } from '@formwork/schema/internal';
import { HandleError } from '../errors.ts';

/** Length of a key, in bytes: AES-256. */
export const HANDLE_KEY_BYTES = 32;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 1;

/** Longest handle that is looked at. */
const MAX_HANDLE = 8192;

/** Who a handle is for, and until when it counts. */
interface SealOptions {
  /** Another one cannot open it. */
  readonly principal: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Seals what a bridge has to remember, so that whoever holds it cannot read or change it. */
export interface HandleSealer {
  /** JSON into URL-safe text. */
  readonly seal: (content: Readonly<Record<string, unknown>>, options: SealOptions) => string;
  /**
   * Opens a handle. @throws HandleError if the handle was made by somebody else, for somebody else,
   * was changed, or has expired.
   */
  readonly open: (
    handle: string,
    options: { readonly principal: string },
  ) => Readonly<Record<string, unknown>>;
}

/** Options of {@link createHandleSealer}. */
export interface HandleSealerOptions {
  /** 32 bytes. Bridges with the same key can open each other's handles. */
  readonly key: Uint8Array;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: () => number;
}

/** Seals with AES-256-GCM; the principal is authenticated and not contained. */
export function createHandleSealer({ key, now = Date.now }: HandleSealerOptions): HandleSealer {
  if (key.length !== HANDLE_KEY_BYTES) {
    throw new RangeError(
      `Cannot seal handles as the key must have ${HANDLE_KEY_BYTES} bytes: current value has ${key.length}`,
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

interface DecryptOptions {
  readonly key: Uint8Array;
  readonly principal: string;
}

function decrypt(handle: string, { key, principal }: DecryptOptions): readonly unknown[] {
  if (handle.length > MAX_HANDLE || !/^[\w-]+$/u.test(handle)) throw new HandleError('unknown');
  const bytes = Buffer.from(handle, 'base64url');
  // Decoding passes over what is too much.
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
