import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { JsonSchema } from '../types/json.ts';

/**
 * Returns `sha256:` and the SHA-256 of the schema's canonical JSON (RFC 8785) in lower-case hex.
 *
 * The fingerprint does not depend on the order of keys or on white space; any other difference
 * changes it.
 *
 * @example
 * ```ts
 * import { toFingerprint } from '@formwork/schema';
 *
 * toFingerprint({ type: 'string', minLength: 1 }) === toFingerprint({ minLength: 1, type: 'string'
 * }); // true
 * ```
 */
export function toFingerprint(schema: JsonSchema): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalize(schema) ?? 'null')))}`;
}
