import { chooseLanguage, LANGUAGES, type Language } from './page-language.ts';

/** The colours of a page: those of the operating system, or always light or dark. */
export type Scheme = 'system' | 'light' | 'dark';

/** The language and the colours of a page, which a person chooses in a browser. */
export interface PageAppearance {
  readonly language: Language;
  readonly scheme: Scheme;
}

/** Reads what a browser has stored; what it has not comes from the settings of the browser. */
export function readPageAppearance(stored: {
  readonly language?: unknown;
  readonly scheme?: unknown;
}): PageAppearance {
  const { scheme } = stored;
  const language = LANGUAGES.find(([name]) => name === stored.language)?.[0];
  return {
    language: language ?? chooseLanguage(navigator.languages),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'system',
  };
}

/** Gives the document the language and the colours of its page. */
export function showPageAppearance(language: Language, scheme: Scheme): void {
  const { documentElement: html } = document;
  html.lang = language;
  html.dir = language === 'ar' ? 'rtl' : 'ltr';
  html.dataset['scheme'] = scheme;
}
