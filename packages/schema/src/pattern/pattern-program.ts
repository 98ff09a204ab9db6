import { CharacterSet } from './character-set.ts';
import { type GroupText, listTexts } from './group-texts.ts';
import type { Instruction } from './instruction.ts';
import { type PatternPart, readPattern, type Repetition } from './pattern-part.ts';
import { isTooLong } from './pattern-size.ts';

/** The most instructions of programs in which the texts of groups are written out. */
const MAX_WRITTEN = 10_000;

/**
 * A look ahead or behind. Nothing refers to what its groups match, so that it has one verdict at each
 * position, which a program of its own finds out:
 *
 * - `ahead` reads the text from its end and matches at each position where the look does;
 * - `behind` does so from the beginning;
 * - `start` reads from the beginning, which is the only position where the look stands.
 */
export interface Lookaround {
  readonly from: 'ahead' | 'behind' | 'start';
  readonly program: PatternProgram;
}

/** The program of a regular expression. */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  /** The sets of its instructions, each once, without those of its looks. */
  readonly sets: readonly CharacterSet[];
  /** The looks of which instructions need the verdict, each once. */
  readonly looks: readonly Lookaround[];
  readonly registerCount: number;
  /**
   * True if the time cannot be proportional to the text, because what its groups match is kept: it
   * refers to them, or takes the steps of the engine of the host.
   */
  readonly keepsGroups: boolean;
  /** True if its steps are those of the engine of the host. */
  readonly isOfHost: boolean;
  /** True if only a match at the beginning of the text counts. */
  readonly isAnchored: boolean;
}

/** Parts that the programs of a pattern and of its looks share. */
interface Shared {
  readonly sets: Map<string, CharacterSet>;
  /** The looks by what they look for; those that are long by their part, or by nothing. */
  readonly looks: Map<string | PatternPart | symbol, Lookaround>;
  readonly keepsGroups: boolean;
  readonly isOfHost: boolean;
  /** The groups that are referred to. */
  readonly references: ReadonlySet<number>;
  /**
   * The texts of groups that stand before what is written, if each of few texts is written with
   * all that follows it; `undefined` if there are no references, or what groups match is kept.
   */
  readonly texts: Map<number, GroupText> | undefined;
  /** The instructions that may still be written with texts of groups. */
  room: number;
}

interface Writer {
  readonly shared: Shared;
  readonly instructions: Instruction[];
  readonly sets: Set<CharacterSet>;
  readonly looks: Map<Lookaround, number>;
  registerCount: number;
}

/** How and where a part is read. */
interface PartContext {
  /** True if the instructions read the text from right to left. */
  readonly isBehind: boolean;
  /** True if the part stands at the beginning of the text and nowhere else. */
  readonly isFirst: boolean;
  /** True within a look behind, where groups match after what follows them. */
  readonly isInBehind: boolean;
}

/** Options of {@link createPatternProgram}: what else is known of the regular expression. */
export interface ProgramOptions {
  /** Flags besides `u`: some of `i`, `m` and `s`. Default: none. */
  readonly flags?: string;
  /** True tries every way that the engine of the host tries. Default false. */
  readonly isOfHost?: boolean;
}

/**
 * Translates a valid regular expression (flag `u`); `undefined` if its program would be too long.
 * References are written out if their groups have few texts: `(["']).*\1` is `".*"|'.*'`.
 */
export function createPatternProgram(
  pattern: string,
  { flags, isOfHost = false }: ProgramOptions = {},
): PatternProgram | undefined {
  const { part, groupCount, references } = readPattern(pattern, flags);
  if (isTooLong(part)) return undefined;
  const isAnchored = beginsWithEdge(part);
  const reading = { isBehind: false, isFirst: isAnchored, isInBehind: false };
  const source = { part, groupCount, reading, isAnchored };
  const shared: Shared = {
    sets: new Map(),
    looks: new Map(),
    keepsGroups: isOfHost,
    isOfHost,
    references,
    texts: references.size > 0 && !isOfHost ? new Map() : undefined,
    room: references.size > 0 ? MAX_WRITTEN : Number.POSITIVE_INFINITY,
  };
  const program = writeProgram(shared, source);
  if (shared.room >= 0 || isOfHost) return program;
  return writeProgram({ ...shared, looks: new Map(), keepsGroups: true, texts: undefined }, source);
}

function writeProgram(
  shared: Shared,
  {
    part,
    groupCount,
    reading,
    isAnchored,
  }: {
    readonly part: PatternPart;
    readonly groupCount: number;
    readonly reading: PartContext;
    readonly isAnchored: boolean;
  },
): PatternProgram {
  const registerCount = 2 * (groupCount + 1);
  const [instructions, sets, looks]: [Instruction[], Set<CharacterSet>, Writer['looks']] = [
    [],
    new Set(),
    new Map(),
  ];
  const writer: Writer = { shared, instructions, sets, looks, registerCount };
  write(writer, part, reading);
  add(writer, { kind: 'match' });
  const { keepsGroups, isOfHost } = shared;
  return {
    instructions,
    sets: [...sets],
    looks: [...looks.keys()],
    registerCount: keepsGroups ? writer.registerCount : 0,
    keepsGroups,
    isOfHost,
    isAnchored,
  };
}

