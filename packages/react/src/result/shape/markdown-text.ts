/** The number of characters in which signs of Markdown are looked for. */
const MAX_READ = 4000;

/**
 * Signs of Markdown that other texts seldom have: bold words, links, fenced code, headings of the
 * second level, a first line that is a heading, and lists after an empty line. A single `#` or `-`
 * at a line is none, because programs and settings have them.
 */
const SIGNS: readonly RegExp[] = [
  /(?<![\w*])\*\*[^\s*][^*\n]{0,200}\*\*(?![\w*])/u,
  /[^\s[\]]\]\(https?:\/\/[^\s)]/u,
  /^```[\w-]{0,20}$/mu,
  /^#{2,6} \S/mu,
  /^\s{0,3}# [^\n]{1,200}\n\n/u,
  /\n\n[*-] [^\n]+\n[*-] \S/u,
];

/** True for a text that is written in Markdown, by its signs. */
export function isMarkdownText(text: string): boolean {
  const read = text.slice(0, MAX_READ);
  return SIGNS.some((sign) => sign.test(read));
}
