import { previewJson } from '@formwork/schema/json';

/** Lists names in a sentence, but only the first of very many. */
export function listNames(names: readonly string[]): string {
  const previews = names.slice(0, 6).map((name) => previewJson(name));
  return names.length > previews.length ? `${previews.join(', ')} …` : previews.join(', ');
}
