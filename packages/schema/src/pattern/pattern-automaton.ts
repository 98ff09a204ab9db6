import { PatternAlphabet } from './pattern-alphabet.ts';
import { listPrograms, type PatternLook, type PatternProgram } from './pattern-program.ts';
import { countMarkSteps, PatternStates } from './pattern-states.ts';
import { listComparedSets } from './program-places.ts';
import { StateRoom } from './state-room.ts';
import type { StepMeter } from './step-meter.ts';
import { MAX_SYMBOLS } from './verdict-symbols.ts';

/** A text that is matched, and what has been found out about it. */
interface Reading {
  readonly text: string;
  readonly meter: StepMeter;
  /** The kinds of its characters, with 0 before the first and behind the last. */
  readonly kinds: { value: Int32Array | undefined };
  readonly marks: Map<PatternLook, Uint8Array>;
}

/** Limits of {@link PatternAutomaton.findRisk}. */
export interface StateLimits {
  /** The most characters of a text. */
  readonly length: number;
  readonly steps: number;
  /** The steps that the states of one program may always take. */
  readonly few: number;
}

/**
 * The automaton of a program without references. It reads a text once, and once more for each look:
 * from the end for a look ahead and from the beginning for a look behind, which finds out for all
 * positions at once whether it matches there. So the time grows as the text does, also with looks.
 */
export class PatternAutomaton {
  readonly #program: PatternProgram;
  readonly #alphabet: PatternAlphabet;
  readonly #room = new StateRoom();
  readonly #states: ReadonlyMap<PatternProgram, PatternStates>;

  constructor(program: PatternProgram) {
    this.#program = program;
    const programs = listPrograms(program);
    this.#alphabet = new PatternAlphabet([...new Set(programs.flatMap(listComparedSets))]);
    const looks = new Map(programs.flatMap((one) => one.looks.map((look) => [look.program, look])));
    this.#states = new Map(
      programs.map((one) => {
        const from = looks.get(one)?.from ?? 'start';
        const common = { alphabet: this.#alphabet, room: this.#room };
        const reading = { isBackward: from === 'ahead', marksAll: from !== 'start' };
        return [one, new PatternStates(one, { ...common, ...reading })];
      }),
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

  /** Forgets the pages of characters that texts have had. */
  forgetPages(): void {
    this.#alphabet.forget();
  }

  /**
   * True if some part of the text matches; `undefined` if the steps do not suffice. `pages` are the
   * pages of its characters.
   */
  test(text: string, pages: readonly number[], meter: StepMeter): boolean | undefined {
    this.#alphabet.read(pages);
    const reading = { text, meter, kinds: { value: undefined }, marks: new Map() };
    return this.#find(this.#program, reading);
  }

  /**
   * Finds out why texts of a length, whose characters are on some pages, may take more steps than
   * there are: for states, or because so many looks meet that their verdicts are not numbered.
   */
  findRisk(pages: readonly number[], limits: StateLimits): 'states' | 'looks' | undefined {
    const { length, few } = limits;
    const meter = { steps: limits.steps };
    this.begin();
    this.#alphabet.read(pages);
    for (const [program, states] of this.#states) {
      const most = states.countMostSteps(length, few);
      if (most <= few) meter.steps -= most;
      else if (!states.explore(meter)) return 'states';
      else if (this.#mayHaveManySymbols(program)) return 'looks';
      if (meter.steps < 0) return 'states';
    }
    return undefined;
  }

  /** The most steps that it takes for each character of a text, besides those for states. */
  get stepsPerCharacter(): number {
    const programs = [...this.#states.keys()];
    const isMarked = programs.some(({ looks }) => looks.some(({ from }) => from !== 'start'));
    if (!isMarked) return 1 + programs.length;
    return programs.reduce((sum, { looks }) => sum + countMarkSteps(looks.length), 2);
  }

  /** True if positions may have more symbols than are numbered. */
  #mayHaveManySymbols({ looks }: PatternProgram): boolean {
    // What stands at the beginning has a verdict at one position only.
    const count = looks.filter(({ from }) => from !== 'start').length;
    return count > 0 && this.#alphabet.samples.length * 2 ** count > MAX_SYMBOLS;
  }

  /** True if a program that begins at the start of the text matches. */
  #find(program: PatternProgram, reading: Reading): boolean | undefined {
    const { text, meter } = reading;
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
    return states?.find(text, verdicts, meter);
  }

  /** Finds out at which positions a program matches. */
  #mark(program: PatternProgram, reading: Reading, isBackward: boolean): Uint8Array | undefined {
    const all = this.#readKinds(reading);
    const kinds = isBackward ? all.subarray(0, -1) : all.subarray(1);
    const verdicts: Uint8Array[] = [];
    for (const look of program.looks) {
      const marks = reading.marks.get(look) ?? this.#judge(look, reading, kinds.length);
      if (marks === undefined) return undefined;
      reading.marks.set(look, marks);
      verdicts.push(marks);
    }
    return this.#states.get(program)?.mark({ kinds, verdicts }, reading.meter);
  }

  /** Finds out at which positions a look matches. */
  #judge(look: PatternLook, reading: Reading, size: number): Uint8Array | undefined {
    if (look.from !== 'start') return this.#mark(look.program, reading, look.from === 'ahead');
    const isMatch = this.#find(look.program, reading);
    if (isMatch === undefined) return undefined;
    const marks = new Uint8Array(size);
    marks[0] = Number(isMatch);
    return marks;
  }

  #readKinds({ text, meter, kinds }: Reading): Int32Array {
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
    meter.steps -= text.length;
    return (kinds.value = read.subarray(0, size + 1));
  }
}
