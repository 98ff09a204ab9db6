import { toWidth } from './to-width.ts';

/** A line that is no wider than so many columns; what was cut is shown as `…`. */
export function cutLine(line: string, columns: number): string {
  if (toWidth(line) <= columns) return line;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (toWidth(shown + segment) > columns - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}
