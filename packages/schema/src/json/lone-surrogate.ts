import { appendPointer } from './json-pointer.ts';

/** The words for the value that must be in place of a text with half of a surrogate pair. */
export const WHOLE_TEXT = 'text without half a surrogate pair';

/** What ES2024 adds to strings: Node has it since 20, and browsers since 2023. */
interface Es2024String {
  readonly isWellFormed: () => boolean;
  readonly toWellFormed: () => string;
}

/**
 * True for a text with half of a surrogate pair whose other half is missing. UTF-8 has no form for
 * it, so that some doors would replace it and others not.
 *
 * @example
 * hasLoneSurrogate('\ud83d'); // true
 */
export function hasLoneSurrogate(text: string): boolean {
  // A pattern takes 40 times as long for a megabyte of Japanese, and three times for short texts.
  return !(text as string & Es2024String).isWellFormed();
}

/**
 * Returns a text with U+FFFD in place of each half of a surrogate pair.
 *
 * @example
 * toWholeText('a\ud83d'); // 'a�'
 */
export function toWholeText(text: string): string {
  return (text as string & Es2024String).toWellFormed();
}

/** A value of a search, and where it stands. */
interface SearchNode {
  readonly value: unknown;
  /** The object around it, and the name that it has there; absent for the value that is searched. */
  readonly around?: SearchNode;
  readonly name: string;
}

/**
 * Finds the first text or name in a JSON value with half of a surrogate pair, and returns its JSON
 * pointer; `undefined` if there is none.
 */
export function findHalfPair(value: unknown): string | undefined {
  // A list replaces recursion, because a deep value would exhaust the call stack.
  const waiting: SearchNode[] = [{ value, name: '' }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { value: item, name } = node;
    if (hasLoneSurrogate(name) || (typeof item === 'string' && hasLoneSurrogate(item)))
      return writePointer(node);
    if (typeof item !== 'object' || item === null) continue;
    const around = node;
    // The last one that is added is looked at first.
    for (const [key, member] of Object.entries(item).toReversed()) {
      if (typeof member === 'string' || typeof member === 'object' || hasLoneSurrogate(key)) {
        waiting.push({ value: member, around, name: key });
      }
    }
  }
  return undefined;
}

/** Writes the pointer to a node, which is needed only for what is found. */
function writePointer(node: SearchNode): string {
  const names: string[] = [];
  for (let at = node; at.around !== undefined; at = at.around) names.push(at.name);
  return names.toReversed().reduce(appendPointer, '');
}
