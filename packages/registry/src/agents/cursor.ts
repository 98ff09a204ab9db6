import { createHash } from 'node:crypto';
import { CursorInvalidError } from '../errors/cursor-invalid-error.ts';

const DIGEST_BYTES = 12;
const NUMBER_BYTES = 8;

/**
 * An opaque cursor for what comes after an agent. It opens nothing: what it could be changed to is a
 * place in a list that its holder may read anyway. The digest tells that of another query, and one
 * that was mangled.
 */
export function toCursor(after: number, filters: string): string {
  const place = Buffer.alloc(NUMBER_BYTES);
  place.writeBigUInt64BE(BigInt(after));
  return Buffer.concat([place, toDigest(place, filters)]).toString('base64url');
}

/** The place that {@link toCursor} was given, for the same filters. @throws CursorInvalidError */
export function parseCursor(cursor: string, filters: string): number {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(0, NUMBER_BYTES);
  const isWhole =
    bytes.length === NUMBER_BYTES + DIGEST_BYTES &&
    // Other texts decode to the same bytes.
    bytes.toString('base64url') === cursor &&
    toDigest(place, filters).equals(bytes.subarray(NUMBER_BYTES));
  if (!isWhole) throw new CursorInvalidError(cursor);
  return Number(place.readBigUInt64BE());
}

function toDigest(place: Uint8Array, filters: string): Buffer {
  return createHash('sha256').update(place).update(filters).digest().subarray(0, DIGEST_BYTES);
}
