import { findStringEnd } from './find-string-end.ts';

/** A member that an object has twice, or `undefined`. */
export interface DuplicateMember {
  readonly name: string;
}

/** The names of an object that is being read; `undefined` in an array. */
type Frame = Set<string> | undefined;

/**
 * The first member that stands twice in an object of a JSON text. Parsers keep one of the two, and
 * not all of them the same one, so what was signed and what is done could differ.
 *
 * The text MUST be JSON: only strings and brackets are looked at.
 */
export function findDuplicateMember(text: string): DuplicateMember | undefined {
  const frames: Frame[] = [];
  let isName = false;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case OPEN_OBJECT:
        frames.push(new Set());
        isName = true;
        break;
      case OPEN_ARRAY:
        frames.push(undefined);
        isName = false;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        frames.pop();
        isName = false;
        break;
      case COMMA:
        isName = frames.at(-1) !== undefined;
        break;
      case QUOTE: {
        const end = findStringEnd(text, index);
        if (isName) {
          const names = frames.at(-1);
          const name = readString(text.slice(index, end + 1));
          if (names?.has(name) === true) return { name };
          names?.add(name);
          isName = false;
        }
        index = end;
        break;
      }
      default:
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function readString(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}
