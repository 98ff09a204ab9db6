import { CharacterList, FIRST_PAGE, PAGE_SIZE, sortPages } from './character-list.ts';
import type { PatternProgram } from './pattern-program.ts';
import type { StepBudget } from './step-budget.ts';

/** The steps for each instruction of a program, which is written when a text first needs it. */
const STEPS_PER_INSTRUCTION = 60;

/** The steps to ask the engine of the host which characters of the first page are in a set. */
const STEPS_PER_FIRST_PAGE = 3000;

/** The steps to find the one character of a set. */
const STEPS_PER_LITERAL = 12;

/** The steps to tell the characters of the first page apart. */
const STEPS_PER_KINDS = 1000;

/** The steps for each character, and for each page of which a text has one. */
const [STEPS_PER_CHARACTER, STEPS_PER_PAGE] = [16, 300];

/** The steps for each character and class: together, and where all ways are tried one by one. */
const [STEPS_PER_ANSWER, STEPS_PER_QUESTION] = [8, 200];

/** The steps for each range of characters of a class. */
const STEPS_PER_RANGE = 30;

/** The most ranges of characters that a class has. */
const MAX_RANGES = 1500;

/** The most pages of characters that are remembered between texts. */
const MAX_PAGES = 1024;

/** The first page, whose characters are met together. */
const MET_PAGE = new Uint8Array(PAGE_SIZE).fill(2);

/**
 * What each evaluation is charged once for a pattern: for its program, and for the characters about
 * which its sets are asked. What earlier evaluations have left behind is charged as well, so that a
 * verdict does not depend on them.
 */
export class FirstCharges {
  readonly #instructions: number;
  readonly #literals: number;
  readonly #classCount: number;
  readonly #perAnswer: number;
  #budget: WeakRef<StepBudget> | undefined;
  /** The characters that this evaluation has met, by page: 1 for each that is new, 2 for others. */
  readonly #pages = new Map<number, Uint8Array>();
  /** The number of pages that all evaluations together have met since {@link areMany} was last true. */
  #read = 0;

  constructor(programs: readonly PatternProgram[]) {
    const size = programs.reduce((sum, { instructions }) => sum + instructions.length, 0);
    this.#instructions = size * STEPS_PER_INSTRUCTION;
    const sets = [...new Set(programs.flatMap((program) => program.sets))];
    const literalCount = sets.filter(({ isLiteral }) => isLiteral).length;
    this.#literals = literalCount * STEPS_PER_LITERAL;
    this.#classCount = sets.length - literalCount;
    this.#perAnswer = programs[0]?.keepsGroups === true ? STEPS_PER_QUESTION : STEPS_PER_ANSWER;
  }

  /** True if the budget is that of another evaluation than before, which is then charged. */
  begin(budget: StepBudget): boolean {
    if (this.#budget?.deref() === budget) return false;
    this.#budget = new WeakRef(budget);
    this.#pages.clear();
    budget.steps -= this.#instructions;
    return true;
  }

  /** True if so many pages were read since they were forgotten that they take much memory. */
  areMany(): boolean {
    const areMany = this.#read > 4 * MAX_PAGES;
    if (areMany) this.#read = 0;
    return areMany;
  }

  /** True if this evaluation has met so many pages that they are forgotten and charged anew. */
  areTooMany(): boolean {
    if (this.#pages.size <= MAX_PAGES) return false;
    this.#pages.clear();
    return true;
  }

  /** Charges for the characters of a text that this evaluation meets first, and lists them. */
  take(text: string, budget: StepBudget): readonly CharacterList[] {
    // eslint-disable-next-line no-control-regex
    const isPlain = !/[^\0-\xff]/u.test(text);
    budget.steps -= text.length >>> (isPlain ? 2 : 0);
    const lists: CharacterList[] = [];
    if (this.#pages.size === 0) {
      this.#pages.set(0, MET_PAGE);
      lists.push(FIRST_PAGE);
      budget.steps -= STEPS_PER_KINDS + this.#classCount * STEPS_PER_FIRST_PAGE + this.#literals;
    }
    if (!isPlain) lists.push(...this.#meet(text, budget));
    return lists;
  }

  #meet(text: string, budget: StepBudget): readonly CharacterList[] {
    const before = this.#pages.size;
    const numbers = new Set<number>();
    let last = 0;
    let page: Uint8Array = MET_PAGE;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xff_ff) at += 1;
      const number = code >>> 8;
      if (number !== last) page = this.#toPage(number);
      last = number;
      if (page[code & 0xff] !== 0) continue;
      page[code & 0xff] = 1;
      numbers.add(number);
    }
    const codes: number[] = [];
    for (const number of sortPages(numbers)) {
      const met = this.#toPage(number);
      for (let at = 0; at < PAGE_SIZE; at += 1) {
        if (met[at] !== 1) continue;
        met[at] = 2;
        codes.push(number * PAGE_SIZE + at);
      }
    }
    const count = codes.length;
    if (count === 0) return [];
    const ranges = Math.min(count, MAX_RANGES) * STEPS_PER_RANGE;
    budget.steps -= this.#classCount * (count * this.#perAnswer + ranges) + this.#literals;
    budget.steps -= count * STEPS_PER_CHARACTER + (this.#pages.size - before) * STEPS_PER_PAGE;
    return [new CharacterList(codes)];
  }

  #toPage(number: number): Uint8Array {
    const met = this.#pages.get(number) ?? new Uint8Array(PAGE_SIZE);
    if (this.#pages.has(number)) return met;
    this.#pages.set(number, met);
    this.#read += 1;
    return met;
  }
}
