import type { JsonSchema } from '@formwork/schema';
import { humanizeName } from './humanize-name.ts';

/** Words at the beginning of a description that add nothing to a label. */
const FILLERS = /^(?:(?:the|an?|your|enter|please|field|for|der|die|das|ihre?) )+/u;

/**
 * True for a field whose description only repeats its label, such as "The start date." below "Start
 * date", so that the form leaves it out.
 */
export function tellsNothing(name: string, { title, description }: JsonSchema): boolean {
  if (typeof description !== 'string') return false;
  const help = simplify(description);
  if (help === '') return true;
  return [title, humanizeName(name)].some(
    (label) => typeof label === 'string' && simplify(label) === help,
  );
}

function simplify(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(FILLERS, '');
}
