const MAX_LENGTH = 64;
const MAX_CANDIDATES = 500;

/**
 * The most pairs of letters that are compared for one misspelt word, which takes about a
 * millisecond.
 */
const MAX_PAIRS = 100_000;

/**
 * Returns the candidate that a misspelt word most likely means; `undefined` if none is near.
 *
 * A candidate is near if at most a third of its letters (at least two; one for words of up to three
 * letters) are changed, added, left out or swapped with their neighbour, whatever the case. `least`
 * is that number of letters, 1 for words of which another one may be meant: cash is no card.
 *
 * @example
 * didYouMean('wether', ['weather', 'news']); // 'weather'
 */
export function didYouMean(
  word: string,
  candidates: Iterable<string>,
  least = 2,
): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const lowerWord = word.toLowerCase();
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  let count = 0;
  let pairs = 0;
  for (const candidate of candidates) {
    count += 1;
    if (count > MAX_CANDIDATES) break;
    const allowed = allowDistance(candidate.length, least);
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    pairs += word.length * candidate.length;
    if (pairs > MAX_PAIRS) break;
    const distance = measureDistance(lowerWord, candidate.toLowerCase());
    if (distance > allowed || (best !== undefined && distance >= best.distance)) continue;
    best = { candidate, distance };
  }
  return best?.candidate;
}

function allowDistance(length: number, least: number): number {
  if (length > MAX_LENGTH) return -1;
  if (length <= 1) return 0;
  return length <= 3 ? 1 : Math.max(least, Math.floor(length / 3));
}

/** Measures how far two words are apart, as the optimal string alignment distance, row by row. */
function measureDistance(left: string, right: string): number {
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The most known names that an error about an unknown one lists. */
const MAX_NAMES = 6;

/** Lists names for an error about an unknown one: the likeliest first, then a few more. */
export function listNames(names: readonly string[], unknown: string): string {
  const suggestion = didYouMean(unknown, names);
  const ordered =
    suggestion === undefined
      ? names
      : [suggestion, ...names.filter((candidate) => candidate !== suggestion)];
  const surplus = ordered.length - MAX_NAMES;
  // One more name is as short as the words that would count it.
  if (surplus <= 1) return ordered.join(', ');
  return `${ordered.slice(0, MAX_NAMES).join(', ')} and ${surplus} more`;
}
