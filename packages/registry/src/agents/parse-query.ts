import { checkOptions, createIntegerRule, type OptionRule } from '@formwork/core';
import type { StoreSearch, SearchTerm } from '../store/registry-store.ts';
import type { AgentQuery } from './agent-query.ts';
import { parseCursor } from './cursor.ts';
import { toTag } from './term.ts';
import { toWords } from './to-words.ts';

/** Most texts of one list of a query. */
const MAX_TEXTS = 20;
const MAX_LENGTH = 256;
const MAX_WORDS = 10;
const DEFAULT_LIMIT = 20;

/** A query as a store takes it, and what its cursors are bound to. */
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
    ...tags.map((one) => ({ kind: 'tag', text: toTag(one) }) as const),
    ...schemas.map((one) => ({ kind: 'schema', text: one }) as const),
    ...fingerprints.map((one) => ({ kind: 'fingerprint', text: one }) as const),
    ...toWords(text)
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
