import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';
import { createContext, useContext } from 'react';

/** The language of the page. */
export const TextsContext = createContext<Texts>(ENGLISH_TEXTS);

/** The texts of the page in its language. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}

/** The language in the country that the browser names first: how days and times are written there. */
export function toLocale(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
