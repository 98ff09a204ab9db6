import { CharacterSet } from './character-set.ts';
import type { Instruction } from './instruction.ts';
import { isEdge } from './pattern-edge.ts';
import type { PatternProgram } from './pattern-program.ts';
import type { StepBudget } from './step-budget.ts';

/** The steps of an evaluation that each instruction takes. */
const STEPS_PER_TURN = 15;

/** The steps of an instruction without marks, which the engine of the host does in less time. */
const STEPS_PER_HOST_TURN = 5;

/** The most entries of the list of ways that are left to try. */
const MAX_WAYS = 4_000_000;

/** True if some part of the text matches the program; `undefined` if the steps do not suffice. */
export function runPattern(
  program: PatternProgram,
  text: string,
  budget: StepBudget,
): boolean | undefined {
  const run = new PatternRun(program, text, budget);
  for (let start = 0; start <= text.length; start += codeSize(text, start)) {
    const isMatch = run.matchAt(0, start);
    if (isMatch !== false) return isMatch;
    if (program.isAnchored) return false;
  }
  return false;
}

function codeSize(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1;
}

/** Returns the code point that ends at a position; `undefined` at the beginning. */
function codeBefore(text: string, at: number): number | undefined {
  if (at === 0) return undefined;
  const pair = at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xff_ff ? pair : text.charCodeAt(at - 1);
}

/** A program that is matched with one text. */
class PatternRun {
  readonly #program: PatternProgram;
  readonly #text: string;
  readonly #budget: StepBudget;
  /** The start and the end of what each group has matched, then the starts of repetitions. */
  readonly #registers: Int32Array;
  /**
   * The ways that are left to try, each two numbers: an instruction and a position; or, to undo a
   * change, a register as a negative number and the value that it had.
   */
  readonly #ways: number[] = [];

  constructor(program: PatternProgram, text: string, budget: StepBudget) {
    this.#program = program;
    this.#text = text;
    this.#budget = budget;
    this.#registers = new Int32Array(program.registerCount).fill(-1);
  }

