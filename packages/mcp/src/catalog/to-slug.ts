/**
 * Turns a text into a name of ASCII letters, digits, `-` and `_`; `''` if nothing of the text is
 * left.
 */
export function toSlug(text: string): string {
  return text
    .slice(0, 1000)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '-')
    .replaceAll(/-{2,}/gu, '-')
    .replaceAll(/_{2,}/gu, '_')
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/gu, '');
}
