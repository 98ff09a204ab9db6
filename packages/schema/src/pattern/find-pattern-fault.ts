/** An escape of a pattern; the group has the name of a class of characters, such as `L` in `\p{L}`. */
const ESCAPE = /\\(?:[pP]\{([\w=]{1,64})\}|[^])/gu;

/** An escape, where the name of a group begins, or an end of a class, in which both are characters. */
const NAME = /\\(?:k<|[^])|\(\?<(?![=!])|[[\]]/gu;

/** The most named groups of a pattern, and the most references to them. */
const MAX_NAMES = 1000;

/** An escape, or an end of a class. */
const CLASS_END = /\\[^]|[[\]]/gu;

/** A character or a range in a class. */
const MEMBER =
  /(?:\\(?:u\{[\da-fA-F]*\}|u[\da-fA-F]{4}|[^])|[^])(?:-(?:\\(?:u\{[\da-fA-F]*\}|u[\da-fA-F]{4}|[^])|[^]))?/gu;

/** The most members of a class, or of several with as much work to sort them. */
const MAX_MEMBERS = 10_000;

/** The length of the members of a class that is sorted in no time, in characters. */
const SMALL = 100;

/** The names of classes of characters that the engine of the host knows. */
const classNames = new Set<string>();

/**
 * Explains why a text is not a regular expression with the flag `u`; `undefined` if it is one. Each
 * class such as `\p{L}` is read once, because the engine of the host makes its thousands of
 * characters anew each time: a megabyte of them would take twenty seconds. It also compares groups
 * that share a name with each other and with each reference, and sorts the members of a class by
 * insertion, so that their numbers are limited.
 */
export function findPatternFault(text: string): string | undefined {
  if (hasTooManyNames(text)) {
    return `More than ${MAX_NAMES} named groups, or references to them`;
  }
  if (hasTooLargeClasses(text)) {
    return `Classes of more than ${MAX_MEMBERS} characters and ranges, or several with as much work`;
  }
  try {
    const plain = text.replaceAll(ESCAPE, (escape: string, name: string | undefined) => {
      if (name === undefined) return escape;
      if (!classNames.has(name))
        classNames.add(new RegExp(`\\p{${name}}`, 'u').source.slice(3, -1));
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

function hasTooLargeClasses(text: string): boolean {
  let work = 0;
  for (const members of listClasses(text)) {
    if (members.length <= SMALL) continue;
    let count = 0;
    for (const _ of members.matchAll(MEMBER)) {
      count += 1;
      if (count > MAX_MEMBERS) return true;
    }
    work += count ** 2;
    if (work > MAX_MEMBERS ** 2) return true;
  }
  return false;
}

/** Lists the members of each class, also of one that does not end. */
function listClasses(text: string): readonly string[] {
  const classes: string[] = [];
  let start: number | undefined;
  for (const { 0: part, index } of text.matchAll(CLASS_END)) {
    // Within a class, another bracket that opens is a character.
    if (part === '[') start ??= index + 1;
    if (part !== ']' || start === undefined) continue;
    classes.push(text.slice(start, index));
    start = undefined;
  }
  return start === undefined ? classes : [...classes, text.slice(start)];
}
