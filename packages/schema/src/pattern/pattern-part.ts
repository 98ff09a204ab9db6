/** A part of a regular expression with the flag `u`. */
export type PatternPart =
  /** One character: a literal, an escape, a class or the dot, as it is written. */
  | { readonly kind: 'character'; readonly source: string; readonly flags: string }
  /** The beginning `^`, the end `$`, or the presence or absence of a word boundary. */
  | { readonly kind: 'edge'; readonly sign: Edge; readonly flags: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'group'; readonly index: number; readonly part: PatternPart }
  | {
      readonly kind: 'look';
      readonly isBehind: boolean;
      readonly isNegative: boolean;
      readonly part: PatternPart;
      /** The text of the part, and the flags there. */
      readonly source: string;
    }
  | Repetition
  /** A reference to what a group has matched, by the numbers of the groups that it may mean. */
  | { readonly kind: 'reference'; readonly groups: readonly number[]; readonly flags: string };

export type Edge = '^' | '$' | 'b' | 'B';

/** A part with a quantifier, and the groups within it by the first and the number behind the last. */
export interface Repetition {
  readonly kind: 'repetition';
  readonly least: number;
  readonly most: number;
  readonly isLazy: boolean;
  readonly part: PatternPart;
  readonly groups: readonly [number, number];
}

/** A part that holds no others, and whose meaning depends on flags. */
export type LeafPart = Extract<PatternPart, { kind: 'character' | 'edge' | 'reference' }>;

/** Lists the parts within a part, without those within them. */
export function listInner(part: PatternPart): readonly PatternPart[] {
  if (part.kind === 'sequence' || part.kind === 'choice') return part.parts;
  return 'part' in part ? [part.part] : [];
}

/** Lists the parts of a part that hold no others, in the order in which they stand. */
export function* listLeaves(part: PatternPart): Generator<LeafPart> {
  if (part.kind === 'character' || part.kind === 'edge' || part.kind === 'reference') yield part;
  for (const inner of listInner(part)) yield* listLeaves(inner);
}

interface Reader {
  readonly text: string;
  /** The numbers of the groups of each name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  at: number;
  groupCount: number;
  readonly references: Set<number>;
  /** The flags that are set here by modifiers: some of `i`, `m` and `s`. */
  flags: string;
}

const CHARACTER =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[\w=]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/uy;
const OPENING = /\((?:\?(?:(<?[=!])|<([^>(]*)>|([ims]*)(?:-([ims]*))?:))?/uy;
const REFERENCE = /\\(?:([1-9]\d*)|k<([^>]*)>)/uy;

/**
 * Reads a regular expression, which MUST be valid with the flag `u`. `flags` are further ones: some of
 * `i`, `m` and `s`.
 */
export function readPattern(
  text: string,
  flags: string = '',
): {
  readonly part: PatternPart;
  /** The number of its groups that capture. */
  readonly groupCount: number;
  /** The numbers of the groups that are referred to. */
  readonly references: ReadonlySet<number>;
} {
  const names = findNames(text);
  const reader: Reader = { text, names, at: 0, groupCount: 0, references: new Set(), flags };
  const part = readChoice(reader);
  if (reader.at < text.length) throw new SyntaxError(`Unexpected ${text.slice(reader.at)}`);
  return { part, groupCount: reader.groupCount, references: reader.references };
}

/** Finds the named groups of a regular expression before it is read: references may stand first. */
function findNames(text: string): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  let count = 0;
  for (const [, opening, name] of text.matchAll(
    /\\[^]|\[(?:\\[^]|[^\]\\])*\]|(\((?!\?)|\(\?<(?![=!])([^>(]*)>)/gu,
  )) {
    if (opening === undefined) continue;
    count += 1;
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), count]);
  }
  return names;
}

function take(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.text);
  if (match === null) return undefined;
  reader.at += match[0].length;
  return match;
}

function readChoice(reader: Reader): PatternPart {
  const parts = [readSequence(reader)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  const [part] = parts;
  return parts.length === 1 && part !== undefined ? part : { kind: 'choice', parts };
}

function readSequence(reader: Reader): PatternPart {
  const parts: PatternPart[] = [];
  while (reader.at < reader.text.length && !'|)'.includes(reader.text[reader.at] ?? '')) {
    const first = reader.groupCount + 1;
    const part = readTerm(reader);
    const match = take(reader, QUANTIFIER);
    if (match === undefined) {
      parts.push(part);
      continue;
    }
    const [, sign, from, comma, to, lazy] = match;
    const least = sign === undefined ? Number(from) : Number(sign === '+');
    const isEndless = sign === '*' || sign === '+' || (comma !== undefined && to === '');
    const bound = sign === '?' ? 1 : comma === undefined ? least : Number(to);
    const most = isEndless ? Number.POSITIVE_INFINITY : bound;
    const groups = [first, reader.groupCount + 1] as const;
    parts.push({ kind: 'repetition', least, most, isLazy: lazy === '?', part, groups });
  }
  return { kind: 'sequence', parts };
}

function readTerm(reader: Reader): PatternPart {
  const { text, at, flags } = reader;
  const sign = text[at];
  if (sign === '(') return readGroup(reader);
  if (sign === '^' || sign === '$') {
    reader.at += 1;
    return { kind: 'edge', sign, flags };
  }
  const second = sign === '\\' ? text[at + 1] : undefined;
  if (second === 'b' || second === 'B') {
    reader.at += 2;
    return { kind: 'edge', sign: second, flags };
  }
  const reference = take(reader, REFERENCE);
  if (reference !== undefined) {
    const [, number, name = ''] = reference;
    const groups = number === undefined ? (reader.names.get(name) ?? []) : [Number(number)];
    for (const group of groups) reader.references.add(group);
    return { kind: 'reference', groups, flags };
  }
  const [source = ''] = take(reader, CHARACTER) ?? [];
  return { kind: 'character', source, flags };
}

function readGroup(reader: Reader): PatternPart {
  const { flags } = reader;
  const [opening = '', look, , added, removed = ''] = take(reader, OPENING) ?? [];
  const isCapturing = look === undefined && added === undefined;
  const index = isCapturing ? (reader.groupCount += 1) : 0;
  if (added !== undefined) {
    reader.flags = [...new Set(`${flags}${added}`)]
      .filter((flag) => !removed.includes(flag))
      .join('');
  }
  const from = reader.at;
  const part = readChoice(reader);
  if (opening === '' || reader.text[reader.at] !== ')') throw new SyntaxError('Unclosed group');
  reader.at += 1;
  reader.flags = flags;
  if (look !== undefined) {
    const source = `${flags}:${reader.text.slice(from, reader.at - 1)}`;
    return {
      kind: 'look',
      isBehind: look.length > 1,
      isNegative: look.endsWith('!'),
      part,
      source,
    };
  }
  return isCapturing ? { kind: 'group', index, part } : part;
}
