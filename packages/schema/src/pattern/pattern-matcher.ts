import { listPages } from './pattern-alphabet.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import {
  createPatternProgram,
  isTooLongPattern,
  listPrograms,
  type PatternProgram,
  type ProgramOptions,
} from './pattern-program.ts';
import { runPattern } from './pattern-run.ts';
import type { StepMeter } from './step-meter.ts';
import { weighPattern } from './weigh-pattern.ts';

/** A pattern that is ready to be matched with texts. */
export interface PatternMatcher {
  /** The regular expression, which messages name. */
  readonly pattern: string;
  /**
   * True if some part of the text matches. Takes away the steps that it needs; if they do not
   * suffice, fewer than 0 are left, and the verdict means nothing. Each evaluation has a meter of
   * its own.
   */
  test(text: string, meter: StepMeter): boolean;
}

/** Matches texts here; the verdict is `undefined` if the steps do not suffice. */
type Run = (text: string, meter: StepMeter) => boolean | undefined;

/** The most looks at one character for which the engine of the host matches a pattern. */
const MAX_WEIGHT = 64;

/** Matches short patterns in which nothing repeats and nothing is grouped. */
const WITHOUT_REPETITION = /^[^*+?{(]{0,64}$/u;

/** The steps for each instruction of a program, which is written when a text first needs it. */
const STEPS_PER_INSTRUCTION = 60;

/** The steps to ask the engine of the host which characters of a page are in a set. */
const STEPS_PER_PAGE = 3000;

/** The most pages of characters that are remembered between texts. */
const MAX_PAGES = 1024;

/** The steps to find out that a page lacks the one character of a set. */
const STEPS_PER_LITERAL_PAGE = 12;

/** The steps to tell the characters of a page apart. */
const STEPS_PER_KINDS = 1000;

/**
 * Makes the matcher of a valid regular expression (flag `u`). The verdicts are those of the engine
 * of the host, which also matches patterns whose time is surely in proportion to the text. All
 * others are matched here, and their steps are counted, so that the verdict is the same everywhere.
 */
export function createPatternMatcher(pattern: string): PatternMatcher {
  const weight = toHostWeight(pattern);
  if (weight !== undefined) {
    const expression = new RegExp(pattern, 'u');
    return {
      pattern,
      test(text, meter) {
        meter.steps -= text.length * weight;
        return meter.steps >= 0 && expression.test(text);
      },
    };
  }
  return createCountedMatcher(pattern);
}

/**
 * Makes the matcher of a valid regular expression (flag `u`) whose steps are counted, though they
 * may grow faster than the text if they are those of the engine of the host.
 */
export function createCountedMatcher(pattern: string, options?: ProgramOptions): PatternMatcher {
  let run: Run | undefined;
  return {
    pattern,
    test(text, meter) {
      run ??= createRun(pattern, options);
      const isMatch = run?.(text, meter);
      if (isMatch === undefined) meter.steps = -1;
      return isMatch === true;
    },
  };
}

/** The steps for one text of which no validation keeps account, such as a name: some milliseconds. */
const STEPS_PER_TEXT = 1_000_000;

/**
 * Makes the test of a valid regular expression (flag `u`) that takes a limited time for any text. A
 * text for which the steps do not suffice does not match.
 */
export function createLimitedTest(pattern: string): (text: string) => boolean {
  const matcher = createPatternMatcher(pattern);
  return (text) => matcher.test(text, { steps: STEPS_PER_TEXT });
}

/**
 * Makes the function that matches a pattern here; its verdict is `undefined` if the steps do not
 * suffice. `undefined` if the pattern repeats too much.
 */
export function createRun(pattern: string, options?: ProgramOptions): Run | undefined {
  const program = createPatternProgram(pattern, options);
  if (program === undefined) return undefined;
  const automaton = program.keepsGroups ? undefined : new PatternAutomaton(program);
  const programs = listPrograms(program);
  const charges = new FirstCharges(programs);
  const forget = (): void => {
    automaton?.forgetPages();
    for (const set of programs.flatMap(({ sets }) => sets)) set.forget();
  };
  return (text, meter) => {
    const pages = listPages(text);
    meter.steps -= text.length >>> (pages.length > 1 ? 0 : 2);
    if (charges.begin(meter)) {
      automaton?.begin();
      if (charges.areMany()) forget();
    }
    charges.take(pages, meter);
    if (meter.steps < 0) return undefined;
    const isMatch =
      automaton === undefined
        ? runPattern(program, text, meter)
        : automaton.test(text, pages, meter);
    if (charges.areTooMany()) forget();
    return isMatch;
  };
}

/**
 * What each evaluation is charged once for a pattern: for its program, and for the pages of
 * characters that it is asked about. What earlier evaluations have left behind is charged as well,
 * so that a verdict does not depend on them.
 */
class FirstCharges {
  readonly #instructions: number;
  readonly #page: number;
  #meter: WeakRef<StepMeter> | undefined;
  readonly #pages = new Set<number>();
  /** The pages that evaluations were charged for since the pages were forgotten. */
  #read = 0;

  constructor(programs: readonly PatternProgram[]) {
    const size = programs.reduce((sum, { instructions }) => sum + instructions.length, 0);
    this.#instructions = size * STEPS_PER_INSTRUCTION;
    const sets = new Set(programs.flatMap((program) => program.sets));
    this.#page = [...sets].reduce(
      (sum, { isLiteral }) => sum + (isLiteral ? STEPS_PER_LITERAL_PAGE : STEPS_PER_PAGE),
      STEPS_PER_KINDS,
    );
  }

  /** True if the meter is that of another evaluation than before, which is then charged. */
  begin(meter: StepMeter): boolean {
    if (this.#meter?.deref() === meter) return false;
    this.#meter = new WeakRef(meter);
    this.#pages.clear();
    meter.steps -= this.#instructions;
    return true;
  }

  /** True if so many pages were read since they were forgotten that they take much memory. */
  areMany(): boolean {
    const areMany = this.#read > 4 * MAX_PAGES;
    if (areMany) this.#read = 0;
    return areMany;
  }

  /** True if this evaluation was charged for so many pages that they are forgotten and charged anew. */
  areTooMany(): boolean {
    if (this.#pages.size <= MAX_PAGES) return false;
    this.#pages.clear();
    return true;
  }

  take(pages: readonly number[], meter: StepMeter): void {
    for (const page of pages) {
      if (this.#pages.has(page)) continue;
      this.#pages.add(page);
      this.#read += 1;
      meter.steps -= this.#page;
    }
  }
}

/**
 * The looks at each character with which the engine of the host matches the pattern; `undefined` if
 * it does not.
 */
function toHostWeight(pattern: string): number | undefined {
  const weight = WITHOUT_REPETITION.test(pattern) ? 1 : weighPattern(pattern);
  return weight <= MAX_WEIGHT ? weight : undefined;
}

/** True if the engine of the host matches the pattern, because it looks few times at a character. */
export function isMatchedByHost(pattern: string): boolean {
  return toHostWeight(pattern) !== undefined;
}

/** True if the pattern cannot be matched, because it repeats too much. */
export function isUnmatchable(pattern: string): boolean {
  return !isMatchedByHost(pattern) && isTooLongPattern(pattern);
}
