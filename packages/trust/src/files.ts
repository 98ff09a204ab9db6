import { publishNewFile } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import type { JWK } from 'jose';
import { randomUUID } from 'node:crypto';
import * as files from 'node:fs/promises';
import type { PrivateJwk } from './card-signer.ts';
import type { Pin, PinStore } from './pins.ts';
import { readPrivateFile, withFileLock, writePrivateFile } from './private-file.ts';
import { CardTrustError, checkSigningKeys } from './signing-key.ts';

export {
  readPrivateFile,
  withFileLock,
  writePrivateFile,
  type FileLockOptions,
  type PrivateFile,
} from './private-file.ts';

/**
 * Makes a new key for signing agent cards and writes it to a file that only its owner can read. The
 * file must not exist, because callers remember an older key.
 *
 * @throws the error of the system, such as `EEXIST`
 *
 * @example
 * ```ts
 * import { writeKeyFile } from '@formwork/trust/files';
 *
 * const { kid } = await writeKeyFile('card-key.json');
 * ```
 */
export async function writeKeyFile(file: string): Promise<PrivateJwk> {
  const { createSigningKey } = await import('./card-signer.ts');
  const jwk = await createSigningKey();
  const text = `${JSON.stringify({ keys: [jwk] }, null, 2)}\n`;
  const draft = `${file}.${randomUUID()}`;
  try {
    await files.writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    if (!(await publishNewFile(draft, file, files))) {
      throw Object.assign(new Error(`EEXIST: file already exists, ${file}`), { code: 'EEXIST' });
    }
  } finally {
    await files.rm(draft, { force: true });
  }
  return jwk;
}

/**
 * Reads the keys for signing agent cards from a file: a JWKS, newest first, or one JWK.
 *
 * @throws TypeError if the file has no private key, or if others can read it, and the error of the
 * system
 *
 * @example
 * ```ts
 * import { readKeyFile } from '@formwork/trust/files';
 *
 * const keys = await readKeyFile('card-key.json');
 * ```
 */
export async function readKeyFile(file: string): Promise<readonly JWK[]> {
  const reading = readPrivateFile(file);
  if (reading.kind === 'exposed') {
    throw new TypeError(
      `Cannot use the keys in ${file} because others on this machine can read or change them. Make new ones, or take the permissions away (chmod 600) if nobody else has an account here.`,
    );
  }
  const value = parse(reading.kind === 'read' ? reading.text : await files.readFile(file, 'utf8'));
  const listed: unknown = isRecord(value) ? (value['keys'] ?? [value]) : [];
  const keys = (Array.isArray(listed) ? listed : []) as readonly JWK[];
  checkSigningKeys(keys);
  return keys;
}

function parse(text: string): unknown {
  try {
    // Editors may have put a byte order mark before it, which `trim` takes away.
    return JSON.parse(text.trim());
  } catch {
    // The text of the file is a secret, so no error message may repeat it.
    return undefined;
  }
}

/**
 * Makes a store that remembers the keys of agent cards in a file that only its owner can read and
 * write. The file is text, so that a pin can be removed by hand. A file that is broken, or that
 * others can reach, is an error and never counts as empty. Several processes may use one file.
 *
 * @throws CardTrustError from `get` and `set` when the file cannot be read
 *
 * @example
 * ```ts
 * import { createFilePins } from '@formwork/trust/files';
 *
 * const pins = createFilePins('/var/lib/bridge/pins.json');
 * ```
 */
export function createFilePins(file: string): PinStore {
  const queue: { last: Promise<void> } = { last: Promise.resolve() };

  function write(cardUrl: string, pin: Pin): void {
    const pins = { ...readPins(file), [cardUrl]: pin };
    writePrivateFile(file, `${JSON.stringify({ pins }, null, 2)}\n`);
  }

  return {
    async get(cardUrl) {
      const pins = readPins(file);
      return Object.hasOwn(pins, cardUrl) ? pins[cardUrl] : undefined;
    },
    set(cardUrl, pin) {
      const next = queue.last.then(async () => withFileLock(file, () => write(cardUrl, pin)));
      queue.last = next.catch(() => undefined);
      return next;
    },
  };
}

function readPins(file: string): Readonly<Record<string, Pin>> {
  const reading = readPrivateFile(file);
  if (reading.kind === 'missing') return {};
  if (reading.kind === 'exposed') {
    throw new CardTrustError(
      `Cannot use the pins in ${file} because others on this machine can read or change them. Check its entries, and make it yours alone with chmod 600.`,
    );
  }
  const value = parse(reading.text);
  const pins = isRecord(value) ? value['pins'] : undefined;
  if (isRecord(pins) && Object.values(pins).every(isPin)) return pins as Record<string, Pin>;
  throw new CardTrustError(
    `Cannot read the pins in ${file} because it must be JSON with the key "pins": current file is not. Restore it, or delete it to trust the next keys that come.`,
  );
}

function isPin(value: unknown): boolean {
  return (
    isRecord(value) &&
    Array.isArray(value['keys']) &&
    typeof value['covers'] === 'string' &&
    typeof value['seenAt'] === 'string'
  );
}
