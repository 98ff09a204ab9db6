/** A text, of an agent perhaps, as one word: pasted into a shell it must be nothing else. */
export function toShellWord(text: string): string {
  return /^[\w.:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
