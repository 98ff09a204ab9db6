import { checkOptions, createIntegerRule } from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import { createHash } from 'node:crypto';
import { normalizeTag, listWords } from './agents/terms.ts';
import { CursorInvalidError } from './errors.ts';
import type { AgentQuery } from './registry.ts';
import type { SearchTerm, StoreSearch } from './store/registry-store.ts';

/** Most texts of one list of a query. */
const MAX_TEXTS = 20;
const MAX_LENGTH = 256;
const MAX_WORDS = 10;
const DEFAULT_LIMIT = 20;

/** A query as a store takes it, and the filters that its cursors are bound to. */
export interface ParsedQuery {
  readonly search: Omit<StoreSearch, 'time'>;
  readonly filters: string;
}

const TEXTS: OptionRule = {
  expected: `a list of at most ${MAX_TEXTS} texts of 1 to ${MAX_LENGTH} characters`,
  isValid: (value) => Array.isArray(value) && value.length <= MAX_TEXTS && value.every(isText),
};

const RULES: { readonly [Name in keyof Required<AgentQuery>]: OptionRule } = {
  capabilities: TEXTS,
  tags: TEXTS,
  schemas: TEXTS,
  fingerprints: TEXTS,
  text: {
    expected: `a text of at most ${MAX_LENGTH} characters`,
    isValid: (value) => typeof value === 'string' && isShort(value),
  },
  status: {
    expected: '"healthy", "unhealthy" or "all"',
    isValid: (value) => value === 'healthy' || value === 'unhealthy' || value === 'all',
  },
  limit: createIntegerRule(1, 100),
  cursor: { expected: 'a text', isValid: (value) => typeof value === 'string' },
};

/** @throws RangeError or TypeError that names the field; CursorInvalidError */
export function parseQuery(query: AgentQuery): ParsedQuery {
  checkOptions(query, { subject: 'Cannot find agents', rules: RULES });
  const { capabilities = [], tags = [], schemas = [], fingerprints = [] } = query;
  const { text = '', status = 'all', limit = DEFAULT_LIMIT, cursor } = query;
  const terms: readonly SearchTerm[] = [
    ...capabilities.map((one) => ({ kind: 'capability', text: one }) as const),
    ...tags.map((one) => ({ kind: 'tag', text: normalizeTag(one) }) as const),
    ...schemas.map((one) => ({ kind: 'schema', text: one }) as const),
    ...fingerprints.map((one) => ({ kind: 'fingerprint', text: one }) as const),
    ...listWords(text)
      .slice(0, MAX_WORDS)
      .map((one) => ({ kind: 'word', text: one, isPrefix: true }) as const),
  ];
  const isVain = terms.length === 0 && text.trim() !== '';
  const filters = JSON.stringify([terms, status, isVain]);
  return {
    filters,
    search: {
      // A text without a word in it is found nowhere.
      terms: isVain ? [{ kind: 'word', text: '' }] : terms,
      status: status === 'all' ? undefined : status,
      after: cursor === undefined ? 0 : parseCursor(cursor, filters),
      limit,
    },
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && isShort(value);
}

/** Counted as JSON Schema does. */
function isShort(text: string): boolean {
  return text.length <= MAX_LENGTH || Array.from(text).length <= MAX_LENGTH;
}

const DIGEST_BYTES = 12;
const NUMBER_BYTES = 8;

/**
 * Makes an opaque cursor for the agents after one. It needs no secret, because its holder may read
 * the whole list anyway; the digest reveals a cursor of another query, or a mangled one.
 */
export function createCursor(after: number, filters: string): string {
  const place = Buffer.alloc(NUMBER_BYTES);
  place.writeBigUInt64BE(BigInt(after));
  return Buffer.concat([place, digestOf(place, filters)]).toString('base64url');
}

/** Reads the number that {@link createCursor} got with the same filters. @throws CursorInvalidError */
function parseCursor(cursor: string, filters: string): number {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(0, NUMBER_BYTES);
  const isWhole =
    bytes.length === NUMBER_BYTES + DIGEST_BYTES &&
    // Other texts decode to the same bytes.
    bytes.toString('base64url') === cursor &&
    digestOf(place, filters).equals(bytes.subarray(NUMBER_BYTES));
  if (!isWhole) throw new CursorInvalidError(cursor);
  return Number(place.readBigUInt64BE());
}

function digestOf(place: Uint8Array, filters: string): Buffer {
  return createHash('sha256').update(place).update(filters).digest().subarray(0, DIGEST_BYTES);
}
