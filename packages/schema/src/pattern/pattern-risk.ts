import { createHostMatcher, isFastOnHost, MAX_JUDGE_STEPS } from './host-matcher.ts';
import { type Expression, judgeExpression } from './judge-expression.ts';
import { listPages } from './pattern-alphabet.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import { isBacktracked, isMatchedByHost } from './pattern-matcher.ts';
import { type PatternPart, readPattern, type Repetition } from './pattern-part.ts';
import { createPatternProgram, type PatternProgram } from './pattern-program.ts';

/**
 * Why the steps of a check may not suffice for a text: the pattern needs a program that is too
 * long, or states without end, looks far from many places, refers to its groups, or is run by the
 * engine of the host, which tries its many ways.
 */
export type PatternRisk = 'program' | 'states' | 'looks' | 'references' | 'ways';

/** Options of {@link findPatternRisk}: the texts that the pattern meets. */
export interface PatternRiskOptions {
  /** The most characters of a text. Default: no limit. */
  readonly maxLength?: number;
}

/** The steps that states may take, of the 20 million of a check; a long text takes the others. */
const STEPS_OF_STATES = 18_000_000;

/** The steps that one text of a limited length may take, so that a check has enough for ten of them. */
const STEPS_OF_TEXT = 2_000_000;

/** The steps of a turn of the matcher that tries ways. */
const [STEPS_PER_TURN, STEPS_PER_HOST_TURN] = [15, 5];

/** The steps of a place of a state. */
const STEPS_PER_PLACE = 12;

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
  if (!isBacktracked(program)) {
    return hasFewStates(program, { pattern, maxLength }) ? undefined : 'states';
  }
  const { part } = readPattern(pattern);
  const settings = { maxLength, isAnchored: program.isAnchored };
  const isShort = program.keepsGroups
    ? STEPS_PER_TURN * countTurns(part, settings) <= STEPS_OF_TEXT
    : looksFewTimes(part, settings);
  if (isShort || isFastOnHost({ source: pattern, flags: 'u' })) return undefined;
  return program.keepsGroups ? 'references' : 'looks';
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

/** True if texts of a length that take a library the longest, by its automaton, take few steps. */
function endsForWorst({ source, flags }: Expression, maxLength: number): boolean {
  const verdict = judgeExpression({ source, flags }, { maxSteps: MAX_JUDGE_STEPS });
  if (maxLength > MAX_TRIED || verdict.kind !== 'slow') return false;
  const { prefix, pump } = verdict;
  const repeated = `${prefix}${pump.repeat(Math.ceil(maxLength / pump.length))}`;
  const matcher = createHostMatcher([{ source, flags }]);
  return ['', '\0', '\n', 'a'].every((end) => {
    const meter = { steps: STEPS_OF_TEXT };
    matcher.test(`${repeated.slice(0, maxLength)}${end}`, meter);
    return meter.steps >= 0;
  });
}

interface StateOptions {
  readonly pattern: string;
  readonly maxLength: number;
}

/** Characters of many scripts, and of those that classes treat in a way of their own. */
const SAMPLES = 'aſKяא٣字ああ가\u2028\u{1D7D8}\u{10400}\u{1F600}\u{20000}';

const ESCAPED = /\\u\{([\da-f]+)\}|\\u([\da-f]{4})/giu;

function hasFewStates(program: PatternProgram, { pattern, maxLength }: StateOptions): boolean {
  const { instructions, sets } = program;
  const stepsPerState =
    STEPS_PER_PLACE * (instructions.length + (instructions.length >>> 5) + sets.length);
  if (maxLength * stepsPerState <= STEPS_OF_TEXT) return true;
  const escaped = Array.from(pattern.matchAll(ESCAPED), ([, long, short]) =>
    String.fromCodePoint(Math.min(Number.parseInt(long ?? short ?? '0', 16), 0x10_ff_ff)),
  );
  const pages = listPages(`${SAMPLES}${pattern}${escaped.join('')}`);
  return new PatternAutomaton(program).explore(pages, { steps: STEPS_OF_STATES });
}

interface TextOptions {
  readonly maxLength: number;
  /** True if only a match at the beginning of the text counts. */
  readonly isAnchored: boolean;
}

