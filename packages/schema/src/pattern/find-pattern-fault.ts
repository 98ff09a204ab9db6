/** An escape of a pattern; the group has the name of a class of characters, such as `L` in `\p{L}`. */
const ESCAPE = /\\(?:[pP]\{([\w=]{1,64})\}|[^])/gu;

/** The names of classes of characters that the engine of the host knows. */
const known = new Set<string>();

/**
 * Explains why a text is not a regular expression with the flag `u`; `undefined` if it is one. Each
 * class such as `\p{L}` is read once, because the engine of the host makes its thousands of
 * characters anew each time: a megabyte of them would take twenty seconds.
 */
export function findPatternFault(text: string): string | undefined {
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
