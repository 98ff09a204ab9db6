import type { Term } from '../agents/term.ts';
import type { SearchTerm } from './registry-store.ts';

/** Who has which terms, in memory. */
export interface TermIndex {
  readonly add: (agentId: string, terms: readonly Term[]) => void;
  readonly remove: (agentId: string, terms: readonly Term[]) => void;
  /** The ids of who has a term, or one that begins with it. */
  readonly find: (term: SearchTerm) => ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

export function createTermIndex(): TermIndex {
  const byKind = new Map<string, Map<string, Set<string>>>();

  function toTexts(kind: string): Map<string, Set<string>> {
    const texts = byKind.get(kind) ?? new Map<string, Set<string>>();
    byKind.set(kind, texts);
    return texts;
  }

  return {
    add(agentId, terms) {
      for (const { kind, text } of terms) {
        const texts = toTexts(kind);
        texts.set(text, (texts.get(text) ?? new Set()).add(agentId));
      }
    },
    remove(agentId, terms) {
      for (const { kind, text } of terms) {
        const texts = toTexts(kind);
        const ids = texts.get(text);
        ids?.delete(agentId);
        if (ids?.size === 0) texts.delete(text);
      }
    },
    find({ kind, text, isPrefix = false }) {
      const texts = toTexts(kind);
      if (!isPrefix) return texts.get(text) ?? NOBODY;
      const found = new Set<string>();
      for (const [one, ids] of texts) {
        if (one.startsWith(text)) for (const id of ids) found.add(id);
      }
      return found;
    },
  };
}
