/** Longer words are cut; nobody types them. */
const MAX_LENGTH = 64;

// The language only decides where there are no spaces, and there dictionaries decide.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * The words of a text as they are compared, each once: in small letters, and those of names such as
 * `fightComparison` and `price_query` both whole and apart.
 */
export function toWords(text: string): readonly string[] {
  const plain = text.normalize('NFKC');
  const apart = plain.replaceAll('_', ' ').replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return [...new Set([...split(plain), ...split(apart)])];
}

function split(text: string): readonly string[] {
  return [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment }) => segment.slice(0, MAX_LENGTH).replaceAll(/\p{Cs}/gu, ''));
}
