import { createRequire } from 'node:module';
import type { RegexLibrary } from './regex.ts';

export type { RegexLibrary } from './regex.ts';

let library: RegexLibrary | undefined;

/**
 * Returns the libraries for regular expressions, which are loaded by the first call: their tables
 * take a fifth of the memory of a small agent, and most agents have no pattern that needs them.
 */
export function loadRegexLibrary(): RegexLibrary {
  return (library ??= requireLibrary());
}

function requireLibrary(): RegexLibrary {
  const require = createRequire(import.meta.url);
  return { ...require('refa') };
}
