import { ARABIC, ENGLISH, GERMAN, type Messages } from '@formwork/react';
import { ARABIC_TEXTS } from './arabic.ts';
import { ENGLISH_TEXTS } from './english.ts';
import { GERMAN_TEXTS } from './german.ts';
import type { Texts } from './texts.ts';

/** A language of the page. */
export interface Language {
  readonly messages: Messages;
  readonly texts: Texts;
}

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['en', { messages: ENGLISH, texts: ENGLISH_TEXTS }],
  ['de', { messages: GERMAN, texts: GERMAN_TEXTS }],
  ['ar', { messages: ARABIC, texts: ARABIC_TEXTS }],
]);

const DEFAULT: Language = { messages: ENGLISH, texts: ENGLISH_TEXTS };

/** The language of the host, or that of the browser if it does not say; English for all others. */
export function chooseLanguage(locale: string): Language {
  const [language = ''] = (locale === '' ? navigator.language : locale).toLowerCase().split('-');
  return LANGUAGES.get(language) ?? DEFAULT;
}
