import { CharacterSet } from './character-set.ts';
import { type Edge, type PatternPart, readPattern, type Repetition } from './pattern-part.ts';
import { writeReferences } from './written-references.ts';

/** The most instructions of a program; a pattern that needs more cannot run. */
const MAX_INSTRUCTIONS = 50_000;

/** The most instructions of a program in which references are written out. */
const MAX_WRITTEN = 10_000;

/** An instruction that tells what a text must have at the position, and where to go on. */
export type Instruction =
  /** A character before or behind the position; the next instruction follows. */
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly isBehind: boolean }
  /** Two ways to go on; the first is tried first. */
  | { readonly kind: 'split'; first: number; second: number }
  | { readonly kind: 'jump'; to: number }
  | {
      readonly kind: 'edge';
      readonly sign: Edge;
      readonly isMultiline: boolean;
      readonly words: CharacterSet;
    }
  /** A look ahead or behind, whose own instructions begin with the next one. */
  | { readonly kind: 'look'; readonly isNegative: boolean; end: number }
  /** A look at the one character before or behind the position. */
  | {
      readonly kind: 'peek';
      readonly set: CharacterSet;
      readonly isBehind: boolean;
      readonly isNegative: boolean;
    }
  /** The verdict of a look at the position; `look` is its place in the list of the program. */
  | { readonly kind: 'verdict'; readonly look: number; readonly isNegative: boolean }
  | {
      readonly kind: 'reference';
      readonly groups: readonly number[];
      readonly isBehind: boolean;
      readonly flags: string;
    }
  /** Writes the position into a register. */
  | { readonly kind: 'save'; readonly register: number }
  /** Empties registers, because each repetition forgets what its groups have matched. */
  | { readonly kind: 'forget'; readonly from: number; readonly to: number }
  /** Fails if the position is still that of the register: a repetition must not be empty. */
  | { readonly kind: 'moved'; readonly register: number }
  | { readonly kind: 'match' };

/**
 * A look ahead or behind. Nothing refers to what its groups match, so that it has one verdict at each
 * position, which a program of its own finds out:
 *
 * - `ahead` reads the text from its end and matches at each position where the look does;
 * - `behind` does so from the beginning;
 * - `start` reads from the beginning, which is the only position where the look stands.
 */
export interface PatternLook {
  readonly from: 'ahead' | 'behind' | 'start';
  readonly program: PatternProgram;
}

/** The program of a regular expression. */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  /** The sets of its instructions, each once, without those of its looks. */
  readonly sets: readonly CharacterSet[];
  /** The looks of which instructions need the verdict, each once. */
  readonly looks: readonly PatternLook[];
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
  /** The looks by what they look for; those that are long by their part. */
  readonly looks: Map<string | PatternPart, PatternLook>;
  readonly keepsGroups: boolean;
  readonly isOfHost: boolean;
}

interface Writer {
  readonly shared: Shared;
  readonly instructions: Instruction[];
  readonly sets: Set<CharacterSet>;
  readonly looks: Map<PatternLook, number>;
  registerCount: number;
}

/** How and where a part is read. */
interface Reading {
  /** True if the instructions read the text from right to left. */
  readonly isBehind: boolean;
  /** True if the part stands at the beginning of the text and nowhere else. */
  readonly isFirst: boolean;
}

/** Options of {@link createPatternProgram}: what else is told of the regular expression. */
export interface ProgramOptions {
  /** Flags besides `u`: some of `i`, `m` and `s`. Default: none. */
  readonly flags?: string;
  /** True tries every way that the engine of the host tries. Default false. */
  readonly isOfHost?: boolean;
}

/** Translates a valid regular expression (flag `u`); `undefined` if its program would be too long. */
export function createPatternProgram(
  pattern: string,
  { flags, isOfHost = false }: ProgramOptions = {},
): PatternProgram | undefined {
  const read = readPattern(pattern, flags);
  const { groupCount, hasReferences } = read;
  if (countInstructions(read.part) > MAX_INSTRUCTIONS) return undefined;
  const written = hasReferences && !isOfHost ? writeReferences(read.part) : undefined;
  const isWritten = written !== undefined && countInstructions(written) <= MAX_WRITTEN;
  const part = isWritten ? written : read.part;
  const keepsGroups = isOfHost || (hasReferences && !isWritten);
  const shared = { sets: new Map(), looks: new Map(), keepsGroups, isOfHost };
  const isAnchored = beginsWithEdge(part);
  const reading = { isBehind: false, isFirst: isAnchored };
  return writeProgram(shared, { part, groupCount, reading, isAnchored });
}

interface ProgramSource {
  readonly part: PatternPart;
  readonly groupCount: number;
  readonly reading: Reading;
  readonly isAnchored: boolean;
}

function writeProgram(
  shared: Shared,
  { part, groupCount, reading, isAnchored }: ProgramSource,
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
  const list = (one: PatternProgram): void => {
    if (listed.has(one)) return;
    for (const look of one.looks) list(look.program);
    listed.add(one);
  };
  list(program);
  return [...listed];
}

