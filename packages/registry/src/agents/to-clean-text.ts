/** What is not seen, or changes how other characters are shown: controls, directions, half characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu;

/**
 * Text of a card as it can be shown, stored and compared anywhere: without control characters and
 * signs of direction, white space as single spaces, at most `maxLength` characters.
 */
export function toCleanText(text: string, maxLength: number): string {
  const clean = text.normalize('NFC').replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  if (clean.length <= maxLength) return clean;
  // Cutting may leave half a character.
  return `${clean.slice(0, maxLength - 1).replaceAll(/\p{Cs}/gu, '')}…`;
}
