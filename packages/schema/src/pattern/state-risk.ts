import type { CharacterList } from './character-list.ts';
import { MAX_SYMBOLS } from './lookaround-symbols.ts';
import type { PatternAlphabet } from './pattern-alphabet.ts';
import type { PatternProgram } from './pattern-program.ts';
import { countMarkSteps } from './pattern-states.ts';
import {
  createAlphabet,
  listReadings,
  ProgramPositions,
  type ProgramContext,
  UNKNOWN,
} from './program-positions.ts';
import { MAX_PLACES } from './state-memory.ts';
import type { StepBudget } from './step-budget.ts';

/** The steps of a check. */
export const STEPS_OF_CHECK = 20_000_000;

/** The most steps that states may take. */
const STEPS_OF_STATES = 18_000_000;

/** Options of {@link findStateRisk}: the texts that the program meets. */
export interface StateRiskOptions {
  /** Their characters. */
  readonly characters: CharacterList;
  /** The most characters of a text. */
  readonly length: number;
  /** The steps that the states of one program may always take. */
  readonly few: number;
}

/**
 * Finds out why a program without references may take more steps for a text than a check has: for
 * states, or because so many looks meet that their verdicts are not numbered.
 */
export function findStateRisk(
  program: PatternProgram,
  { characters, length, few }: StateRiskOptions,
): 'states' | 'looks' | undefined {
  const readings = listReadings(program);
  const stepsLeft = STEPS_OF_CHECK - countStepsPerCharacter(readings) * length;
  if (stepsLeft < 0) return 'looks';
  const budget = { steps: Math.min(stepsLeft, STEPS_OF_STATES) };
  const alphabet = createAlphabet(readings);
  alphabet.read(characters);
  const room = { places: 0 };
  for (const reading of readings) {
    const places = new ProgramPositions(reading, alphabet);
    const most = countMostSteps(places, { length, few });
    if (most <= few) budget.steps -= most;
    else if (!explore({ reading, places, alphabet }, budget, room)) return 'states';
    else if (mayHaveManySymbols(reading, alphabet)) return 'looks';
    if (budget.steps < 0) return 'states';
  }
  return undefined;
}

/** Counts the most steps for each character of a text, besides those for states. */
function countStepsPerCharacter(readings: readonly ProgramContext[]): number {
  if (!readings.some(({ marksAll }) => marksAll)) return 1 + readings.length;
  return readings.reduce((sum, { program }) => sum + countMarkSteps(program.looks.length), 2);
}

/** Counts the most steps that the states of a text may take; `Infinity` if they are more than few. */
function countMostSteps(
  program: ProgramPositions,
  { length, few }: Pick<StateRiskOptions, 'length' | 'few'>,
): number {
  let total = 0;
  let places: Int32Array = Int32Array.of(0);
  for (let at = 0; at <= length && places.length > 0; at += 1) {
    if (total > few) return Number.POSITIVE_INFINITY;
    const { steps } = program.close(places);
    const next = program.take();
    if (next.join() === places.join()) return total + steps * (length + 1 - at);
    total += steps;
    places = next;
  }
  return total;
}

/**
 * Makes the states of all texts whose characters were read, for all verdicts of looks: false if the
 * steps do not suffice, or the states are more than are remembered.
 */
function explore(
  {
    reading,
    places,
    alphabet,
  }: {
    readonly reading: ProgramContext;
    readonly places: ProgramPositions;
    readonly alphabet: PatternAlphabet;
  },
  budget: StepBudget,
  room: { places: number },
): boolean {
  const unknown = new Uint8Array(reading.program.looks.length).fill(UNKNOWN);
  const visited = new Set<string>();
  const states = [{ at: Int32Array.of(0), last: 0 }];
  for (const { at, last } of states) {
    for (let kind = 1; kind < alphabet.samples.length; kind += 1) {
      const waiting = [unknown];
      for (let verdicts = waiting.pop(); verdicts !== undefined; verdicts = waiting.pop()) {
        const { pendingLook, isMatch, steps } = places.close(at, { last, kind, verdicts });
        budget.steps -= steps;
        if (budget.steps < 0 || room.places > MAX_PLACES) return false;
        if (pendingLook >= 0) {
          waiting.push(verdicts.with(pendingLook, 0), verdicts.with(pendingLook, 1));
          continue;
        }
        if (isMatch && !reading.marksAll) continue;
        const next = { at: Int32Array.from(places.take()), last: places.findAlike(kind) };
        const key = `${next.last} ${next.at.join()}`;
        if (next.at.length === 0 || visited.has(key)) continue;
        visited.add(key);
        states.push(next);
        room.places += places.measure(next.at);
      }
    }
  }
  return true;
}

/** True if positions may have more symbols than are numbered. */
function mayHaveManySymbols({ program }: ProgramContext, { samples }: PatternAlphabet): boolean {
  // What stands at the beginning has a verdict at one position only.
  const count = program.looks.filter(({ from }) => from !== 'start').length;
  return count > 0 && samples.length * 2 ** count > MAX_SYMBOLS;
}
