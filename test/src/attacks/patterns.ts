/** A regular expression of a schema, and texts on which it takes as long as it can. */
export interface PatternAttack {
  readonly pattern: string;
  /** Makes a text of about so many bytes. */
  readonly text: (length: number) => string;
}

/** Patterns that other validators run for seconds or for ever, and patterns of many kinds. */
export const PATTERN_ATTACKS: readonly PatternAttack[] = [
  { pattern: String.raw`\d+\.\d+`, text: repeat('1') },
  { pattern: '^(a+)+$', text: repeat('a', '!') },
  { pattern: '^(a|aa)+$', text: repeat('a', '!') },
  { pattern: '(x+x+)+y', text: repeat('x') },
  { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$', text: repeat('a') },
  { pattern: String.raw`\s+$`, text: repeat(' ', 'x') },
  { pattern: '(.*a){20}b', text: repeat('a') },
  { pattern: '(?:foo|bar|baz|qux|quux)*z', text: repeat('quux') },
  { pattern: '<!--.*?-->', text: repeat('<!--') },
  // Repetitions with counts, which are states or looks for each number.
  { pattern: 'a{0,1000}x', text: repeat('a') },
  { pattern: '^(?:[a-z]{1,9} ?){1,99}x$', text: repeat('a') },
  { pattern: '[ab]*a[ab]{300}c', text: shuffle(['a', 'b']) },
  { pattern: '(?:a?){500}b', text: shuffle(['a', 'a', 'a', 'c']) },
  { pattern: '^[a-z-]*[a-z]{60}$', text: repeat('a', '!') },
  // Looks ahead and behind.
  { pattern: String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`, text: repeat('a') },
  { pattern: '(?=.*x)y', text: repeat('a') },
  { pattern: '(?:(?=.*x)a)*y', text: repeat('a') },
  { pattern: '(?<=a.*)b', text: repeat('1') },
  { pattern: '(?<!x.*)y', text: repeat('a') },
  // References.
  { pattern: String.raw`^(["'])(?:(?!\1).)*\1$`, text: repeat('a', '', '"') },
  { pattern: String.raw`(a+)\1b`, text: repeat('a') },
  { pattern: String.raw`(\w+\s?)+\1x`, text: shuffle(['a', 'b', ' ']) },
  { pattern: String.raw`(.*)\1(.*)\2x`, text: shuffle(['a', 'b']) },
  { pattern: String.raw`^(?:(?=(a+))\1b?)+$`, text: repeat('a', '!') },
  // Letters of all scripts, and both cases.
  { pattern: String.raw`^[\p{L}\p{M}'\- ]+\s*$`, text: spread(0x1_00, 0x30_00, 2) },
  {
    pattern: String.raw`(?:[\u4e00-\u9fff]|\p{Script=Han}|\p{Lu})+!`,
    text: spread(0x4e_00, 0x9f_ff, 3),
  },
  { pattern: String.raw`(?:\p{Emoji}|\p{L}|\p{Sc})+\s*!`, text: spread(0x1_00_00, 0x4_00_00, 4) },
  { pattern: String.raw`(?i:[a-zß-ÿ]+\s?)+!`, text: shuffle(['a', 'Z', 'ß', ' ']) },
  {
    pattern: `(?:${Array.from({ length: 150 }, (_, at) => String.fromCodePoint(0x4e_00 + at * 7)).join('')})+x`,
    text: spread(0x4e_00, 0x9f_ff, 3),
  },
  // What schemas are full of: addresses, dates, numbers.
  { pattern: String.raw`^\S+@\S+$`, text: repeat('a@', ' ') },
  {
    pattern: String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
    text: repeat('a'),
  },
  {
    pattern: String.raw`^(https?:\/\/)?([\da-z.-]+)\.([a-z.]{2,6})([/\w .-]*)*\/?$`,
    text: repeat('a.', '!'),
  },
  { pattern: String.raw`(\d{4}-\d{2}-\d{2}T?)+Z$`, text: repeat('2026-11-28') },
  {
    pattern: String.raw`(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\s*)+$`,
    text: repeat('01234567-89ab-cdef-0123-456789abcdef', '!'),
  },
  { pattern: String.raw`^(?:\+?\d{1,3}[ -]?)?(?:\(?\d+\)?[ -]?)+$`, text: repeat('1', '!') },
];

function repeat(unit: string, end = '', start = ''): PatternAttack['text'] {
  return (length) => start + unit.repeat(length / unit.length) + end;
}

/** Makes texts in which the units follow each other without order, each time in the same way. */
function shuffle(units: readonly string[]): PatternAttack['text'] {
  return (length) => {
    let seed = 1;
    return Array.from({ length }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return units[(seed >>> 16) % units.length];
    }).join('');
  };
}

/** Makes texts of characters between two code points, each of which takes so many bytes. */
function spread(from: number, to: number, bytes: number): PatternAttack['text'] {
  return (length) =>
    Array.from({ length: length / bytes }, (_, at) =>
      String.fromCodePoint(from + ((at * 67) % (to - from))),
    ).join('');
}
