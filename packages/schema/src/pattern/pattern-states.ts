import { UNNUMBERED, LookaroundSymbols } from './lookaround-symbols.ts';
import type { PatternAlphabet } from './pattern-alphabet.ts';
import { type CloseResult, ProgramPositions, type ProgramContext } from './program-positions.ts';
import type { StateMemory } from './state-memory.ts';
import type { StepBudget } from './step-budget.ts';

/** The places of a program at which a text may be, after some of its characters. */
interface State {
  readonly places: Int32Array;
  /** The kind of the last character, or one that makes no difference; 0 where the reading begins. */
  readonly last: number;
  /** The verdicts of the looks there, if only the beginning of a text has some. */
  readonly verdicts: Uint8Array;
}

/** The number of the state from which nothing matches. */
const LOST = 0;

/** The number of the state before the first character. */
const START = 1;

/** The steps for each position at which the verdict of a look is written. */
const STEPS_PER_MARK = 3;

const NO_VERDICTS = new Uint8Array(0);

const START_STATE: State = { places: Int32Array.of(0), last: 0, verdicts: NO_VERDICTS };

/** The kinds and verdicts at the positions of a text, in the order of the text. */
export interface TextPositions {
  /** The kinds of the characters that are read next. */
  readonly kinds: Int32Array;
  /** For each look of the program, 1 for each position where it matches. */
  readonly verdicts: readonly Uint8Array[];
}

/**
 * The states of a program without references, which are made when a text first needs them. It reads
 * each character of a text once. Each evaluation is charged for all states that it meets, also for
 * those that an earlier one has made, so that its verdict does not depend on others.
 */
export class PatternStates {
  readonly #places: ProgramPositions;
  readonly #alphabet: PatternAlphabet;
  readonly #room: StateMemory;
  readonly #isBackward: boolean;
  readonly #marksAll: boolean;
  readonly #symbols: LookaroundSymbols;
  #states: State[] = [];
  #numbers = new Map<number, number[]>();
  /** The places for which the states count. */
  #size = 0;
  /** The number of symbols for which the tables have room. */
  #width = 0;
  /** By state and symbol: twice the number of the next state, and 1 more if there is a match; or -1. */
  #targets = new Int32Array(0);
  /** By state and symbol: the steps that it took to make the next state. */
  #costs = new Int32Array(0);
  /** By state and symbol: the target if this evaluation has been charged, else -1. */
  #live = new Int32Array(0);
  /** The states and symbols for which this evaluation has been charged. */
  #charged: number[] = [];

  constructor(
    reading: ProgramContext,
    {
      alphabet,
      room,
    }: {
      readonly alphabet: PatternAlphabet;
      readonly room: StateMemory;
    },
  ) {
    this.#places = new ProgramPositions(reading, alphabet);
    this.#alphabet = alphabet;
    this.#room = room;
    this.#isBackward = reading.isBackward;
    this.#marksAll = reading.marksAll;
    this.#symbols = new LookaroundSymbols(reading.program.looks.length);
    this.forget();
  }

  /** Begins an evaluation, which is charged for every state that it meets. */
  begin(): void {
    for (const edge of this.#charged) this.#live[edge] = -1;
    this.#charged = [];
    if (this.#symbols.begin()) this.forget();
  }

  /** Forgets all states but the first. */
  forget(): void {
    this.#room.free(this.#size);
    this.#size = 0;
    this.#numbers = new Map();
    this.#states = [{ places: new Int32Array(0), last: 0, verdicts: NO_VERDICTS }];
    this.#targets.fill(-1);
    this.#live.fill(-1);
    this.#charged = [];
    this.#getState(START_STATE);
  }

  /**
   * True if some part of the text matches, `undefined` if the steps do not suffice. `verdicts` are
   * those of the looks, all of which stand at the beginning.
   */
  find(text: string, verdicts: Uint8Array, budget: StepBudget): boolean | undefined {
    this.#widen(this.#alphabet.samples.length);
    const kinds = this.#alphabet.pages;
    const first = kinds[0];
    const width = this.#width;
    let live = this.#live;
    let state = this.#getState({ ...START_STATE, verdicts });
    let at = 0;
    for (; at < text.length; at += 1) {
      let code = text.charCodeAt(at);
      let kind: number;
      if (code < 256 && first !== undefined) kind = first[code] ?? 0;
      else {
        if (code >= 0xd8_00 && code < 0xdc_00) {
          code = text.codePointAt(at) ?? code;
          if (code > 0xff_ff) at += 1;
        }
        kind = kinds[code >>> 8]?.[code & 0xff] ?? 0;
      }
      let next = live[state * width + kind] ?? -1;
      if (next < 0) {
        next = this.#step(state, kind, budget);
        if (budget.steps < 0) return undefined;
        live = this.#live;
      }
      state = next >>> 1;
      if (state === LOST) {
        budget.steps -= at;
        return budget.steps < 0 ? undefined : (next & 1) === 1;
      }
    }
    budget.steps -= at;
    const next = live[state * width] ?? -1;
    const last = next < 0 ? this.#step(state, 0, budget) : next;
    return budget.steps < 0 ? undefined : (last & 1) === 1;
  }

  /**
   * Writes at which positions there is a match, up to the first if not all count; `undefined` if the
   * steps do not suffice.
   */
  mark(positions: TextPositions, budget: StepBudget): Uint8Array | undefined {
    const { kinds, verdicts } = positions;
    const size = kinds.length;
    const hasLooks = verdicts.length > 0;
    budget.steps -= size * countMarkSteps(verdicts.length);
    if (budget.steps < 0) return undefined;
    const symbols = hasLooks ? this.#symbols.read(kinds, verdicts) : kinds;
    this.#widen(hasLooks ? this.#symbols.count : this.#alphabet.samples.length);
    const width = this.#width;
    const marks = new Uint8Array(size);
    const by = this.#isBackward ? -1 : 1;
    let live = this.#live;
    let state = START;
    for (let at = this.#isBackward ? size - 1 : 0; at >= 0 && at < size; at += by) {
      const symbol = symbols[at] ?? UNNUMBERED;
      let next = symbol === UNNUMBERED ? -1 : (live[state * width + symbol] ?? -1);
      if (next < 0) {
        next =
          symbol === UNNUMBERED
            ? this.#stepOnce(state, { positions, at }, budget)
            : this.#step(state, symbol, budget);
        if (budget.steps < 0) return undefined;
        live = this.#live;
      }
      marks[at] = next & 1;
      state = next >>> 1;
      if (state === LOST) break;
    }
    return marks;
  }

  /** Takes a step that is remembered, and takes away the steps that it takes to make the next state. */
  #step(from: number, symbol: number, budget: StepBudget): number {
    const edge = from * this.#width + symbol;
    let target = this.#targets[edge] ?? -1;
    if (target < 0) {
      const { kind, verdicts } = this.#symbols.at(symbol) ?? { kind: symbol, verdicts: undefined };
      const followed = this.#follow(from, kind, verdicts);
      ({ target } = followed);
      this.#targets[edge] = target;
      this.#costs[edge] = followed.steps;
    }
    this.#live[edge] = target;
    this.#charged.push(edge);
    budget.steps -= this.#costs[edge] ?? 0;
    return this.#meet(target);
  }

  /** Takes a step that is not remembered. */
  #stepOnce(
    from: number,
    {
      positions: { kinds, verdicts },
      at,
    }: { readonly positions: TextPositions; readonly at: number },
    budget: StepBudget,
  ): number {
    const here = Uint8Array.from(verdicts, (row) => row[at] ?? 0);
    const { target, steps } = this.#follow(from, kinds[at] ?? 0, here);
    budget.steps -= steps;
    return this.#meet(target);
  }

