import { previewJson } from '@formwork/schema/json';

/** Lists names in a sentence, but only the first of very many. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 6).map((name) => previewJson(name));
  return names.length > shown.length ? `${shown.join(', ')} …` : shown.join(', ');
}
