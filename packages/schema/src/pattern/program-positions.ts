import { CharacterSet } from './character-set.ts';
import {
  CHARACTER,
  EDGE,
  type FlatProgram,
  JUMP,
  PEEK,
  PlaceSet,
  SPLIT,
  toFlatProgram,
  VERDICT,
} from './flat-program.ts';
import { PatternAlphabet } from './pattern-alphabet.ts';
import { isEdge } from './pattern-edge.ts';
import { listPrograms, type PatternProgram } from './pattern-program.ts';

/** The steps for each instruction that is looked at. */
const STEPS_PER_PLACE = 12;

/** A verdict of which nothing is known. */
export const UNKNOWN = 2;

const LINE_END = String.raw`[\n\r\u2028\u2029]`;

/** A position of a text, in the direction of reading. */
export interface Position {
  /** The kind of the character before, or an alike one; 0 where the reading begins. */
  readonly last: number;
  /** The kind of the character that is read next; 0 where the reading ends. */
  readonly kind: number;
  /** 1 for each look that matches at the position, or {@link UNKNOWN}. */
  readonly verdicts: Uint8Array;
}

const ANYWHERE: Position = { last: 0, kind: 0, verdicts: new Uint8Array(0) };

/** The result of {@link ProgramPositions.close}. */
export interface CloseResult {
  readonly isMatch: boolean;
  readonly steps: number;
  /** The look whose verdict is needed and unknown, or -1. */
  readonly pendingLook: number;
}

/** A program of a pattern or of its looks, and how it reads a text. */
export interface ProgramContext {
  readonly program: PatternProgram;
  /** True if it reads the text from its end. */
  readonly isBackward: boolean;
  /** True if every match counts, not only whether there is one. */
  readonly marksAll: boolean;
}

/** Lists the programs of a pattern and of its looks; the ones that others need stand before them. */
export function listReadings(pattern: PatternProgram): readonly ProgramContext[] {
  const programs = listPrograms(pattern);
  const looks = new Map(
    programs.flatMap((program) => program.looks.map((look) => [look.program, look.from])),
  );
  return programs.map((program) => {
    const from = looks.get(program) ?? 'start';
    return { program, isBackward: from === 'ahead', marksAll: from !== 'start' };
  });
}

/** Makes the alphabet of the characters that a pattern and its looks tell apart. */
export function createAlphabet(readings: readonly ProgramContext[]): PatternAlphabet {
  return new PatternAlphabet([
    ...new Set(readings.flatMap(({ program }) => listComparedSets(program))),
  ]);
}

/** Lists the sets of characters that a program tells apart. */
function listComparedSets(program: PatternProgram): readonly CharacterSet[] {
  const { instructions } = program;
  const sets = instructions.flatMap((instruction) =>
    instruction.kind === 'character' || instruction.kind === 'peek' ? [instruction.set] : [],
  );
  return [...new Set([...sets, ...listEdgeSets(program)])];
}

function listEdgeSets({ instructions }: PatternProgram): readonly CharacterSet[] {
  const words = instructions.flatMap((instruction) =>
    instruction.kind === 'edge' && !isAtEnds(instruction) ? [instruction.words] : [],
  );
  return words.length === 0 ? [] : [...words, new CharacterSet(LINE_END, '')];
}

/** True for a beginning or an end that only the whole text has. */
function isAtEnds({ sign, isMultiline }: { readonly sign: string; readonly isMultiline: boolean }) {
  return (sign === '^' || sign === '$') && !isMultiline;
}

/** The places of a program without references, and how characters lead from one to the next. */
export class ProgramPositions {
  readonly #reading: ProgramContext;
  readonly #alphabet: PatternAlphabet;
  readonly #flat: FlatProgram;
  readonly #visited: PlaceSet;
  readonly #next: PlaceSet;
  readonly #hits: Uint8Array;
  /** The places that are still to be looked at; each is in it at most twice. */
  readonly #waiting: Int32Array;
  /** The sets of characters before a position on which depends what follows. */
  readonly #setsBefore: readonly CharacterSet[];
  /** By kind: the first one that makes no difference where it stands before a position. */
  readonly #alike: number[] = [];
  readonly #sides = new Map<string, number>();

