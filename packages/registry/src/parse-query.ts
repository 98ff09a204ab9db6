import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/schema/options';
import { createHash } from 'node:crypto';
import { normalizeTag, listWords } from './agents/terms.ts';
import { CursorInvalidError } from './errors.ts';
import type { AgentQuery } from './registry.ts';
import type { SearchTerm, StoreSearch } from './store/registry-store.ts';

/** The highest number of texts in one list of a query. */
const MAX_TEXTS = 20;
const MAX_LENGTH = 256;
const MAX_WORDS = 10;
const DEFAULT_LIMIT = 20;

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

/**
 * Checks a query for agents, and turns it into the search that a store runs. @throws RangeError or
 * TypeError that names the field; CursorInvalidError
 */
export function parseQuery(query: AgentQuery): {
  readonly search: Omit<StoreSearch, 'time'>;
  readonly filters: string;
} {
  checkOptions(query, { subject: 'Cannot find agents', rules: RULES });
  const { capabilities = [], tags = [], schemas = [], fingerprints = [] } = query;
  const { text = '', status = 'all', limit = DEFAULT_LIMIT, cursor } = query;
  const terms: readonly SearchTerm[] = [
    ...capabilities.map((capability) => ({ kind: 'capability', text: capability }) as const),
    ...tags.map((tag) => ({ kind: 'tag', text: normalizeTag(tag) }) as const),
    ...schemas.map((schema) => ({ kind: 'schema', text: schema }) as const),
    ...fingerprints.map((fingerprint) => ({ kind: 'fingerprint', text: fingerprint }) as const),
    ...listWords(text)
      .slice(0, MAX_WORDS)
      .map((word) => ({ kind: 'word', text: word, isPrefix: true }) as const),
  ];
  const isVain = terms.length === 0 && text.trim() !== '';
  const filters = JSON.stringify([terms, status, isVain]);
  return {
    filters,
    search: {
      // A text that contains no word matches no agent.
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

/** True if a text is at most 256 characters long, counted in code points as JSON Schema counts. */
function isShort(text: string): boolean {
  return text.length <= MAX_LENGTH || Array.from(text).length <= MAX_LENGTH;
}

const DIGEST_BYTES = 12;
const NUMBER_BYTES = 8;

/**
 * Makes an opaque cursor for the page that begins after an agent. It needs no secret, because its
 * holder may read the whole list anyway; a digest in it reveals a damaged cursor, or one of another
 * query.
 */
export function createCursor(after: number, filters: string): string {
  const position = Buffer.alloc(NUMBER_BYTES);
  position.writeBigUInt64BE(BigInt(after));
  return Buffer.concat([position, digestOf(position, filters)]).toString('base64url');
}

/**
 * Returns the number of the agent that a cursor of {@link createCursor} with the same filters
 * begins after. @throws CursorInvalidError
 */
function parseCursor(cursor: string, filters: string): number {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(0, NUMBER_BYTES);
  const isWhole =
    bytes.length === NUMBER_BYTES + DIGEST_BYTES &&
    // Several texts decode to the same bytes; only one of them is accepted.
    bytes.toString('base64url') === cursor &&
    digestOf(position, filters).equals(bytes.subarray(NUMBER_BYTES));
  const after = isWhole ? Number(position.readBigUInt64BE()) : Infinity;
  // Anybody can make a digest, and databases refuse numbers beyond their own.
  if (!Number.isSafeInteger(after)) throw new CursorInvalidError(cursor);
  return after;
}

function digestOf(position: Uint8Array, filters: string): Buffer {
  return createHash('sha256').update(position).update(filters).digest().subarray(0, DIGEST_BYTES);
}
