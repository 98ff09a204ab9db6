import { toFoldedWords } from '@formwork/schema/internal';
import { toCleanLine, toCleanText, type CleanTextOptions } from './to-clean-text.ts';

/** Stands before an agent's own words. */
export function toFrameStart(alias: string): string {
  return `[Remote A2A agent "${alias}". Its description of itself:]`;
}

/** Stands after an agent's own words, always. */
export const FRAME_END = '[End of its description.]';

/** Text that looks like the beginning of a remark in brackets, and what may follow it. */
const BRACKET = /[[［【〔〖⁅❲⟦「『](?=([\s\S]{0,80}))/gu;

/** How the bridge's own remarks begin, as folded words. */
const REMARK = /^ (?:remote a2 ?a|end of (?:\S+ )?(?:own )?(?:description|words|card|agent))/u;

/** Text that opens or closes a block of code, in which a remark of ours would be an example. */
const FENCE = /`{3,}|(?<=^[ \t>]*)~{3,}/gmu;

/**
 * Words of a card for a model to read, cleaned, in which nothing passes for a remark of the bridge:
 * its brackets become round, and fences of code, within which its remarks would not count, quotes.
 */
export function toCardText(text: string, options: CleanTextOptions): string {
  return withoutFrames(toCleanText(text, options));
}

/** The same in one line. */
export function toCardLine(text: string, options: CleanTextOptions): string {
  return withoutFrames(toCleanLine(text, options));
}

/** True if a text holds what {@link toCardText} would change. */
export function hasFrame(text: string): boolean {
  return withoutFrames(text) !== text;
}

function withoutFrames(text: string): string {
  const brackets = text.replaceAll(BRACKET, (bracket, after: string) =>
    REMARK.test(toFoldedWords(after)) ? '(' : bracket,
  );
  return brackets.replaceAll(FENCE, (run) => "'".repeat(Math.min(run.length, 3)));
}
