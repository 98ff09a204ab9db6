import type { PatternPart } from './pattern-part.ts';
import { listAsciiCharacters } from './weigh-pattern.ts';

/** A text that a group of a pattern matches, as its characters, each of which means only itself. */
export type GroupText = readonly Extract<PatternPart, { kind: 'character' }>[];

/** The most texts of a group that are written out. */
const MAX_TEXTS = 16;

/**
 * Lists all texts that a part of a pattern matches; `undefined` if one is longer than a character, if
 * there is none, or if there are more than 16.
 */
export function listTexts(part: PatternPart): readonly GroupText[] | undefined {
  let texts: readonly GroupText[] | undefined;
  if (part.kind === 'choice') {
    const all = part.parts.map(listTexts);
    if (all.every((list) => list !== undefined)) texts = all.flat();
  } else if (part.kind === 'sequence') {
    const [child, second] = part.parts;
    if (child !== undefined && second === undefined) texts = listTexts(child);
  } else if (part.kind === 'character' && !part.flags.includes('i')) {
    texts = listAsciiCharacters(part.source)?.map((character) => [
      { ...part, source: escape(character) },
    ]);
  }
  return texts !== undefined && texts.length > 0 && texts.length <= MAX_TEXTS ? texts : undefined;
}

/** Writes a character so that it means only itself. */
function escape(character: string): string {
  return /[\^$\\.*+?()[\]{}|/-]/u.test(character) ? `\\${character}` : character;
}