/** Lists a program and those of its looks, each once; the ones that others need stand before them. */
export function listPrograms(program: PatternProgram): readonly PatternProgram[] {
  const listed = new Set<PatternProgram>();
  const list = (nested: PatternProgram): void => {
    if (listed.has(nested)) return;
    for (const look of nested.looks) list(look.program);
    listed.add(nested);
  };
  list(program);
  return [...listed];
}

function beginsWithEdge(part: PatternPart): boolean {
  if (part.kind === 'edge') return part.sign === '^' && !part.flags.includes('m');
  if (part.kind === 'choice') return part.parts.every(beginsWithEdge);
  if (part.kind === 'group') return beginsWithEdge(part.part);
  const [first] = part.kind === 'sequence' ? part.parts : [];
  return first !== undefined && beginsWithEdge(first);
}

function add<T extends Instruction>({ instructions, shared }: Writer, instruction: T): T {
  instructions.push(instruction);
  shared.room -= 1;
  return instruction;
}

function addSplit(writer: Writer): Extract<Instruction, { kind: 'split' }> {
  return add(writer, { kind: 'split' as const, first: 0, second: 0 });
}

function toSet({ shared, sets }: Writer, source: string, flags: string): CharacterSet {
  const key = `${flags}:${source}`;
  const set = shared.sets.get(key) ?? new CharacterSet(source, flags);
  shared.sets.set(key, set);
  sets.add(set);
  return set;
}

/** Writes the instructions of a part; those of a look behind read the text from right to left. */
function write(writer: Writer, part: PatternPart, reading: PartContext): void {
  const { isBehind } = reading;
  switch (part.kind) {
    case 'character': {
      add(writer, { kind: 'character', set: toSet(writer, part.source, part.flags), isBehind });
      break;
    }
    case 'edge': {
      const words = toSet(writer, String.raw`\w`, part.flags);
      const isMultiline = part.flags.includes('m');
      add(writer, { kind: 'edge', sign: part.sign, isMultiline, words });
      break;
    }
    case 'sequence': {
      writeSequence(writer, part.parts, reading);
      break;
    }
    case 'choice': {
      const writeOne = (alternative: PatternPart): void => write(writer, alternative, reading);
      writeChoice(writer, part.parts, writeOne);
      break;
    }
    case 'group': {
      const { keepsGroups } = writer.shared;
      if (keepsGroups) add(writer, { kind: 'save', register: part.index * 2 + Number(isBehind) });
      write(writer, part.part, reading);
      if (keepsGroups) add(writer, { kind: 'save', register: part.index * 2 + Number(!isBehind) });
      break;
    }
    case 'look': {
      writeLook(writer, part, reading);
      break;
    }
    case 'repetition': {
      writeRepetition(writer, part, { ...reading, isFirst: false });
      break;
    }
    case 'reference': {
      writeReference(writer, part, reading);
    }
  }
}

function writeSequence(writer: Writer, parts: readonly PatternPart[], reading: PartContext): void {
  const { shared } = writer;
  // The room ends early where texts of groups multiply.
  if (shared.texts !== undefined && shared.room < 0) return;
  const at = parts.findIndex((part) => listGroupTexts(part, writer, reading) !== undefined);
  const part = parts[at];
  const group = part && listGroupTexts(part, writer, reading);
  if (group !== undefined) {
    const [before, after] = [parts.slice(0, at), parts.slice(at + 1)];
    if (!reading.isBehind) writeSequence(writer, before, reading);
    writeChoice(writer, group.texts, (text) => {
      shared.texts?.set(group.index, text);
      writeSequence(writer, [...text, ...after], { ...reading, isFirst: false });
      shared.texts?.delete(group.index);
    });
    if (reading.isBehind) writeSequence(writer, before, reading);
    return;
  }
  let { isFirst } = reading;
  for (const child of reading.isBehind ? parts.toReversed() : parts) {
    write(writer, child, { ...reading, isFirst });
    isFirst &&= child.kind === 'edge' || child.kind === 'look';
  }
}

/** Lists the texts of a group, which may be one that a `?` leaves out: then it has matched nothing. */
function listGroupTexts(
  part: PatternPart,
  { shared: { references, texts } }: Writer,
  { isInBehind }: PartContext,
): { readonly index: number; readonly texts: readonly GroupText[] } | undefined {
  if (texts === undefined || isInBehind) return undefined;
  const isOptional = part.kind === 'repetition' && part.least === 0 && part.most === 1;
  const group = isOptional ? part.part : part;
  if (group.kind !== 'group' || !references.has(group.index)) return undefined;
  const all = listTexts(group.part);
  return all && { index: group.index, texts: isOptional ? [...all, []] : all };
}

type ReferencePart = Extract<PatternPart, { kind: 'reference' }>;

