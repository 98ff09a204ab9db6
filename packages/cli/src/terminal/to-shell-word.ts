/**
 * Quotes a text, perhaps from an agent, as a single word, so that a shell it is pasted into does
 * nothing else with it.
 */
export function toShellWord(text: string): string {
  return /^[\w.:/-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
