import { listSamples } from './character-samples.ts';
import { createHostMatcher, isFastOnHost, MAX_JUDGE_STEPS } from './host-matcher.ts';
import {
  type Expression,
  judgeExpression,
  listTextStarts,
  repeatPump,
  type TextStart,
} from './judge-expression.ts';
import { isMatchedByHost, type PatternMatcher } from './pattern-matcher.ts';
import { type PatternPart, readPattern, type Repetition } from './pattern-part.ts';
import { createPatternProgram } from './pattern-program.ts';
import { findStateRisk, STEPS_OF_CHECK } from './state-risk.ts';

/**
 * Why the steps of a check may not suffice for a text: the pattern needs a program that is too
 * long, or states without end, joins many looks, refers to its groups, or is run by the
 * engine of the host, which tries its many ways.
 */
export type PatternRisk = 'program' | 'states' | 'looks' | 'references' | 'ways';

/** Options of {@link findPatternRisk}: the texts that the pattern meets. */
export interface PatternRiskOptions {
  /** The most characters of a text. Default: no limit. */
  readonly maxLength?: number;
}

/** The longest text that a request has room for, unless an agent allows longer ones. */
const LONGEST_TEXT = 1_000_000;

/** The steps that one text of a limited length may take, so that a check has enough for ten of them. */
const STEPS_OF_TEXT = 2_000_000;

/** The steps of a turn of the matcher that tries ways. */
const [STEPS_PER_TURN, STEPS_PER_HOST_TURN] = [15, 5];

/**
 * Finds out why a valid regular expression (flag `u`) may take more steps than a check has, where
 * it is matched here; `undefined` if its time grows in proportion to the text, or its
 * texts are too short to take long.
 */
export function findPatternRisk(
  pattern: string,
  { maxLength = Number.POSITIVE_INFINITY }: PatternRiskOptions = {},
): PatternRisk | undefined {
  if (isMatchedByHost(pattern)) return undefined;
  const program = createPatternProgram(pattern);
  if (program === undefined) return 'program';
  if (!program.keepsGroups) {
    const length = Math.min(maxLength, LONGEST_TEXT);
    return findStateRisk(program, {
      characters: listSamples(pattern),
      length,
      few: STEPS_OF_TEXT,
    });
  }
  const settings = { maxLength, isAnchored: program.isAnchored };
  const isShort = STEPS_PER_TURN * countTurns(readPattern(pattern).part, settings) <= STEPS_OF_TEXT;
  return isShort ? undefined : 'references';
}

/** Finds out whether an expression may take too many steps where the engine of the host runs it. */
export function findHostRisk(
  expression: Expression,
  { maxLength = Number.POSITIVE_INFINITY }: PatternRiskOptions = {},
): PatternRisk | undefined {
  if (isFastOnHost(expression)) return undefined;
  const { part } = readPattern(expression.source, expression.flags);
  const turns = countTurns(part, { maxLength, isAnchored: false });
  if (STEPS_PER_HOST_TURN * turns <= STEPS_OF_TEXT) return undefined;
  return endsForWorst(expression, maxLength) ? undefined : 'ways';
}

/** The longest texts that are tried. */
const MAX_TRIED = 20_000;

/** The last characters of texts: a match fails at some of them, after all its ways were tried. */
const LAST = ['', '\0', '\n', 'a', '!'];

/** Longer ends, for matches whose last parts, such as `[^a]?`, take any one character. */
const LONGER = [2, 8].flatMap((count) => LAST.slice(1).map((end) => end.repeat(count)));

/** The texts that are tried in their full length, of those that take the longest when they are shorter. */
const TRIED = 4;

/** True if the texts of a length that take a library the longest, as far as is known, take few steps. */
function endsForWorst({ source, flags }: Expression, maxLength: number): boolean {
  const verdict = judgeExpression({ source, flags }, { maxSteps: MAX_JUDGE_STEPS });
  const isLong = maxLength > MAX_TRIED;
  if (verdict.kind === 'undecided' || (verdict.kind === 'slow' && isLong)) return false;
  const starts = listTextStarts({ source, flags });
  if (starts === undefined) return false;
  const matcher = createHostMatcher([{ source, flags }]);
  const length = Math.min(maxLength, MAX_TRIED);
  // A value may have several texts that repeat one thing, but hardly two that were made to take long.
  if (verdict.kind === 'slow') {
    for (const { steps } of tryEnds(matcher, verdict, length)) {
      if (steps > STEPS_OF_TEXT) return false;
    }
  }
  const trials: Trial[] = [];
  for (const start of starts) {
    for (const trial of tryEnds(matcher, start, Math.ceil(length / 4))) {
      if (trial.steps > STEPS_OF_CHECK) return false;
      trials.push(trial);
    }
  }
  const longest = trials.toSorted((a, b) => b.steps - a.steps).slice(0, TRIED);
  return longest.every((trial) => tryText(matcher, trial, length).steps <= STEPS_OF_CHECK);
}

