import { ENGLISH_TEXTS } from './english.ts';
import type { Language } from '@formwork/react/internal';
import type { Texts } from './texts.ts';

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
