import type { Language } from '@formwork/react/internal';
import { ENGLISH_TEXTS, type Texts } from './english.ts';

/** Loads the texts of the page in each language; the English ones are part of the page already. */
export const TEXT_LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => Promise.resolve(ENGLISH_TEXTS),
  de: async () => (await import('./german.ts')).GERMAN_TEXTS,
  ar: async () => (await import('./arabic.ts')).ARABIC_TEXTS,
};
