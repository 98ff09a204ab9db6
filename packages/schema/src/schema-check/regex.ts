import { CharBase, CharSet, JS, NFA, Transformers, transform, Words } from 'refa';

/** The libraries that parse and analyse regular expressions. */
export interface RegexLibrary {
  readonly CharBase: typeof CharBase;
  readonly CharSet: typeof CharSet;
  readonly JS: typeof JS;
  readonly NFA: typeof NFA;
  readonly Transformers: typeof Transformers;
  readonly transform: typeof transform;
  readonly Words: typeof Words;
}

const library: RegexLibrary = {
  CharBase,
  CharSet,
  JS,
  NFA,
  Transformers,
  transform,
  Words,
};

/** Returns the libraries for regular expressions. */
export function loadRegexLibrary(): RegexLibrary {
  return library;
}
