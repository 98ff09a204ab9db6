import stringWidth from 'string-width';

/** A line that is no wider than so many columns; what was cut is shown as `…`. */
export function cutLine(line: string, columns: number): string {
  if (stringWidth(line) <= columns) return line;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (stringWidth(shown + segment) > columns - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
