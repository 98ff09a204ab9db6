import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';
import { createContext, useContext } from 'react';

/** The React context with the texts in the language of the page. */
export const TextsContext = createContext<Texts>(ENGLISH_TEXTS);

/** The texts of the page in its language. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}

/**
 * The language with the region that the browser prefers for it, by which days and times are
 * written.
 */
export function toLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
