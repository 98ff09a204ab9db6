/** Match words that mean the same to every shell as they are: letters of any script and digits. */
const PLAIN = /^[\p{L}\p{N}\p{M}_.:/-]+$/u;
const PLAIN_ON_WINDOWS = /^[\p{L}\p{N}\p{M}_.:/\\-]+$/u;

/** Matches what one of the two shells of Windows replaces within double quotes, or ends them with. */
const NEVER_QUOTED = /["\u201c-\u201f$%`!^\p{Cc}]/gu;

/**
 * Quotes a text, perhaps from an agent, as a single word, so that a shell it is pasted into does
 * nothing else with it. The shells of Windows share only double quotes, within which each replaces
 * other characters, so these are given as `?` there.
 */
export function toShellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  const isWindows = platform === 'win32';
  if (isWindows ? PLAIN_ON_WINDOWS.test(text) : PLAIN.test(text)) return text;
  if (isWindows) return `"${text.replaceAll(NEVER_QUOTED, '?')}"`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
