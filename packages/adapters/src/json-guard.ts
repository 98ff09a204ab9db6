import { findStringEnd } from '@formwork/schema/internal';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The names that a scanner has seen so far in one object; `undefined` for an array. */
type Frame = Set<string> | undefined;

/**
 * Finds the first name that an object of a JSON text has twice. Parsers disagree about which of the
 * two members they keep, so the signed message and the message that is acted on could differ.
 *
 * The text MUST be JSON, because only strings and brackets are read.
 */
export function findDuplicateMember(text: string):
  | {
      readonly name: string;
    }
  | undefined {
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

function readString(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

/**
 * True if a JSON text has more than `max` members and items; an empty object or array counts as
 * one. Call it before the text is parsed, because a small text can be slow to parse, sort and
 * check. For a text that is not JSON the result means nothing.
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

/** True if a Content-Type names UTF-8 or no charset, because JSON is read as UTF-8. */
export function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/iu.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/iu.test(charset);
}
