/**
 * Matches an item of a simple pattern: a character or a class with its quantifier, or a group of
 * them that may be left out.
 */
const ITEM =
  /\(\?:(?<group>[^()]+)\)\?|(?<atom>[\w\-:;/@#%&=!~"' ,<>]|\\[dw.+*?()[\]{}|^$/\\]|\[(?:[\w:;/@#%&=!~"' ,<>.+*?(){}|$-]|\\[dw.\-\]/\\])+\])(?:\{(?<least>\d{1,3})(?<range>,(?<most>\d{0,3}))?\}|(?<sign>[*+?]))?/uy;

/** The longest pattern whose cost is estimated, in characters. */
const MAX_LENGTH = 500;

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  String.fromCodePoint(code),
);

interface Item {
  /** The characters that an item of the pattern can begin with. */
  readonly characters: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
}

/**
 * Estimates how many times, at most, a regular expression (flag `u`) looks at each character of a
 * text. `Infinity` if that depends on the text, or if a short look cannot tell. It can tell for
 * sequences of characters and classes in ASCII, anchored at the beginning, where each repetition
 * ends before a character of another kind, as in `^\d+\.\d+$`. The last repetition may backtrack
 * over the fixed part behind it, as in `^[a-z-]*[a-z]$`.
 */
export function weighPattern(pattern: string): number {
  if (pattern.length > MAX_LENGTH || !pattern.startsWith('^')) return Number.POSITIVE_INFINITY;
  const items = readItems(pattern.slice(1, /(?<!\\)\$$/u.test(pattern) ? -1 : undefined));
  if (items === undefined) return Number.POSITIVE_INFINITY;
  let weight = 1;
  let behind = 0;
  let isFixed = true;
  let next: Item | undefined;
  for (const item of items.toReversed()) {
    if (item.least !== item.most) {
      if (!isToldApart(item, next)) {
        if (!isFixed) return Number.POSITIVE_INFINITY;
        weight += behind;
      }
      isFixed = false;
    }
    behind += item.least;
    next = item;
  }
  return weight;
}

/**
 * True if a repeated item of a pattern can end in one place only, because the next item begins with
 * none of its characters.
 */
function isToldApart({ characters }: Item, next: Item | undefined): boolean {
  if (next === undefined) return true;
  return next.least > 0 && ![...next.characters].some((character) => characters.has(character));
}

/**
 * Splits a simple pattern into its items, which are characters, classes and groups with
 * quantifiers; `undefined` for any other pattern.
 */
function readItems(text: string): readonly Item[] | undefined {
  const items: Item[] = [];
  for (let at = 0; at < text.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const groups = ITEM.exec(text)?.groups;
    // Reading a group moves `lastIndex`, so the end of this item is kept.
    const end = ITEM.lastIndex;
    const item = groups && (readGroup(groups['group']) ?? readItem(groups));
    if (item === undefined) return undefined;
    items.push(item);
    ITEM.lastIndex = end;
  }
  return items;
}

/** Lists the characters of a literal or a simple class in ASCII; `undefined` for any other. */
export function listAsciiCharacters(source: string): readonly string[] | undefined {
  const [item] = readItems(source) ?? [];
  return item && [...item.characters];
}

function readGroup(text: string | undefined): Item | undefined {
  const items = text === undefined ? undefined : readItems(text);
  const [first] = items ?? [];
  if (first === undefined || items?.some(({ least, most }) => least !== most || least === 0))
    return undefined;
  return { characters: first.characters, least: 0, most: 1 };
}

function readItem(groups: Readonly<Record<string, string | undefined>>): Item | undefined {
  const { atom, least, range, most, sign } = groups;
  const characters = atom === undefined ? undefined : readCharacters(atom);
  if (characters === undefined) return undefined;
  const from = sign === undefined ? Number(least ?? 1) : Number(sign === '+');
  const isEndless = sign === '*' || sign === '+' || most === '';
  const to = sign === '?' ? 1 : Number(range === undefined ? from : most);
  return { characters, least: from, most: isEndless ? Number.POSITIVE_INFINITY : to };
}

function readCharacters(atom: string): ReadonlySet<string> | undefined {
  try {
    const expression = new RegExp(`^${atom}$`, 'u');
    return new Set(ASCII.filter((character) => expression.test(character)));
  } catch {
    return undefined;
  }
}
