const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** How many times as long as in one line JSON may become by its line breaks and spaces. */
const MAX_GROWTH = 4;

/** The length up to which JSON is indented however much it grows, in characters. */
const SHORT = 1000;

/**
 * Writes a value as JSON for people: in lines with two spaces for each level, or in one line if the
 * spaces would make most of the text. Each item of a list 60 levels deep is a line of 120 spaces, so
 * that a megabyte would become sixty.
 *
 * @example
 * indentJson({ a: 1 }); // '{\n  "a": 1\n}'
 */
export function indentJson(value: unknown): string {
  const dense = JSON.stringify(value);
  if (dense === undefined) return '';
  const isFit = measureIndented(dense) <= Math.max(SHORT, dense.length * MAX_GROWTH);
  return isFit ? JSON.stringify(value, undefined, 2) : dense;
}

/** Computes the length that JSON in one line has once it is indented by two spaces. */
export function measureIndented(dense: string): number {
  let length = dense.length;
  let depth = 0;
  for (let index = 0; index < dense.length; index += 1) {
    switch (dense.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(dense, index);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        // Nothing is put into an empty list or object.
        if (isClosing(dense.charCodeAt(index + 1))) {
          index += 1;
          depth -= 1;
        } else length += 1 + 2 * depth;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        length += 1 + 2 * depth;
        break;
      case COMMA:
        length += 1 + 2 * depth;
        break;
      case COLON:
        length += 1;
        break;
      default:
    }
  }
  return length;
}

function isClosing(unit: number): boolean {
  return unit === CLOSE_ARRAY || unit === CLOSE_OBJECT;
}

/** Finds the closing quote of a string in JSON; the string begins at `start`. */
export function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
}
