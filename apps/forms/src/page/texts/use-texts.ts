import { createContext, useContext } from 'react';
import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';

/** The language of the page. */
export const TextsContext = createContext<Texts>(ENGLISH_TEXTS);

/** The texts of the page in its language. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}
