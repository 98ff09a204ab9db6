import { isRecord } from '@formwork/core';
import { toControlKind } from './control-kind.ts';

/** Words by which people ask for what nobody should give away, whole or at the end of a name. */
const WORDS =
  /pass(?:word|phrase|code|wort)|kennwort|secret|token\b|api.?key|private.?key|\bpin\b|\bcvv\b|\bcvc\b|credit.?card|card.?(?:number|no\b)|kreditkarte|\biban\b|\bssn\b|social.?security|seed.?phrase|كلمة (?:السر|المرور)/iu;

/** True for a field that asks for a password, a card or the like, by its kind or by its words. */
export function isSensitive(schema: unknown, name: string): boolean {
  if (!isRecord(schema)) return false;
  const kind = toControlKind(schema);
  if (kind === 'secret') return true;
  if (kind !== 'text' && kind !== 'number' && kind !== 'long-text') return false;
  const texts = [name, schema['title'], schema['description']];
  return texts.some((text) => typeof text === 'string' && WORDS.test(toSpaced(text)));
}

/** `cardNumber` and `card_number` as words. */
function toSpaced(text: string): string {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/gu, ' ');
}
