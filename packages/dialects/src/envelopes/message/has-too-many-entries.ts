import { findStringEnd } from './find-string-end.ts';

/**
 * Whether a JSON text has more entries than `max`: members of objects and items of arrays; what
 * is empty counts as one. It is looked at before it is parsed, as what is small to send can be slow
 * to parse, to sort and to check. Of a text that is no JSON it tells nothing.
 */
export function hasTooManyEntries(text: string, max: number): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = findStringEnd(text, index);
        break;
      case COMMA:
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        count += 1;
        if (count > max) return true;
        break;
      default:
    }
  }
  return false;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