  constructor(reading: ProgramContext, alphabet: PatternAlphabet) {
    const { program, isBackward } = reading;
    const size = program.instructions.length;
    this.#reading = reading;
    this.#alphabet = alphabet;
    this.#flat = toFlatProgram(program, isBackward);
    this.#waiting = new Int32Array(2 * size + 2);
    this.#visited = new PlaceSet(size);
    this.#next = new PlaceSet(size);
    this.#hits = new Uint8Array(this.#flat.sets.length);
    const peeks = program.instructions.flatMap((instruction) =>
      instruction.kind === 'peek' && instruction.isBehind !== isBackward ? [instruction.set] : [],
    );
    this.#setsBefore = [...new Set([...peeks, ...listEdgeSets(program)])];
  }

  /** Returns the places for which a state counts, with those for its rows in the tables. */
  measure(places: Int32Array): number {
    return places.length + 10 + this.#flat.sets.length;
  }

  /** Finds the first kind that makes no difference where one stands before a position. */
  findAlike(kind: number): number {
    const cached = this.#alike[kind];
    if (cached !== undefined) return cached;
    const code = this.#alphabet.samples[kind] ?? 0;
    const side = this.#setsBefore.map((set) => Number(set.has(code))).join('');
    const alike = this.#sides.get(side) ?? kind;
    this.#sides.set(side, alike);
    this.#alike[kind] = alike;
    return alike;
  }

  /** Takes the places that were found behind the next character, in ascending order. */
  take(): Int32Array {
    if (!this.#reading.program.isAnchored) this.#next.add(0);
    return this.#next.take();
  }

  /**
   * Finds the places behind the characters that some places wait for. It is a match if no other
   * character is needed. Without a position, all places that any text leads to.
   */
  close(places: Int32Array, position?: Position): CloseResult {
    const { last, kind: nextKind, verdicts } = position ?? ANYWHERE;
    const { samples } = this.#alphabet;
    const [before, sample] = [samples[last], samples[nextKind]];
    const isAny = position === undefined;
    const { kinds, first, second, sets } = this.#flat;
    const [visited, next, waiting] = [this.#visited, this.#next, this.#waiting];
    const hits = sample === undefined ? undefined : this.#toHits(sample);
    let count = sets.length;
    let isMatch = false;
    visited.clear();
    next.clear();
    for (const start of places) {
      waiting[0] = start;
      for (let depth = 1; depth > 0;) {
        depth -= 1;
        const at = waiting[depth] ?? 0;
        if (!visited.add(at)) continue;
        count += 1;
        const kind = kinds[at];
        const to = first[at] ?? 0;
        const operand = second[at] ?? 0;
        let goesOn = false;
        if (kind === CHARACTER) {
          if (isAny || hits?.[to] === 1) next.add(at + 1);
        } else if (kind === SPLIT) {
          waiting[depth] = to;
          waiting[depth + 1] = operand;
          depth += 2;
        } else if (kind === JUMP) {
          waiting[depth] = to;
          depth += 1;
        } else if (kind === EDGE) {
          goesOn = isAny || this.#isEdge(at, before, sample);
        } else if (kind === PEEK) {
          const code = operand >= 2 ? before : sample;
          const isIn = code !== undefined && sets[to]?.has(code) === true;
          goesOn = isAny || isIn === ((operand & 1) === 0);
        } else if (kind === VERDICT) {
          const verdict = verdicts[to] ?? UNKNOWN;
          goesOn = isAny || verdict !== operand;
          if (verdict === UNKNOWN && !isAny) {
            return { isMatch, steps: count * STEPS_PER_PLACE, pendingLook: to };
          }
        } else {
          isMatch = true;
          if (!isAny && !this.#reading.marksAll)
            return { isMatch, steps: count * STEPS_PER_PLACE, pendingLook: -1 };
        }
        if (!goesOn) continue;
        waiting[depth] = at + 1;
        depth += 1;
      }
    }
    return { isMatch, steps: count * STEPS_PER_PLACE, pendingLook: -1 };
  }

  #isEdge(at: number, before: number | undefined, sample: number | undefined): boolean {
    const { program, isBackward } = this.#reading;
    const edge = program.instructions[at];
    if (edge?.kind !== 'edge') return false;
    return isBackward ? isEdge(edge, sample, before) : isEdge(edge, before, sample);
  }

  /** Writes 1 for each set of the program that has a character, until the next one is asked about. */
  #toHits(code: number): Uint8Array {
    for (const [at, set] of this.#flat.sets.entries()) this.#hits[at] = Number(set.has(code));
    return this.#hits;
  }
}
