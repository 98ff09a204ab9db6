import { ARABIC, ENGLISH, GERMAN, type Messages } from '@formwork/react';
import { ARABIC_TEXTS } from './arabic.ts';
import { ENGLISH_TEXTS } from './english.ts';
import { GERMAN_TEXTS } from './german.ts';
import type { Texts } from './texts.ts';

/** All texts of a form in one language. */
export interface Language {
  readonly messages: Messages;
  readonly texts: Texts;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { messages: ENGLISH, texts: ENGLISH_TEXTS },
  de: { messages: GERMAN, texts: GERMAN_TEXTS },
  ar: { messages: ARABIC, texts: ARABIC_TEXTS },
};

const FALLBACK: Language = { messages: ENGLISH, texts: ENGLISH_TEXTS };

/** Returns the first of some languages (BCP 47 tags) that the element has, else English. */
export function chooseLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
    if (language !== undefined) return language;
  }
  return FALLBACK;
}
