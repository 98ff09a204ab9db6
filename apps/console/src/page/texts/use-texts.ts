import { type Language, LANGUAGES } from '@formwork/react/internal';
import { createContext, useContext } from 'react';
import { ENGLISH_TEXTS, type Texts } from './english.ts';

/** A language of the console: one of all pages, or one that only the console has. */
export type ConsoleLanguage = Language | 'es';

/** The languages of the console, each with its name in the language itself. */
export const CONSOLE_LANGUAGES: readonly (readonly [ConsoleLanguage, string])[] = [
  ...LANGUAGES,
  ['es', 'Español'],
];

/** The texts of the page, and the language that they are in. */
export interface LocalizedTexts {
  readonly language: ConsoleLanguage;
  readonly texts: Texts;
}

/** The React context that holds the texts in the chosen language. */
export const TextsContext = createContext<LocalizedTexts>({ language: 'en', texts: ENGLISH_TEXTS });

/** Returns the texts of the page in the chosen language. */
export function useTexts(): Texts {
  return useContext(TextsContext).texts;
}

/** Returns the language in which numbers and times are written. */
export function useLanguage(): ConsoleLanguage {
  return useContext(TextsContext).language;
}

/** Loads the texts of the page in each language; the English ones are part of the page already. */
export const TEXT_LOADERS: Readonly<Record<ConsoleLanguage, () => Promise<Texts>>> = {
  en: () => Promise.resolve(ENGLISH_TEXTS),
  de: async () => (await import('./german.ts')).GERMAN_TEXTS,
  ar: async () => (await import('./arabic.ts')).ARABIC_TEXTS,
  es: async () => (await import('./spanish.ts')).SPANISH_TEXTS,
};
