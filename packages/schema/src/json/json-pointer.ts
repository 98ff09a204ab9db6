import { getOwn } from './record.ts';

/** Makes a JSON pointer (RFC 6901) of names and indexes; `''` for none. */
export function toPointer(segments: Iterable<PropertyKey>): string {
  let pointer = '';
  for (const segment of segments) pointer += `/${escapeSegment(String(segment))}`;
  return pointer;
}

/**
 * Returns the JSON pointer to a member or an item of the place that `pointer` leads to.
 *
 * @example
 * appendPointer('/items', 0); // '/items/0'
 * appendPointer('', 'a/b'); // '/a~1b'
 */
export function appendPointer(pointer: string, segment: PropertyKey): string {
  return `${pointer}/${escapeSegment(String(segment))}`;
}

/**
 * Splits a JSON pointer into its names and indexes, unescaped.
 *
 * @example
 * parsePointer('/items/0'); // ['items', '0']
 */
export function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) =>
      segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment,
    );
}

/**
 * Returns the value that a JSON pointer leads to within a value; `undefined` if there is none. Only
 * own members count.
 *
 * @example
 * resolvePointer({ items: ['a'] }, '/items/0'); // 'a'
 */
export function resolvePointer(value: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let current = value;
  for (const segment of parsePointer(pointer)) {
    current = getOwn(current, segment);
  }
  return current;
}

/** Writes a JSON pointer as a URI fragment, `#` included (RFC 6901 section 6). */
export function toFragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeSegment).join('/')}`;
}

/**
 * Decodes a URI fragment, given without its `#`; text that is not encoded well stays as it is.
 *
 * @example
 * decodeFragment('/%24defs'); // '/$defs'
 * decodeFragment('100%'); // '100%'
 */
export function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function escapeSegment(segment: string): string {
  // Few names contain `~` or `/`, and looking for them is much faster than replacing them.
  return /[~/]/u.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

function encodeSegment(segment: string): string {
  // A lone surrogate has no UTF-8 form, so that encoding it would throw.
  return encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}'));
}
