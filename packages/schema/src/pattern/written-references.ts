import type { PatternPart } from './pattern-part.ts';

/** The most texts of a group that are written out. */
const MAX_TEXTS = 16;

/** The most parts of a pattern without references. */
const MAX_PARTS = 5000;

type Character = Extract<PatternPart, { kind: 'character' }>;
type Group = Extract<PatternPart, { kind: 'group' }>;

/** A text that a group matches: its characters, which stand for themselves. */
type GroupText = readonly Character[];

/**
 * Writes a pattern without the references to its groups, if each of them has few texts:
 * `(["']).*\1` matches what `".*"|'.*'` does. `undefined` if a group has too many texts or
 * a reference may stand where its group has matched nothing.
 */
export function writeReferences(whole: PatternPart): PatternPart | undefined {
  const writer = new ReferenceWriter(whole);
  const written = writer.write(whole, false);
  return writer.isTooLong || countReferences(written) > 0 ? undefined : written;
}

class ReferenceWriter {
  readonly #whole: PatternPart;
  #room = MAX_PARTS;

  constructor(whole: PatternPart) {
    this.#whole = whole;
  }

  get isTooLong(): boolean {
    return this.#room < 0;
  }

  /** Writes a part; one that is read from right to left keeps its references. */
  write(part: PatternPart, isBehind: boolean): PatternPart {
    this.#room -= 1;
    if (this.isTooLong) return part;
    if (part.kind === 'sequence') return this.#writeSequence(part.parts, isBehind);
    if (part.kind === 'choice') {
      return { ...part, parts: part.parts.map((one) => this.write(one, isBehind)) };
    }
    if (!('part' in part)) return part;
    const isInBehind = part.kind === 'look' ? part.isBehind : isBehind;
    return { ...part, part: this.write(part.part, isInBehind) };
  }

  #writeSequence(parts: readonly PatternPart[], isBehind: boolean): PatternPart {
    const written: PatternPart[] = [];
    for (const [at, part] of parts.entries()) {
      const rest = parts.slice(at + 1);
      const [index, texts] = isBehind ? [0, undefined] : this.#findTexts(part, rest);
      if (texts === undefined) {
        written.push(this.write(part, isBehind));
        continue;
      }
      const choices = texts.map((text) => {
        const replaced = rest.map((one) => replaceReferences(one, index, text));
        return this.write({ kind: 'sequence', parts: [...text, ...replaced] }, isBehind);
      });
      written.push({ kind: 'choice', parts: choices });
      break;
    }
    return { kind: 'sequence', parts: written };
  }

  /** Lists the texts of a group, maybe one that may be left out, if only what follows refers to it. */
  #findTexts(
    part: PatternPart,
    rest: readonly PatternPart[],
  ): readonly [index: number, texts: readonly GroupText[] | undefined] {
    const isOptional = part.kind === 'repetition' && part.least === 0 && part.most === 1;
    const group: PatternPart = isOptional ? part.part : part;
    if (group.kind !== 'group') return [0, undefined];
    const { index } = group;
    const count = countReferences(this.#whole, index);
    const behind = rest.reduce((sum, one) => sum + countReferences(one, index), 0);
    if (count === 0 || count !== behind) return [0, undefined];
    const texts = listTexts((group satisfies Group).part);
    // A reference to a group that was left out matches nothing.
    return [index, isOptional && texts !== undefined ? [...texts, []] : texts];
  }
}

/** Counts the references in a part: those to one group, or all. */
function countReferences(part: PatternPart, index?: number): number {
  if (part.kind === 'reference') {
    return Number(index === undefined || part.groups.includes(index));
  }
  if ('parts' in part) return part.parts.reduce((sum, one) => sum + countReferences(one, index), 0);
  return 'part' in part ? countReferences(part.part, index) : 0;
}

function replaceReferences(part: PatternPart, index: number, text: GroupText): PatternPart {
  if (part.kind === 'reference') {
    if (!part.groups.includes(index)) return part;
    // The flags of the reference decide about the case of its characters.
    const { flags } = part;
    return { kind: 'sequence', parts: text.map((one) => ({ ...one, flags })) };
  }
  const replace = (one: PatternPart): PatternPart => replaceReferences(one, index, text);
  if ('parts' in part) return { ...part, parts: part.parts.map(replace) };
  if (!('part' in part)) return part;
  const replaced = { ...part, part: replace(part.part) };
  if (replaced.kind !== 'look') return replaced;
  // Looks with the same source are taken for the same.
  const source = `${replaced.source} ${index}=${text.map((one) => one.source).join('')}`;
  return { ...replaced, source };
}

/** Lists all texts that a part matches; `undefined` if there is none, there are many, or it repeats. */
function listTexts(part: PatternPart): readonly GroupText[] | undefined {
  if (part.kind === 'character') return listCharacters(part);
  if (part.kind === 'choice') {
    const all = part.parts.map(listTexts);
    return all.every((texts) => texts !== undefined) ? limit(all.flat()) : undefined;
  }
  if (part.kind === 'sequence') {
    return part.parts.reduce<readonly GroupText[] | undefined>(
      (before, one) => {
        const texts = before && listTexts(one);
        return texts && limit(before.flatMap((start) => texts.map((end) => [...start, ...end])));
      },
      [[]],
    );
  }
  return undefined;
}

function limit(texts: readonly GroupText[]): readonly GroupText[] | undefined {
  return texts.length > 0 && texts.length <= MAX_TEXTS ? texts : undefined;
}

/** Matches a character or a class that has characters of ASCII only. */
const ASCII_ONLY =
  /^(?:[^\\.[\P{ASCII}]|\\[^a-zA-Z\d]|\\[dtnrfv]|\[(?!\^)(?:[^\\\]\P{ASCII}]|\\[^a-zA-Z\d]|\\[dtnrfv])*\])$/u;

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  String.fromCodePoint(code),
);

function listCharacters({ source, flags }: Character): readonly GroupText[] | undefined {
  if (flags.includes('i') || !ASCII_ONLY.test(source)) return undefined;
  const expression = new RegExp(`^${source}$`, 'u');
  return limit(
    ASCII.filter((one) => expression.test(one)).map((one) => [
      { kind: 'character', source: escape(one), flags },
    ]),
  );
}

/** Writes a character so that it means only itself. */
function escape(character: string): string {
  return /[\^$\\.*+?()[\]{}|/-]/u.test(character) ? `\\${character}` : character;
}
