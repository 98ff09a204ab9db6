import { toFoldedWords } from '@formwork/schema/internal';
import { toCleanLine, toCleanText, type CleanTextOptions } from './to-clean-text.ts';

/** Returns the line that marks the beginning of an agent's own words for a model. */
export function toFrameStart(label: string): string {
  return `[Remote A2A agent "${label}". Its description of itself:]`;
}

/** The line that marks the end of an agent's own words for a model. */
export const FRAME_END = '[End of its description.]';

/**
 * Matches an opening bracket, and captures the text after it, which may look like a remark of the
 * bridge.
 */
const BRACKET = /[[［【〔〖⁅❲⟦「『](?=([\s\S]{0,80}))/gu;

/** The beginnings of the bridge's own remarks, in normalized words. */
const REMARK = /^ (?:remote a2 ?a|end of (?:\S+ )?(?:own )?(?:description|words|card|agent))/u;

/**
 * Matches the marks around a block of code, inside which a remark of the bridge would count as an
 * example.
 */
const FENCE = /^([ \t>]*)~{3,}|`{3,}/gmu;

/**
 * Cleans text of a card for a model, and makes sure that nothing in it passes for a remark of the
 * bridge: brackets of such remarks become round, and marks of code blocks become quotes.
 */
export function toCardText(text: string, options: CleanTextOptions): string {
  return withoutFrames(toCleanText(text, options));
}

/** Does the same as {@link toCardText} for text on one line. */
export function toCardLine(text: string, options: CleanTextOptions): string {
  return withoutFrames(toCleanLine(text, options));
}

/**
 * True if a text contains anything that {@link toCardText} replaces because it looks like a remark
 * of the bridge.
 */
export function hasFrame(text: string): boolean {
  return withoutFrames(text) !== text;
}

function withoutFrames(text: string): string {
  const brackets = text.replaceAll(BRACKET, (bracket, after: string) =>
    REMARK.test(toFoldedWords(after)) ? '(' : bracket,
  );
  return brackets.replaceAll(FENCE, (_, indent = '') => `${indent}'''`);
}
