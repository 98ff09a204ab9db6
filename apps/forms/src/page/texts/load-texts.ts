import { ENGLISH_TEXTS } from './english.ts';
import type { Language, Texts } from './texts.ts';

/** Languages by the name that those who speak them give them. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ar', 'العربية'],
];

/** Of the languages that somebody reads, the first that the page has. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => LANGUAGES.find(([language]) => tag.split('-')[0] === language));
  return known.find((found) => found !== undefined)?.[0] ?? 'en';
}

/** The texts of a language; only English is there from the start. */
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
