import { didYouMean } from './did-you-mean.ts';

/** Most names that an error repeats. */
const MAX_NAMES = 6;

/** Names for an error about one that is unknown: the one that is likely meant first, then a few more. */
export function listNames(known: readonly string[], unknown: string): string {
  const near = didYouMean(unknown, known);
  const ordered =
    near === undefined ? known : [near, ...known.filter((candidate) => candidate !== near)];
  const more = ordered.length - MAX_NAMES;
  // One more takes no more room than its name.
  if (more <= 1) return ordered.join(', ');
  return `${ordered.slice(0, MAX_NAMES).join(', ')} and ${more} more`;
}
