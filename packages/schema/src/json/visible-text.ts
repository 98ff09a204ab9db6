/**
 * Matches characters that a terminal or a viewer of logs could take for a command, or that make
 * text look like other text: C0 and C1 controls except tabs and line feeds, marks of direction,
 * line separators, invisible and tag characters, halves of surrogate pairs.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/**
 * Replaces characters that control a terminal, or are invisible, by their escapes in JSON, such as
 * `\u202e`. A text that is JSON keeps its value.
 */
export function showUnsafe(text: string): string {
  return text.replaceAll(UNSAFE, (unsafe) =>
    // Each UTF-16 unit is escaped by itself.
    Array.from({ length: unsafe.length }, (_, index) => {
      const unit = unsafe.charCodeAt(index).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
}