/** The work of trying all ways through a part from one place. */
interface Work {
  readonly turns: number;
  readonly ways: number;
}

/** Estimates the turns of trying all ways through a text. */
function countTurns(part: PatternPart, { maxLength, isAnchored }: TextOptions): number {
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
        (before, one) => {
          const next = measureWork(one, maxLength);
          return { turns: before.turns + before.ways * next.turns, ways: before.ways * next.ways };
        },
        { turns: 0, ways: 1 },
      );
    }
    case 'choice': {
      return part.parts.reduce<Work>(
        (before, one) => {
          const next = measureWork(one, maxLength);
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

/** A look of a pattern, and the most places from which it looks. */
interface PlacedLook {
  readonly part: PatternPart;
  readonly places: number;
}

/**
 * True if no look reads far from many places, so that the time grows as the text does, or if all
 * looks together take few steps for texts of the length.
 */
function looksFewTimes(part: PatternPart, { maxLength, isAnchored }: TextOptions): boolean {
  const looks = listLooks(part, isAnchored ? 0 : Number.POSITIVE_INFINITY);
  const isFar = (look: PlacedLook): boolean => {
    const length = measureLength(look.part);
    const inner = listLooks(look.part, 0);
    return (
      inner.some(isFar) ||
      (look.places === Number.POSITIVE_INFINITY &&
        (length === Number.POSITIVE_INFINITY || inner.some((one) => readsFar(one.part))))
    );
  };
  if (!looks.some(isFar)) return true;
  const count = ({ part: own, places }: PlacedLook): number => {
    const reads = countParts(own) * (Math.min(measureLength(own), maxLength) + 1);
    const inner = listLooks(own, 0).reduce((sum, one) => sum + count(one), 0);
    return Math.min(places, maxLength + 1) * (reads + inner);
  };
  const turns = looks.reduce((sum, one) => sum + count(one), countParts(part) * (maxLength + 1));
  return STEPS_PER_TURN * turns <= STEPS_OF_TEXT;
}

function readsFar(part: PatternPart): boolean {
  return (
    measureLength(part) === Number.POSITIVE_INFINITY ||
    listLooks(part, 0).some((one) => readsFar(one.part))
  );
}

/**
 * Lists the outermost looks of a part. `before` is the most characters that stand between the
 * beginning and the part.
 */
function listLooks(part: PatternPart, before: number): readonly PlacedLook[] {
  switch (part.kind) {
    case 'look': {
      return [{ part: part.part, places: before + 1 }];
    }
    case 'sequence': {
      let reached = before;
      return part.parts.flatMap((one) => {
        const found = listLooks(one, reached);
        reached += measureLength(one);
        return found;
      });
    }
    case 'choice': {
      return part.parts.flatMap((one) => listLooks(one, before));
    }
    case 'group': {
      return listLooks(part.part, before);
    }
    case 'repetition': {
      return listLooks(part.part, before + measureLength(part));
    }
    case 'character':
    case 'edge':
    case 'reference': {
      return [];
    }
  }
}

/** The most characters that a part reads, without those that it only looks at. */
function measureLength(part: PatternPart): number {
  switch (part.kind) {
    case 'character': {
      return 1;
    }
    case 'sequence': {
      return part.parts.reduce((sum, one) => sum + measureLength(one), 0);
    }
    case 'choice': {
      return Math.max(...part.parts.map(measureLength));
    }
    case 'group': {
      return measureLength(part.part);
    }
    case 'repetition': {
      const once = measureLength(part.part);
      return once === 0 ? 0 : once * part.most;
    }
    case 'reference': {
      return Number.POSITIVE_INFINITY;
    }
    case 'edge':
    case 'look': {
      return 0;
    }
  }
}

/** Counts the turns of going through a part once, in all its ways. */
function countParts(part: PatternPart): number {
  if (part.kind === 'look') return 2;
  if ('parts' in part) return part.parts.reduce((sum, one) => sum + countParts(one), 2);
  if (part.kind !== 'repetition') return 'part' in part ? countParts(part.part) + 2 : 1;
  const { least, most } = part;
  const copies = most === Number.POSITIVE_INFINITY ? least + 1 : most;
  return copies * (countParts(part.part) + 2) + 1;
}
