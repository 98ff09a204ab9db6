import type { Language } from '@formwork/react/internal';
import { createContext, useContext } from 'react';
import { ENGLISH_TEXTS, type Texts } from './english.ts';

/** The texts of the page, and the language that they are in. */
export interface LocalizedTexts {
  readonly language: Language;
  readonly texts: Texts;
}

/** The React context that holds the texts in the chosen language. */
export const TextsContext = createContext<LocalizedTexts>({ language: 'en', texts: ENGLISH_TEXTS });

/** Returns the texts of the page in the chosen language. */
export function useTexts(): Texts {
  return useContext(TextsContext).texts;
}

/** Returns the language in which numbers and times are written. */
export function useLanguage(): Language {
  return useContext(TextsContext).language;
}

/** Loads the texts of the page in each language; the English ones are part of the page already. */
export const TEXT_LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => Promise.resolve(ENGLISH_TEXTS),
  de: async () => (await import('./german.ts')).GERMAN_TEXTS,
  ar: async () => (await import('./arabic.ts')).ARABIC_TEXTS,
};