  /** Counts the places of a state that was reached, and forgets all if they are many. */
  #meet(target: number): number {
    const state = this.#states[target >>> 1];
    if (target >>> 1 === LOST || state === undefined) return target;
    if (!this.#room.meet(this.#places.measure(state.places))) return target;
    this.forget();
    return 2 * this.#getState(state) + (target & 1);
  }

  /** Finds the state behind another. `verdicts` are those of looks at the place, or of the state. */
  #follow(
    from: number,
    kind: number,
    verdicts: Uint8Array | undefined,
  ): CloseResult & { readonly target: number } {
    const state = this.#states[from] ?? START_STATE;
    const closing = this.#places.close(state.places, {
      last: state.last,
      kind,
      verdicts: verdicts ?? state.verdicts,
    });
    const { isMatch, pendingLook } = closing;
    let target = LOST;
    if (kind !== 0 && pendingLook < 0 && (this.#marksAll || !isMatch)) {
      const last = this.#places.findAlike(kind);
      target = this.#getState({ places: this.#places.take(), last, verdicts: NO_VERDICTS });
    }
    return { ...closing, target: 2 * target + Number(isMatch) };
  }

  /** Makes room for the symbols of a text in the rows of the tables. */
  #widen(symbolCount: number): void {
    if (symbolCount <= this.#width) return;
    const [from, to] = [this.#width, 2 * symbolCount];
    const move = (old: Int32Array, filler: number): Int32Array<ArrayBuffer> => {
      const table = new Int32Array(this.#states.length * to * 2).fill(filler);
      for (let number = 0; number < this.#states.length; number += 1) {
        table.set(old.subarray(number * from, (number + 1) * from), number * to);
      }
      return table;
    };
    this.#targets = move(this.#targets, -1);
    this.#costs = move(this.#costs, 0);
    this.#live = move(this.#live, -1);
    this.#charged = this.#charged.map((edge) => Math.floor(edge / from) * to + (edge % from));
    this.#width = to;
  }

  #getState(state: State): number {
    const { places, last, verdicts } = state;
    if (places.length === 0) return LOST;
    let hash = last + 1;
    for (const position of places) hash = Math.imul(hash ^ position, 0x01_00_01_93) ^ (hash >>> 15);
    const alike = this.#numbers.get(hash) ?? [];
    const match = alike.find((number) => {
      const candidate = this.#states[number];
      return (
        candidate?.last === last &&
        isSame(candidate.places, places) &&
        isSame(candidate.verdicts, verdicts)
      );
    });
    if (match !== undefined) return match;
    const number = this.#states.length;
    this.#states.push(state);
    this.#numbers.set(hash, [...alike, number]);
    this.#size += this.#places.measure(places);
    this.#room.add(this.#places.measure(places));
    this.#makeRoom((number + 1) * this.#width);
    return number;
  }

  #makeRoom(size: number): void {
    if (size <= this.#targets.length) return;
    const grow = (old: Int32Array<ArrayBuffer>, filler: number): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(2 * size).fill(filler, old.length);
      grown.set(old);
      return grown;
    };
    this.#targets = grow(this.#targets, -1);
    this.#costs = grow(this.#costs, 0);
    this.#live = grow(this.#live, -1);
  }
}

/** The steps of a program for each position of a text, with the verdicts of some looks. */
export function countMarkSteps(lookCount: number): number {
  return STEPS_PER_MARK + (lookCount === 0 ? 0 : 1 + lookCount);
}

function isSame(left: ArrayLike<number>, right: ArrayLike<number>): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
