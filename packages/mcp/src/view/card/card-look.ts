import type { Language } from '../texts/choose-language.ts';

/** How everything on the page looks and speaks. */
export interface CardLook extends Language {
  readonly colorScheme: 'light' | 'dark' | 'system';
}
