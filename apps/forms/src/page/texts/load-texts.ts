import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';

/** Loads the texts of the page in each language; the English ones are part of the page already. */
export const TEXT_LOADERS: Readonly<Record<Texts['language'], () => Promise<Texts>>> = {
  en: () => Promise.resolve(ENGLISH_TEXTS),
  de: async () => (await import('./german.ts')).GERMAN_TEXTS,
  ar: async () => (await import('./arabic.ts')).ARABIC_TEXTS,
};
