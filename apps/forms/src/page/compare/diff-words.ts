/** A part of a text: in both texts, only in the older one, or only in the newer one. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * The maximum number of pairs of words that are compared, which takes about ten milliseconds; beyond
 * it, only the beginnings and ends that the texts share are found.
 */
const MAX_PAIRS = 1_000_000;

/** Matches a word with the space after it, or a single other character. */
const WORD = /[\p{L}\p{N}\p{M}_'’-]+\s*|\s+|[^\p{L}\p{N}]\s*/gu;

/**
 * Lists what two texts share and what is only in one of them, by words. The parts of the older text
 * in order are that text, and so are those of the newer one.
 */
export function diffWords(before: string, after: string): readonly WordChange[] {
  const [oldWords, newWords] = [before.match(WORD) ?? [], after.match(WORD) ?? []];
  let start = 0;
  while (start < oldWords.length && oldWords[start] === newWords[start]) start += 1;
  let end = 0;
  const most = Math.min(oldWords.length, newWords.length) - start;
  while (end < most && oldWords.at(-1 - end) === newWords.at(-1 - end)) end += 1;
  const removed = oldWords.slice(start, oldWords.length - end);
  const added = newWords.slice(start, newWords.length - end);
  const middle =
    removed.length * added.length > MAX_PAIRS
      ? [toChange('removed', removed), toChange('added', added)]
      : alignWords(removed, added);
  const changes = [
    toChange('same', oldWords.slice(0, start)),
    ...middle,
    toChange('same', oldWords.slice(oldWords.length - end)),
  ];
  return joinChanges(changes);
}

function toChange(kind: WordChange['kind'], words: readonly string[]): WordChange {
  return { kind, text: words.join('') };
}

/** Aligns two lists of words by their longest common sequence. */
function alignWords(removed: readonly string[], added: readonly string[]): readonly WordChange[] {
  const width = added.length + 1;
  // The length of the longest common sequence of the rests of both lists.
  const lengths = new Uint32Array((removed.length + 1) * width);
  for (let row = removed.length - 1; row >= 0; row -= 1) {
    for (let column = added.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      lengths[at] =
        removed[row] === added[column]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const changes: WordChange[] = [];
  let row = 0;
  let column = 0;
  while (row < removed.length || column < added.length) {
    const at = row * width + column;
    const [old = '', now = ''] = [removed[row], added[column]];
    if (row < removed.length && column < added.length && old === now) {
      changes.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (
      column === added.length ||
      (row < removed.length && (lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0))
    ) {
      changes.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      changes.push({ kind: 'added', text: now });
      column += 1;
    }
  }
  return changes;
}

/** Joins neighbours of one kind, and leaves out empty parts. */
function joinChanges(changes: readonly WordChange[]): readonly WordChange[] {
  const joined: WordChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (change.text === '') continue;
    if (last?.kind === change.kind) {
      joined[joined.length - 1] = { ...last, text: last.text + change.text };
    } else joined.push(change);
  }
  return joined;
}
