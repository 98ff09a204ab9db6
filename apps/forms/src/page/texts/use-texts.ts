import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';
import { createContext, useContext } from 'react';

/** The React context that holds the texts of the page in the chosen language. */
export const TextsContext = createContext<Texts>(ENGLISH_TEXTS);

/** Returns the texts of the page in the chosen language. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}

/**
 * Returns the tag of a language with the region that the browser prefers, such as `de-AT`, for
 * writing days and times.
 */
export function toLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** True on systems of Apple, where shortcuts use the command key instead of the control key. */
export function isApple(): boolean {
  return /Mac|iP(?:hone|ad)/u.test(navigator.platform);
}
