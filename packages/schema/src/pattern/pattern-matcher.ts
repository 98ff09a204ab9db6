import { PatternAutomaton } from './pattern-automaton.ts';
import { createPatternProgram, isTooLongPattern } from './pattern-program.ts';
import { runPattern } from './pattern-run.ts';
import type { StepMeter } from './step-meter.ts';
import { weighPattern } from './weigh-pattern.ts';

/** A pattern that is ready to be matched with texts. */
export interface PatternMatcher {
  /**
   * True if some part of the text matches. Takes away the steps that it needs; if they do not
   * suffice, fewer than 0 are left, and the verdict means nothing.
   */
  test(text: string, meter: StepMeter): boolean;
}

/** The most looks at one character for which the engine of the host matches a pattern. */
const MAX_WEIGHT = 64;

/** Matches short patterns in which nothing repeats and nothing is grouped. */
const WITHOUT_REPETITION = /^[^*+?{(]{0,64}$/u;

/**
 * Makes the matcher of a valid regular expression (flag `u`). The verdicts are those of the engine
 * of the host, which also matches patterns whose time is surely in proportion to the text. All
 * others are matched here, and their steps are counted, so that the verdict is the same everywhere.
 */
export function createPatternMatcher(pattern: string): PatternMatcher {
  if (isHostPattern(pattern)) {
    const expression = new RegExp(pattern, 'u');
    return {
      test(text, meter) {
        meter.steps -= text.length >>> 3;
        return expression.test(text);
      },
    };
  }
  let run: ReturnType<typeof createRun>;
  return {
    test(text, meter) {
      run ??= createRun(pattern);
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
export function createRun(
  pattern: string,
): ((text: string, meter: StepMeter) => boolean | undefined) | undefined {
  const program = createPatternProgram(pattern);
  if (program === undefined) return undefined;
  if (program.hasReferences || program.hasLooks) {
    return (text, meter) => runPattern(program, text, meter);
  }
  const automaton = new PatternAutomaton(program);
  return (text, meter) => automaton.test(text, meter);
}

/** True if the engine of the host matches the pattern. */
function isHostPattern(pattern: string): boolean {
  return WITHOUT_REPETITION.test(pattern) || weighPattern(pattern) <= MAX_WEIGHT;
}

/** True if the pattern cannot be matched, because it repeats too much. */
export function isUnmatchable(pattern: string): boolean {
  return !isHostPattern(pattern) && isTooLongPattern(pattern);
}