/** A text that was tried. */
interface Trial {
  readonly start: TextStart;
  readonly last: string;
  readonly steps: number;
  readonly isMatch: boolean;
}

/** Tries the ends behind a start, until a match that took the longest has failed. */
function* tryEnds(matcher: PatternMatcher, start: TextStart, length: number): Generator<Trial> {
  let longest: Trial | undefined;
  for (const last of LAST) {
    const trial = tryText(matcher, { start, last }, length);
    if (longest === undefined || trial.steps > longest.steps) longest = trial;
    yield trial;
  }
  if (longest?.isMatch !== true) return;
  for (const last of LONGER) yield tryText(matcher, { start, last }, length);
}

function tryText(
  matcher: PatternMatcher,
  { start, last }: Pick<Trial, 'start' | 'last'>,
  length: number,
): Trial {
  const budget = { steps: STEPS_OF_CHECK };
  const text = `${repeatPump(start, Math.max(length - last.length, 0))}${last}`;
  const isMatch = matcher.test(text, budget);
  const steps = budget.steps < 0 ? Number.POSITIVE_INFINITY : STEPS_OF_CHECK - budget.steps;
  return { start, last, steps, isMatch };
}

/** The work of trying all ways through a part from one place. */
interface Work {
  readonly turns: number;
  readonly ways: number;
}

/** Estimates the turns of trying all ways through a text. */
function countTurns(
  part: PatternPart,
  {
    maxLength,
    isAnchored,
  }: {
    readonly maxLength: number;
    /** True if only a match at the beginning of the text counts. */
    readonly isAnchored: boolean;
  },
): number {
  const { turns } = measureWork(part, maxLength);
  return isAnchored ? turns : turns * (maxLength + 1);
}

function measureWork(part: PatternPart, maxLength: number): Work {
  switch (part.kind) {
    case 'character':
    case 'edge': {
      return { turns: 1, ways: 1 };
    }
    case 'reference': {
      return { turns: 1 + maxLength / STEPS_PER_TURN, ways: 1 };
    }
    case 'group': {
      const { turns, ways } = measureWork(part.part, maxLength);
      return { turns: turns + 2, ways };
    }
    case 'look': {
      return { turns: 2 + measureWork(part.part, maxLength).turns, ways: 1 };
    }
    case 'sequence': {
      return part.parts.reduce<Work>(
        (before, child) => {
          const next = measureWork(child, maxLength);
          return { turns: before.turns + before.ways * next.turns, ways: before.ways * next.ways };
        },
        { turns: 0, ways: 1 },
      );
    }
    case 'choice': {
      return part.parts.reduce<Work>(
        (before, child) => {
          const next = measureWork(child, maxLength);
          return { turns: before.turns + next.turns + 2, ways: before.ways + next.ways };
        },
        { turns: 0, ways: 0 },
      );
    }
    case 'repetition': {
      return repeatWork(measureWork(part.part, maxLength), part, maxLength);
    }
  }
}

/** The work of a repetition: each round begins on every way of the one before. */
function repeatWork(once: Work, { least, most }: Repetition, maxLength: number): Work {
  // What matches nothing is repeated as often as it must, and no more.
  const rounds = Math.max(Math.min(most, maxLength), least);
  if (once.ways === 1) return { turns: rounds * (once.turns + 4) + 1, ways: rounds - least + 1 };
  let [turns, ways, begun] = [1, least === 0 ? 1 : 0, 1];
  for (let round = 1; round <= rounds; round += 1) {
    turns += begun * (once.turns + 4);
    begun *= once.ways;
    if (round >= least) ways += begun;
    if (turns > STEPS_OF_TEXT) return { turns: Number.POSITIVE_INFINITY, ways: turns };
  }
  return { turns, ways };
}
