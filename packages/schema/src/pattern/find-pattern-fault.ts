/** An escape of a pattern; the group has the name of a class of characters, such as `L` in `\p{L}`. */
const ESCAPE = /\\(?:[pP]\{([\w=]{1,64})\}|[^])/gu;

/** An escape, where the name of a group begins, or an end of a class, in which both are characters. */
const NAME = /\\(?:k<|[^])|\(\?<(?![=!])|[[\]]/gu;

/** The most named groups of a pattern, and the most references to them. */
const MAX_NAMES = 1000;

/** The names of classes of characters that the engine of the host knows. */
const known = new Set<string>();

/**
 * Explains why a text is not a regular expression with the flag `u`; `undefined` if it is one. Each
 * class such as `\p{L}` is read once, because the engine of the host makes its thousands of
 * characters anew each time: a megabyte of them would take twenty seconds. It also compares groups
 * that share a name with each other and with each reference, so that their number is limited.
 */
export function findPatternFault(text: string): string | undefined {
  if (hasTooManyNames(text)) {
    return `More than ${MAX_NAMES} named groups, or references to them`;
  }
  try {
    const plain = text.replaceAll(ESCAPE, (escape: string, name: string | undefined) => {
      if (name === undefined) return escape;
      if (!known.has(name)) known.add(new RegExp(`\\p{${name}}`, 'u').source.slice(3, -1));
      // Another class may stand wherever this one may.
      return String.raw`\d`;
    });
    return new RegExp(plain, 'u') instanceof RegExp ? undefined : 'not a pattern';
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: (?=[^:]*$)/su, '') : String(error);
  }
}

function hasTooManyNames(text: string): boolean {
  let [groups, references] = [0, 0];
  let isInClass = false;
  for (const [part] of text.matchAll(NAME)) {
    if (part === '[' || part === ']') isInClass = part === '[';
    if (part === '(?<' && !isInClass) groups += 1;
    if (part === String.raw`\k<` && !isInClass) references += 1;
    if (groups > MAX_NAMES || references > MAX_NAMES) return true;
  }
  return false;
}