  /** Matches the instructions from a position on; `undefined` if the steps do not suffice. */
  matchAt(from: number, start: number): boolean | undefined {
    const { instructions, isOfHost } = this.#program;
    const stepsPerTurn = isOfHost ? STEPS_PER_HOST_TURN : STEPS_PER_TURN;
    const ways = this.#ways;
    const text = this.#text;
    const bottom = ways.length;
    let [at, position] = [from, start];
    let { steps } = this.#budget;
    for (;;) {
      steps -= stepsPerTurn;
      if (steps < 0 || ways.length > MAX_WAYS) {
        this.#budget.steps = -1;
        return undefined;
      }
      const instruction = instructions[at];
      let goesOn = true;
      at += 1;
      switch (instruction?.kind) {
        case 'character': {
          const code = instruction.isBehind
            ? codeBefore(text, position)
            : text.codePointAt(position);
          if (code === undefined || !instruction.set.has(code)) goesOn = false;
          else position += (code > 0xff_ff ? 2 : 1) * (instruction.isBehind ? -1 : 1);
          break;
        }
        case 'split': {
          ways.push(instruction.second, position);
          at = instruction.first;
          break;
        }
        case 'jump': {
          at = instruction.to;
          break;
        }
        case 'edge': {
          goesOn = isEdge(instruction, codeBefore(text, position), text.codePointAt(position));
          break;
        }
        case 'look': {
          this.#budget.steps = steps;
          const isMatch = this.#look(instruction, at, position);
          ({ steps } = this.#budget);
          if (isMatch === undefined) return undefined;
          goesOn = isMatch;
          at = instruction.end;
          break;
        }
        case 'reference': {
          this.#budget.steps = steps;
          const end = this.#refer(instruction, position);
          ({ steps } = this.#budget);
          if (end === undefined) goesOn = false;
          else position = end;
          break;
        }
        case 'save': {
          this.#set(instruction.register, position);
          break;
        }
        case 'forget': {
          steps -= instruction.to - instruction.from;
          for (let register = instruction.from; register < instruction.to; register += 1)
            this.#set(register, -1);
          break;
        }
        case 'moved': {
          goesOn = this.#registers[instruction.register] !== position;
          break;
        }
        // An automaton reads these, because nothing keeps the groups of its program.
        case 'peek':
        case 'verdict':
        case 'match':
        case undefined: {
          this.#budget.steps = steps;
          this.#keepUndo(bottom);
          return true;
        }
      }
      if (goesOn) continue;
      const way = this.#takeWay(bottom);
      if (way === undefined) {
        this.#budget.steps = steps;
        return false;
      }
      [at, position] = way;
    }
  }

  /** Looks ahead or behind: true if the run goes on. What groups match there is kept. */
  #look(
    { isNegative }: Extract<Instruction, { kind: 'look' }>,
    from: number,
    position: number,
  ): boolean | undefined {
    const bottom = this.#ways.length;
    const isMatch = this.matchAt(from, position);
    if (isMatch === undefined || !isNegative) return isMatch;
    // Groups in a negative look never keep what they matched.
    if (isMatch) this.#takeWay(bottom);
    return !isMatch;
  }

  /**
   * Returns the end of a text that repeats what a group has matched. To compare them takes steps,
   * also where they differ.
   */
  #refer(
    { groups, isBehind, flags }: Extract<Instruction, { kind: 'reference' }>,
    position: number,
  ): number | undefined {
    const group = groups.find((candidate) => (this.#registers[candidate * 2 + 1] ?? -1) >= 0) ?? 0;
    const [from, to] = [this.#registers[group * 2] ?? -1, this.#registers[group * 2 + 1] ?? -1];
    if (from < 0 || to < 0) return position;
    const start = isBehind ? position - (to - from) : position;
    const end = start + to - from;
    if (start < 0 || end > this.#text.length) return undefined;
    const budget = this.#budget;
    budget.steps -= to - from;
    const [captured, following] = [this.#text.slice(from, to), this.#text.slice(start, end)];
    if (
      captured !== following &&
      !(flags.includes('i') && isSameInAnyCase(captured, following, budget))
    )
      return undefined;
    return isBehind ? start : end;
  }

  #set(register: number, value: number): void {
    this.#ways.push(-1 - register, this.#registers[register] ?? -1);
    this.#registers[register] = value;
  }

  /** Goes back to the last way that is left, and undoes the changes since. */
  #takeWay(bottom: number): readonly [number, number] | undefined {
    const ways = this.#ways;
    while (ways.length > bottom) {
      const value = ways.pop() ?? 0;
      const at = ways.pop() ?? 0;
      if (at >= 0) return [at, value];
      this.#registers[-1 - at] = value;
    }
    return undefined;
  }

  /** Drops the ways that are left after a match, but not what undoes its changes. */
  #keepUndo(bottom: number): void {
    const ways = this.#ways;
    let end = bottom;
    for (let at = bottom; at < ways.length; at += 2) {
      if ((ways[at] ?? 0) >= 0) continue;
      ways[end] = ways[at] ?? 0;
      ways[end + 1] = ways[at + 1] ?? 0;
      end += 2;
    }
    ways.length = end;
  }
}

/** The steps to ask the engine of the host whether two characters differ in their case only. */
const STEPS_PER_CASE = 3000;

/** True if two texts of the same length differ in the case of their characters only. */
function isSameInAnyCase(a: string, b: string, budget: StepBudget): boolean {
  // The loop reads no more than the texts have in common, and ends when the steps do.
  for (let at = 0; at < a.length && budget.steps >= 0;) {
    const [left = 0, right = 0] = [a.codePointAt(at), b.codePointAt(at)];
    if (!isSameLetter(left, right)) {
      budget.steps -= STEPS_PER_CASE;
      if (!new CharacterSet(`\\u{${left.toString(16)}}`, 'i').has(right)) return false;
    }
    // Characters of one and of two units are never the same letter.
    at += left > 0xff_ff ? 2 : 1;
  }
  return budget.steps >= 0;
}

/** True for the same character, and for two letters of ASCII that differ in their case. */
function isSameLetter(left: number, right: number): boolean {
  if (left === right) return true;
  if (left >= 0x80 || right >= 0x80) return false;
  const small = left | 0x20;
  return small === (right | 0x20) && small >= 0x61 && small <= 0x7a;
}
