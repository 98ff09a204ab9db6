import { toNormalForm } from '@formwork/schema/internal';
import type { AgentFacts } from './registered-agent.ts';

/** The kind of a search term: what in an agent's card it stands for. */
export type TermKind = 'capability' | 'tag' | 'schema' | 'fingerprint' | 'word';

/** A search term: a text by which the agents in a registry can be found. */
export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

/**
 * The highest number of words by which one agent can be found; the words after that are left out.
 */
const MAX_WORDS = 1_000;

/**
 * The largest term, in bytes: an index of PostgreSQL takes no more than 2,704, and no query can search
 * for a longer one, such as the URI of an extension may be.
 */
const MAX_TERM_BYTES = 2_048;

/** Lists the search terms of an agent, each once, from the facts of its card. */
export function listTerms(facts: AgentFacts): readonly Term[] {
  const { capabilities, tags, schemas, skills, name, description, provider } = facts;
  const texts = [name, provider, ...skills.flatMap((skill) => [skill.id, skill.name]), ...tags];
  const words = listWords(
    [...texts, ...schemas.map((schema) => schema.name), description].join('\n'),
  );
  const terms = [
    ...createTerms('capability', capabilities),
    ...createTerms('tag', tags.map(normalizeTag)),
    ...createTerms(
      'schema',
      schemas.map((schema) => schema.name),
    ),
    ...createTerms(
      'fingerprint',
      schemas.flatMap(({ fingerprint }) => fingerprint ?? []),
    ),
    ...words.slice(0, MAX_WORDS).map((text) => ({ kind: 'word', text }) as const),
  ];
  return terms.filter(({ text }) => Buffer.byteLength(text) <= MAX_TERM_BYTES);
}

/** Normalizes a tag, so that spellings that differ only in capitals match each other. */
export function normalizeTag(tag: string): string {
  return toNormalForm(tag, 'NFKC').toLowerCase();
}

function createTerms(kind: TermKind, texts: readonly string[]): readonly Term[] {
  return [...new Set(texts)].map((text) => ({ kind, text }));
}

/** The length to which words of the search are cut, in characters. */
const MAX_WORD_LENGTH = 64;

// The language hardly matters: texts without spaces are split by dictionaries.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Lists the different words of a text in small letters. Names such as `fightComparison` and
 * `price_query` count both as a whole and in their parts.
 */
export function listWords(text: string): readonly string[] {
  const plain = toNormalForm(text, 'NFKC');
  const apart = plain.replaceAll('_', ' ').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return [...new Set([...splitWords(plain), ...splitWords(apart)])];
}

function splitWords(text: string): readonly string[] {
  return [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment.slice(0, MAX_WORD_LENGTH).replaceAll(/\p{Cs}/gu, ''));
}
