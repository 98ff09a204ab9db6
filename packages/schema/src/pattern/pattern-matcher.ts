import { FirstCharges } from './first-charges.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import { createPatternProgram, listPrograms, type ProgramOptions } from './pattern-program.ts';
import { runPattern } from './pattern-run.ts';
import { isTooLongPattern } from './pattern-size.ts';
import type { StepBudget } from './step-budget.ts';
import { toUnicodePattern } from './unicode-pattern.ts';
import { weighPattern } from './weigh-pattern.ts';

/** A pattern that is ready to be matched with texts. */
export interface PatternMatcher {
  /** The regular expression, which messages name. */
  readonly pattern: string;
  /**
   * True if some part of the text matches. Takes away the steps that it needs; if they do not
   * suffice, fewer than 0 are left, and the verdict means nothing. Each evaluation has a budget of
   * its own.
   */
  test(text: string, budget: StepBudget): boolean;
}

/** Matches texts here; the verdict is `undefined` if the steps do not suffice. */
type Run = (text: string, budget: StepBudget) => boolean | undefined;

/**
 * The most looks at one character for which the engine of the host matches a pattern. A check has
 * enough steps for a text of a million characters.
 */
const MAX_WEIGHT = 16;

/** Matches short patterns in which nothing repeats and nothing is grouped. */
const WITHOUT_REPETITION = /^[^*+?{(]{0,64}$/u;

/**
 * Makes the matcher of a pattern that is a regular expression (flag `u`) or is written as one
 * ({@link toUnicodePattern}). The verdicts are those of the engine
 * of the host, which also matches patterns whose time is surely in proportion to the text. All
 * others are matched here, and their steps are counted, so that the verdict is the same everywhere.
 */
export function createPatternMatcher(pattern: string): PatternMatcher {
  const unicodePattern = toUnicodePattern(pattern);
  const weight = toHostWeight(unicodePattern);
  if (weight !== undefined) {
    const expression = new RegExp(unicodePattern, 'u');
    return {
      pattern,
      test(text, budget) {
        budget.steps -= text.length * weight;
        return budget.steps >= 0 && expression.test(text);
      },
    };
  }
  return { ...createCountedMatcher(unicodePattern), pattern };
}

/**
 * Makes the matcher of a valid regular expression (flag `u`) whose steps are counted, though they
 * may grow faster than the text if they are those of the engine of the host.
 */
export function createCountedMatcher(pattern: string, options?: ProgramOptions): PatternMatcher {
  const compiled: { run?: Run | undefined } = {};
  return {
    pattern,
    test(text, budget) {
      compiled.run ??= createRun(pattern, options);
      const { run } = compiled;
      const isMatch = run?.(text, budget);
      if (isMatch === undefined) budget.steps = -1;
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
  const sets = programs.flatMap((part) => part.sets);
  const forget = (): void => {
    automaton?.forget();
    for (const set of sets) set.forget();
  };
  return (text, budget) => {
    if (charges.begin(budget)) {
      automaton?.begin();
      if (charges.areMany()) forget();
    }
    const lists = charges.take(text, budget);
    if (budget.steps < 0) return undefined;
    for (const list of lists) automaton?.read(list);
    const isMatch =
      automaton === undefined ? runPattern(program, text, budget) : automaton.test(text, budget);
    if (charges.areTooMany()) forget();
    return isMatch;
  };
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
