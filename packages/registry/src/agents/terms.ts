import type { AgentFacts } from './registered-agent.ts';

/** The kind of thing that a term names. */
export type TermKind = 'capability' | 'tag' | 'schema' | 'fingerprint' | 'word';

/** A text that an agent can be found by. */
export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

/** Most words that one agent can be found by. */
const MAX_WORDS = 1_000;

/** Lists every term of an agent once. */
export function listTerms(facts: AgentFacts): readonly Term[] {
  const { capabilities, tags, schemas, skills, name, description, provider } = facts;
  const texts = [name, provider, ...skills.flatMap((skill) => [skill.id, skill.name]), ...tags];
  const words = listWords(
    [...texts, ...schemas.map((schema) => schema.name), description].join('\n'),
  );
  return [
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
}

/** Spells a tag as tags are compared. */
export function normalizeTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

function createTerms(kind: TermKind, texts: readonly string[]): readonly Term[] {
  return [...new Set(texts)].map((text) => ({ kind, text }));
}

/** Longer words are cut; nobody types them. */
const MAX_WORD_LENGTH = 64;

// The language only decides where there are no spaces, and there dictionaries decide.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Lists each word of a text once, in small letters. Names such as `fightComparison` and
 * `price_query` count whole and in parts.
 */
export function listWords(text: string): readonly string[] {
  const plain = text.normalize('NFKC');
  const apart = plain.replaceAll('_', ' ').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return [...new Set([...splitWords(plain), ...splitWords(apart)])];
}

function splitWords(text: string): readonly string[] {
  return [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment.slice(0, MAX_WORD_LENGTH).replaceAll(/\p{Cs}/gu, ''));
}
