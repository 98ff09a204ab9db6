/**
 * The most steps that a regular expression may take for a text when it runs on the page itself.
 */
const MAX_STEPS = 5_000_000;

/** The reader of a pattern: its text, and the position that has been read up to. */
interface Reader {
  readonly text: string;
  at: number;
}

/** The facts about a part of a pattern that decide how long it may take. */
interface Part {
  /**
   * The ways in which the part can match, as a function of the text's length: the product of the
   * choices of its quantifiers.
   */
  readonly choices: (length: number) => number;
  /** True if the part has no quantifier and no alternatives, so that it matches in one way only. */
  readonly isFixed: boolean;
}

const ONE: Part = { choices: () => 1, isFixed: true };

/**
 * True if a regular expression surely ends soon for all texts up to a length. It is for pages that
 * have no worker to stop one that does not. Only simple patterns count: quantifiers that are not
 * within each other, and few enough of them for the length. Everything that is not understood counts
 * as slow.
 */
export function isQuickPattern(pattern: string, length: number): boolean {
  const reader: Reader = { text: pattern, at: 0 };
  const part = readAlternatives(reader);
  if (part === undefined || reader.at < pattern.length) return false;
  const size = length + 1;
  // Without an anchor, every place of the text is tried as the beginning.
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|');
  return part.choices(size) * (isAnchored ? 1 : size) <= MAX_STEPS;
}

function readAlternatives(reader: Reader): Part | undefined {
  const parts: Part[] = [];
  for (;;) {
    const part = readSequence(reader);
    if (part === undefined) return undefined;
    parts.push(part);
    if (reader.text[reader.at] !== '|') break;
    reader.at += 1;
  }
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  return {
    choices: (length) => parts.reduce((sum, { choices }) => sum + choices(length), 0),
    isFixed: false,
  };
}

function readSequence(reader: Reader): Part | undefined {
  const parts: Part[] = [];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) {
    const part = readTerm(reader);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return {
    choices: (length) => parts.reduce((product, { choices }) => product * choices(length), 1),
    isFixed: parts.every(({ isFixed }) => isFixed),
  };
}

/** Reads an atom and its quantifier. */
function readTerm(reader: Reader): Part | undefined {
  const atom = readAtom(reader);
  if (atom === undefined) return undefined;
  const quantifier = /^(?:[*+?]|\{(?<least>\d{1,4})(?:(?<comma>,)(?<most>\d{1,4})?)?\})\??/u.exec(
    reader.text.slice(reader.at),
  );
  if (quantifier === null) return atom;
  // What repeats must match in one way only: everything else may take time without end.
  if (!atom.isFixed) return undefined;
  reader.at += quantifier[0].length;
  const { least, comma, most } = quantifier.groups ?? {};
  if (least !== undefined && comma === undefined) return ONE;
  const [sign] = quantifier[0];
  const bound = sign === '?' ? 1 : most === undefined ? undefined : Number(most) - Number(least);
  return {
    choices: (length) => (bound === undefined ? length : Math.min(length, bound + 1)),
    isFixed: false,
  };
}

function readAtom(reader: Reader): Part | undefined {
  const { text, at } = reader;
  const rest = text.slice(at);
  if (rest.startsWith('(')) {
    const opening = /^\((?:\?:|\?<[A-Za-z]\w*>|(?!\?))/u.exec(rest);
    // What looks ahead or behind is not understood.
    if (opening === null) return undefined;
    reader.at += opening[0].length;
    const inner = readAlternatives(reader);
    if (inner === undefined || text[reader.at] !== ')') return undefined;
    reader.at += 1;
    return inner;
  }
  const atom =
    /^(?:\[(?:\\(?:[^\n]|$)|[^\]\\])*\]|\\(?:p|P)\{[\w=]+\}|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^1-9kKpPuxc]|[^\\()[\]{}*+?|])/iu.exec(
      rest,
    );
  if (atom === null) return undefined;
  reader.at += atom[0].length;
  return ONE;
}
