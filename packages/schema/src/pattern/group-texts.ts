import type { PatternPart } from './pattern-part.ts';
import { listAsciiCharacters } from './weigh-pattern.ts';

/** A text that a group matches: a character that means only itself, or nothing. */
export type GroupText = readonly Extract<PatternPart, { kind: 'character' }>[];

/** The most texts of a group that are written out. */
const MAX_TEXTS = 16;

/** Lists all texts that a part matches; `undefined` if some are longer, or they are none or many. */
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