/** True if the program of a valid pattern would be too long to run. */
export function isTooLongPattern(pattern: string): boolean {
  return countInstructions(readPattern(pattern).part) > MAX_INSTRUCTIONS;
}

/** Counts the instructions of a part without writing them, but for those that help references. */
function countInstructions(part: PatternPart): number {
  if (part.kind === 'sequence' || part.kind === 'choice') {
    const own = part.kind === 'choice' ? 2 * part.parts.length : 0;
    return part.parts.reduce((sum, one) => sum + countInstructions(one), own);
  }
  if (!('part' in part)) return 1;
  const own = countInstructions(part.part) + (part.kind === 'repetition' ? 0 : 2);
  if (part.kind !== 'repetition') return own;
  const { least, most } = part;
  return most === Number.POSITIVE_INFINITY ? own * (least + 1) + 2 : own * most + most - least;
}

function beginsWithEdge(part: PatternPart): boolean {
  if (part.kind === 'edge') return part.sign === '^' && !part.flags.includes('m');
  if (part.kind === 'choice') return part.parts.every(beginsWithEdge);
  if (part.kind === 'group') return beginsWithEdge(part.part);
  const [first] = part.kind === 'sequence' ? part.parts : [];
  return first !== undefined && beginsWithEdge(first);
}

function add<T extends Instruction>({ instructions }: Writer, instruction: T): T {
  instructions.push(instruction);
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
function write(writer: Writer, part: PatternPart, reading: Reading): void {
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
      writeChoice(writer, part.parts, reading);
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
      writeRepetition(writer, part, isBehind);
      break;
    }
    case 'reference': {
      const { groups, flags } = part;
      add(writer, { kind: 'reference', groups, isBehind, flags });
    }
  }
}

function writeSequence(writer: Writer, parts: readonly PatternPart[], reading: Reading): void {
  let { isFirst } = reading;
  for (const part of reading.isBehind ? parts.toReversed() : parts) {
    write(writer, part, { ...reading, isFirst });
    isFirst &&= part.kind === 'edge' || part.kind === 'look';
  }
}

function writeChoice(writer: Writer, parts: readonly PatternPart[], reading: Reading): void {
  const jumps: Extract<Instruction, { kind: 'jump' }>[] = [];
  for (const [position, part] of parts.entries()) {
    if (position === parts.length - 1) {
      write(writer, part, reading);
      break;
    }
    const split = addSplit(writer);
    split.first = writer.instructions.length;
    write(writer, part, reading);
    jumps.push(add(writer, { kind: 'jump' as const, to: 0 }));
    split.second = writer.instructions.length;
  }
  for (const jump of jumps) jump.to = writer.instructions.length;
}

type LookPart = Extract<PatternPart, { kind: 'look' }>;

/** The longest text of a look that is compared with others. */
const MAX_KEY_LENGTH = 200;

/** Writes a look in its place if it may read or write what groups match, and else into a program. */
function writeLook(writer: Writer, part: LookPart, { isFirst }: Reading): void {
  const { instructions, looks, shared } = writer;
  const { isNegative, isBehind } = part;
  if (shared.keepsGroups) {
    const look = add(writer, { kind: 'look' as const, isNegative, end: 0 });
    write(writer, part.part, { isBehind, isFirst: false });
    add(writer, { kind: 'match' });
    look.end = instructions.length;
    return;
  }
  const only =
    part.part.kind === 'sequence' && part.part.parts.length === 1 ? part.part.parts[0] : undefined;
  if (only?.kind === 'character') {
    add(writer, {
      kind: 'peek',
      set: toSet(writer, only.source, only.flags),
      isBehind,
      isNegative,
    });
    return;
  }
  const isStart = isFirst && !isBehind;
  const isShort = part.source.length <= MAX_KEY_LENGTH;
  const key = isShort ? `${isStart} ${isBehind} ${part.source}` : part;
  const look = shared.looks.get(key) ?? createLook(shared, part, isStart);
  shared.looks.set(key, look);
  if (!looks.has(look)) looks.set(look, looks.size);
  add(writer, { kind: 'verdict', look: looks.get(look) ?? 0, isNegative });
}

function createLook(shared: Shared, { part, isBehind }: LookPart, isStart: boolean): PatternLook {
  const common = { part, groupCount: 0, isAnchored: isStart };
  // What a look ahead matches ends where the program begins, which reads the other way.
  const reading = { isBehind: !isStart && !isBehind, isFirst: isStart };
  const program = writeProgram(shared, { ...common, reading });
  if (isStart) return { from: 'start', program };
  return { from: isBehind ? 'behind' : 'ahead', program };
}

function writeRepetition(
  writer: Writer,
  { least, most, isLazy, part, groups: [from, to] }: Repetition,
  isBehind: boolean,
): void {
  const { instructions, shared } = writer;
  const { keepsGroups } = shared;
  const writeOnce = (): void => {
    if (keepsGroups && from < to) add(writer, { kind: 'forget', from: from * 2, to: to * 2 });
    write(writer, part, { isBehind, isFirst: false });
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
