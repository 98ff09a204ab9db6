import { isRecord } from '@formwork/schema/internal';
import type { JWK } from 'jose';
import { readFile, writeFile } from 'node:fs/promises';
import { createSigningKey, type PrivateJwk } from './card-signer.ts';
import { checkSigningKeys } from './signing-key.ts';

/**
 * Makes a new key for cards and writes it to a file that its owner alone can read. Never overwrites
 * one: callers remember the old key.
 *
 * @throws what the system says, such as `EEXIST`
 *
 * @example
 * ```ts
 * import { writeKeyFile } from '@formwork/trust/files';
 *
 * const { kid } = await writeKeyFile('card-key.json');
 * ```
 */
export async function writeKeyFile(file: string): Promise<PrivateJwk> {
  const jwk = await createSigningKey();
  const text = `${JSON.stringify({ keys: [jwk] }, null, 2)}\n`;
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return jwk;
}

/**
 * Reads the keys for cards from a file: a JWKS, newest first, or one JWK.
 *
 * @throws TypeError if there is no private key in it, and what the system says
 *
 * @example
 * ```ts
 * import { readKeyFile } from '@formwork/trust/files';
 *
 * const keys = await readKeyFile('card-key.json');
 * ```
 */
export async function readKeyFile(file: string): Promise<readonly JWK[]> {
  const value = parse(await readFile(file, 'utf8'));
  const listed: unknown = isRecord(value) ? (value['keys'] ?? [value]) : [];
  const keys = (Array.isArray(listed) ? listed : []) as readonly JWK[];
  checkSigningKeys(keys);
  return keys;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Its text is a secret, which no message may repeat.
    return undefined;
  }
}
