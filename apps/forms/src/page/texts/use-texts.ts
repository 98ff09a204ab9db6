import { createContext, useContext } from 'react';
import { ENGLISH_TEXTS } from './english.ts';
import type { Texts } from './texts.ts';

/** The React context that holds the texts of the page in the chosen language. */
export const TextsContext = createContext<Texts>(ENGLISH_TEXTS);

/** Returns the texts of the page in the chosen language. */
export function useTexts(): Texts {
  return useContext(TextsContext);
}

/**
 * Makes the hook that returns the texts of a part of the page in the chosen language. They stand
 * beside the part, so that they load with it.
 */
export function createTextsHook<PartTexts>(
  texts: Readonly<Record<Texts['language'], PartTexts>>,
): () => PartTexts {
  return function usePartTexts() {
    return texts[useTexts().language];
  };
}

/** True on systems of Apple, where shortcuts use the command key instead of the control key. */
export function isApple(): boolean {
  return /Mac|iP(?:hone|ad)/u.test(navigator.platform);
}