/** Finds the text of a reference, if it is known here; the reference has its own flags. */
function findText({ shared }: Writer, { groups, flags }: ReferencePart): GroupText | undefined {
  const [first = 0, second] = groups;
  const text = second === undefined ? shared.texts?.get(first) : undefined;
  return text?.map((character) => ({ ...character, flags }));
}

function writeReference(writer: Writer, part: ReferencePart, reading: PartContext): void {
  const { isBehind } = reading;
  const text = findText(writer, part);
  if (text === undefined) {
    const { groups, flags } = part;
    add(writer, { kind: 'reference', groups, isBehind, flags });
    // No text is known here, so that the groups must be kept.
    writer.shared.room = -1;
    return;
  }
  for (const character of text) write(writer, character, reading);
}

function writeChoice<T>(
  writer: Writer,
  all: readonly T[],
  writeOne: (alternative: T) => void,
): void {
  const jumps: Extract<Instruction, { kind: 'jump' }>[] = [];
  for (const [position, alternative] of all.entries()) {
    if (position === all.length - 1) {
      writeOne(alternative);
      break;
    }
    const split = addSplit(writer);
    split.first = writer.instructions.length;
    writeOne(alternative);
    jumps.push(add(writer, { kind: 'jump' as const, to: 0 }));
    split.second = writer.instructions.length;
  }
  for (const jump of jumps) jump.to = writer.instructions.length;
}

type LookPart = Extract<PatternPart, { kind: 'look' }>;

/** The longest text of a look that is compared with others. */
const MAX_KEY_LENGTH = 200;

/** Writes a look in its place if it may read or write what groups match, and else into a program. */
function writeLook(writer: Writer, part: LookPart, { isFirst }: PartContext): void {
  const { instructions, looks, shared } = writer;
  const { isNegative, isBehind } = part;
  if (shared.keepsGroups) {
    const look = add(writer, { kind: 'look' as const, isNegative, end: 0 });
    write(writer, part.part, { isBehind, isFirst: false, isInBehind: isBehind });
    add(writer, { kind: 'match' });
    look.end = instructions.length;
    return;
  }
  const [first, second] = part.part.kind === 'sequence' ? part.part.parts : [];
  const text = first?.kind === 'reference' ? findText(writer, first) : [first];
  const [character] = second === undefined && text?.length === 1 ? text : [];
  if (character?.kind === 'character') {
    add(writer, {
      kind: 'peek',
      set: toSet(writer, character.source, character.flags),
      isBehind,
      isNegative,
    });
    return;
  }
  const isStart = isFirst && !isBehind;
  // The same look is another one behind another text of a group.
  const [behindText] = shared.texts ?? [];
  const isShort = part.source.length <= MAX_KEY_LENGTH;
  const source = isShort ? `${isStart} ${isBehind} ${part.source}` : part;
  const key = behindText === undefined ? source : Symbol(part.source);
  const look = shared.looks.get(key) ?? createLook(shared, part, isStart);
  shared.looks.set(key, look);
  if (!looks.has(look)) looks.set(look, looks.size);
  add(writer, { kind: 'verdict', look: looks.get(look) ?? 0, isNegative });
}

function createLook(shared: Shared, { part, isBehind }: LookPart, isStart: boolean): Lookaround {
  const common = { part, groupCount: 0, isAnchored: isStart };
  // What a look ahead matches ends where the program begins, which reads the other way.
  const reading = { isBehind: !isStart && !isBehind, isFirst: isStart, isInBehind: isBehind };
  const program = writeProgram(shared, { ...common, reading });
  if (isStart) return { from: 'start', program };
  return { from: isBehind ? 'behind' : 'ahead', program };
}

function writeRepetition(
  writer: Writer,
  { least, most, isLazy, part, groups: [from, to] }: Repetition,
  reading: PartContext,
): void {
  const { instructions, shared } = writer;
  const { keepsGroups } = shared;
  const writeOnce = (): void => {
    if (keepsGroups && from < to) add(writer, { kind: 'forget', from: from * 2, to: to * 2 });
    write(writer, part, reading);
  };
  for (let count = 0; count < least; count += 1) {
    const before = instructions.length;
    writeOnce();
    // Empty parts need no copies, however often they are repeated.
    if (instructions.length === before) return;
  }
  const splits: Extract<Instruction, { kind: 'split' }>[] = [];
  const isEndless = most === Number.POSITIVE_INFINITY;
  const register = writer.registerCount;
  writer.registerCount += 1;
  for (let count = least; count < (isEndless ? least + 1 : most); count += 1) {
    const start = instructions.length;
    const split = addSplit(writer);
    splits.push(split);
    if (keepsGroups) add(writer, { kind: 'save', register });
    writeOnce();
    if (keepsGroups) add(writer, { kind: 'moved', register });
    if (isEndless) add(writer, { kind: 'jump', to: start });
    split.first = start + 1;
  }
  for (const split of splits) {
    split.second = instructions.length;
    if (isLazy) [split.first, split.second] = [split.second, split.first];
  }
}
