import type { CharacterList } from './character-list.ts';
import type { PatternAlphabet } from './pattern-alphabet.ts';
import type { Lookaround, PatternProgram } from './pattern-program.ts';
import { PatternStates } from './pattern-states.ts';
import { createAlphabet, listReadings } from './program-positions.ts';
import { StateMemory } from './state-memory.ts';
import type { StepBudget } from './step-budget.ts';

/** A text that is matched, and what has been found out about it. */
interface MatchedText {
  readonly text: string;
  readonly budget: StepBudget;
  /** The kinds of its characters, with 0 before the first and behind the last. */
  readonly kinds: { value: Int32Array | undefined };
  readonly marks: Map<Lookaround, Uint8Array>;
}

/**
 * The automaton of a program without references. It reads a text once, and once more for each look:
 * from the end for a look ahead and from the beginning for a look behind, which finds out for all
 * positions at once whether it matches there. So the time grows as the text does, also with looks.
 */
export class PatternAutomaton {
  readonly #program: PatternProgram;
  readonly #alphabet: PatternAlphabet;
  readonly #room: StateMemory;
  readonly #states: ReadonlyMap<PatternProgram, PatternStates>;

  constructor(program: PatternProgram) {
    this.#program = program;
    const readings = listReadings(program);
    this.#alphabet = createAlphabet(readings);
    const shared = { alphabet: this.#alphabet, room: new StateMemory() };
    this.#room = shared.room;
    this.#states = new Map(
      readings.map((reading) => [reading.program, new PatternStates(reading, shared)]),
    );
  }

  /** Begins an evaluation, which is charged for every state that it meets. */
  begin(): void {
    this.#room.begin();
    const isFull = this.#room.isFull;
    for (const states of this.#states.values()) {
      states.begin();
      if (isFull) states.forget();
    }
  }

  /** Reads characters, which texts MUST consist of. */
  read(list: CharacterList): void {
    this.#alphabet.read(list);
  }

  /** Forgets the characters that texts have had. */
  forget(): void {
    this.#alphabet.forget();
  }

  /** True if some part of the text matches; `undefined` if the steps do not suffice. */
  test(text: string, budget: StepBudget): boolean | undefined {
    const reading = { text, budget, kinds: { value: undefined }, marks: new Map() };
    return this.#find(this.#program, reading);
  }

  /** True if a program that begins at the start of the text matches. */
  #find(program: PatternProgram, reading: MatchedText): boolean | undefined {
    const { text, budget } = reading;
    const states = this.#states.get(program);
    if (program.looks.some(({ from }) => from !== 'start')) {
      return this.#mark(program, reading, false)?.includes(1);
    }
    const verdicts = new Uint8Array(program.looks.length);
    for (const [at, look] of program.looks.entries()) {
      const isMatch = this.#find(look.program, reading);
      if (isMatch === undefined) return undefined;
      verdicts[at] = Number(isMatch);
    }
    return states?.find(text, verdicts, budget);
  }

  /** Finds out at which positions a program matches. */
  #mark(
    program: PatternProgram,
    reading: MatchedText,
    isBackward: boolean,
  ): Uint8Array | undefined {
    const all = this.#readKinds(reading);
    const kinds = isBackward ? all.subarray(0, -1) : all.subarray(1);
    const verdicts: Uint8Array[] = [];
    for (const look of program.looks) {
      const marks = reading.marks.get(look) ?? this.#judge(look, reading, kinds.length);
      if (marks === undefined) return undefined;
      reading.marks.set(look, marks);
      verdicts.push(marks);
    }
    return this.#states.get(program)?.mark({ kinds, verdicts }, reading.budget);
  }

  /** Finds out at which positions a look matches. */
  #judge(look: Lookaround, reading: MatchedText, size: number): Uint8Array | undefined {
    if (look.from !== 'start') return this.#mark(look.program, reading, look.from === 'ahead');
    const isMatch = this.#find(look.program, reading);
    if (isMatch === undefined) return undefined;
    const marks = new Uint8Array(size);
    marks[0] = Number(isMatch);
    return marks;
  }

  #readKinds({ text, budget, kinds }: MatchedText): Int32Array {
    if (kinds.value !== undefined) return kinds.value;
    const { pages } = this.#alphabet;
    const read = new Int32Array(text.length + 2);
    let size = 1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xff_ff) at += 1;
      read[size] = pages[code >>> 8]?.[code & 0xff] ?? 0;
      size += 1;
    }
    budget.steps -= text.length;
    return (kinds.value = read.subarray(0, size + 1));
  }
}
