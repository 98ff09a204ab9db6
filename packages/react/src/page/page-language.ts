/** A language of the pages that come with Formwork. */
export type Language = 'en' | 'de' | 'ar';

/** The languages of the pages, each with its name in the language itself. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['ar', 'العربية'],
];

/** Returns the first of a person's preferred languages that a page has, else English. */
export function chooseLanguage<Name extends string>(
  tags: readonly string[],
  languages: readonly (readonly [Name | Language, string])[],
): Name | Language {
  const matches = tags.map((tag) => languages.find(([language]) => tag.split('-')[0] === language));
  return matches.find((match) => match !== undefined)?.[0] ?? 'en';
}

/**
 * Returns the tag of a language with the region that the browser prefers, such as `de-AT`, for
 * writing times and numbers.
 */
export function toLocale(language: string): string {
  const tags = globalThis.navigator?.languages ?? [];
  return tags.find((tag) => tag.split('-')[0] === language) ?? language;
}
