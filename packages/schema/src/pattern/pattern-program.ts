import { CharacterSet } from './character-set.ts';
import { type Edge, type PatternPart, readPattern, type Repetition } from './pattern-part.ts';

/** The most instructions of a program; a pattern that needs more cannot run. */
const MAX_INSTRUCTIONS = 50_000;

/** An instruction that tells what a text must have at the position, and where to go on. */
export type Instruction =
  /** A character before or behind the position; the next instruction follows. */
  | { readonly kind: 'character'; readonly set: CharacterSet; readonly isBehind: boolean }
  /** Two ways to go on; the first is tried first. `ordinal` numbers these instructions. */
  | { readonly kind: 'split'; first: number; second: number; readonly ordinal: number }
  | { readonly kind: 'jump'; to: number }
  | {
      readonly kind: 'edge';
      readonly sign: Edge;
      readonly isMultiline: boolean;
      readonly words: CharacterSet;
    }
  /** A look ahead or behind, whose own instructions begin with the next one. */
  | { readonly kind: 'look'; readonly isNegative: boolean; end: number }
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

/** The program of a regular expression. */
export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  /** The sets of its instructions, each once. */
  readonly sets: readonly CharacterSet[];
  readonly splitCount: number;
  readonly registerCount: number;
  /**
   * True if the time cannot be proportional to the text, because what its groups match is kept: it
   * refers to them, or takes the steps of the engine of the host.
   */
  readonly keepsGroups: boolean;
  /** True if its steps are those of the engine of the host. */
  readonly isOfHost: boolean;
  /** True if it looks ahead or behind. */
  readonly hasLooks: boolean;
  /** True if only a match at the beginning of the text counts. */
  readonly isAnchored: boolean;
}

interface Writer {
  readonly instructions: Instruction[];
  readonly sets: Map<string, CharacterSet>;
  readonly keepsGroups: boolean;
  splitCount: number;
  registerCount: number;
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
  const { part, groupCount, hasReferences } = readPattern(pattern, flags);
  if (countInstructions(part) > MAX_INSTRUCTIONS) return undefined;
  const keepsGroups = hasReferences || isOfHost;
  const registerCount = 2 * (groupCount + 1);
  const writer: Writer = {
    instructions: [],
    sets: new Map(),
    keepsGroups,
    splitCount: 0,
    registerCount,
  };
  write(writer, part, false);
  add(writer, { kind: 'match' });
  const { instructions, splitCount } = writer;
  const isAnchored = beginsWithEdge(part);
  return {
    instructions,
    sets: [...writer.sets.values()],
    splitCount,
    registerCount: keepsGroups ? writer.registerCount : 0,
    keepsGroups,
    isOfHost,
    hasLooks: instructions.some(({ kind }) => kind === 'look'),
    isAnchored,
  };
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
  writer.splitCount += 1;
  return add(writer, { kind: 'split', first: 0, second: 0, ordinal: writer.splitCount - 1 });
}

function toSet({ sets }: Writer, source: string, flags: string): CharacterSet {
  const key = `${flags}:${source}`;
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = new CharacterSet(source, flags);
  sets.set(key, made);
  return made;
}

/** Writes the instructions of a part; those of a look behind read the text from right to left. */
function write(writer: Writer, part: PatternPart, isBehind: boolean): void {
  const { instructions } = writer;
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
      for (const one of isBehind ? part.parts.toReversed() : part.parts) {
        write(writer, one, isBehind);
      }
      break;
    }
    case 'choice': {
      writeChoice(writer, part.parts, isBehind);
      break;
    }
    case 'group': {
      if (writer.keepsGroups)
        add(writer, { kind: 'save', register: part.index * 2 + Number(isBehind) });
      write(writer, part.part, isBehind);
      if (writer.keepsGroups)
        add(writer, { kind: 'save', register: part.index * 2 + Number(!isBehind) });
      break;
    }
    case 'look': {
      const look = add(writer, { kind: 'look' as const, isNegative: part.isNegative, end: 0 });
      write(writer, part.part, part.isBehind);
      add(writer, { kind: 'match' });
      look.end = instructions.length;
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

function writeChoice(writer: Writer, parts: readonly PatternPart[], isBehind: boolean): void {
  const jumps: Extract<Instruction, { kind: 'jump' }>[] = [];
  for (const [position, part] of parts.entries()) {
    if (position === parts.length - 1) {
      write(writer, part, isBehind);
      break;
    }
    const split = addSplit(writer);
    split.first = writer.instructions.length;
    write(writer, part, isBehind);
    jumps.push(add(writer, { kind: 'jump' as const, to: 0 }));
    split.second = writer.instructions.length;
  }
  for (const jump of jumps) jump.to = writer.instructions.length;
}

function writeRepetition(
  writer: Writer,
  { least, most, isLazy, part, groups: [from, to] }: Repetition,
  isBehind: boolean,
): void {
  const { instructions, keepsGroups } = writer;
  const writeOnce = (): void => {
    if (keepsGroups && from < to) add(writer, { kind: 'forget', from: from * 2, to: to * 2 });
    write(writer, part, isBehind);
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
