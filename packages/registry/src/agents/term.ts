import type { AgentFacts } from './registered-agent.ts';
import { toWords } from './to-words.ts';

/** What a term is of. */
export type TermKind = 'capability' | 'tag' | 'schema' | 'fingerprint' | 'word';

/** What an agent can be found by. */
export interface Term {
  readonly kind: TermKind;
  readonly text: string;
}

/** Words of one agent that it can be found by. */
const MAX_WORDS = 1_000;

/** Every term of an agent, each once. */
export function toTerms(facts: AgentFacts): readonly Term[] {
  const { capabilities, tags, schemas, skills, name, description, provider } = facts;
  const texts = [name, provider, ...skills.flatMap((skill) => [skill.id, skill.name]), ...tags];
  const words = toWords(
    [...texts, ...schemas.map((schema) => schema.name), description].join('\n'),
  );
  return [
    ...toUnique('capability', capabilities),
    ...toUnique('tag', tags.map(toTag)),
    ...toUnique(
      'schema',
      schemas.map((schema) => schema.name),
    ),
    ...toUnique(
      'fingerprint',
      schemas.flatMap(({ fingerprint }) => fingerprint ?? []),
    ),
    ...words.slice(0, MAX_WORDS).map((text) => ({ kind: 'word', text }) as const),
  ];
}

/** A tag as it is compared. */
export function toTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

function toUnique(kind: TermKind, texts: readonly string[]): readonly Term[] {
  return [...new Set(texts)].map((text) => ({ kind, text }));
}
