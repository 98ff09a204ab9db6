/**
 * More marks in a row than any language writes, which is 30 (UAX #15, section 13). Two signs of
 * Katakana become marks, too.
 */
const LONG_RUN = /([\p{M}\uff9e\uff9f]{31,})/u;

/**
 * Returns a text in a normal form of Unicode, in which more than 30 marks in a row stay as they are:
 * ICU sorts marks by insertion, so that a letter with 100,000 of them takes seven seconds.
 */
export function toNormalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  // The parts that the group has matched stand between the others.
  const parts = text.split(LONG_RUN);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.normalize(form))).join('');
}
