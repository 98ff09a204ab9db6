const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the string of a JSON text ends that begins at `start`: the index of its closing quote. */
export function findStringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) {
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  }
  return index;
}
