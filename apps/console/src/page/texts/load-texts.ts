import { ENGLISH_TEXTS, type Texts } from './english.ts';

/** A language of the page. */
export type Language = 'en' | 'de' | 'ar';

/** The languages of the page, each with its name in the language itself. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ar', 'العربية'],
];

/** Returns the first of a person's preferred languages that the page has, else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => LANGUAGES.find(([language]) => tag.split('-')[0] === language));
  return known.find((found) => found !== undefined)?.[0] ?? 'en';
}

/** Loads the texts of the page in a language; the English ones are part of the page already. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'en':
      return ENGLISH_TEXTS;
    case 'de':
      return (await import('./german.ts')).GERMAN_TEXTS;
    case 'ar':
      return (await import('./arabic.ts')).ARABIC_TEXTS;
    default:
      return language satisfies never;
  }
}
