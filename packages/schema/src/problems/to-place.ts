import { parsePointer } from './json-pointer.ts';
import { quote } from './preview-json.ts';

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const INDEX = /^(?:0|[1-9]\d*)$/u;

/**
 * A JSON pointer as people write places: `items[2].name`, with odd names as `["a b"]`; `the data`
 * for the whole value. Numbers are shown as indexes, also where they are names.
 */
export function toPlace(pointer: string): string {
  let place = '';
  for (const segment of parsePointer(pointer)) {
    if (INDEX.test(segment)) place += `[${segment}]`;
    else if (NAME.test(segment)) place += place === '' ? segment : `.${segment}`;
    else place += `[${quote(segment)}]`;
  }
  return place === '' ? 'the data' : place;
}
