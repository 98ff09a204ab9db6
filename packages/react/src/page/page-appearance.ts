import { chooseLanguage, LANGUAGES, type Language } from './page-language.ts';

/** The colours of a page: those of the operating system, or always light or dark. */
export type Scheme = 'system' | 'light' | 'dark';

/** The language and the colours of a page, which a person chooses in a browser. */
export interface PageAppearance<Name extends string = Language> {
  readonly language: Name;
  readonly scheme: Scheme;
}

/** Reads what a browser has stored; what it has not comes from the settings of the browser. */
export function readPageAppearance<Name extends string = Language>(
  stored: { readonly language?: unknown; readonly scheme?: unknown },
  languages: readonly (readonly [Name | Language, string])[] = LANGUAGES,
): PageAppearance<Name | Language> {
  const { scheme } = stored;
  const language = languages.find(([name]) => name === stored.language)?.[0];
  return {
    language: language ?? chooseLanguage(navigator.languages, languages),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'system',
  };
}

/** Gives the document the language and the colours of its page. */
export function showPageAppearance(language: string, scheme: Scheme): void {
  const { documentElement: html } = document;
  html.lang = language;
  html.dir = language === 'ar' ? 'rtl' : 'ltr';
  html.dataset['scheme'] = scheme;
}
