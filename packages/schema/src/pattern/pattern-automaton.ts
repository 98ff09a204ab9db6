import { CharacterSet } from './character-set.ts';
import {
  CHARACTER,
  EDGE,
  type FlatProgram,
  JUMP,
  PlaceSet,
  SPLIT,
  toFlatProgram,
} from './flat-program.ts';
import { PatternAlphabet } from './pattern-alphabet.ts';
import { isEdge } from './pattern-edge.ts';
import type { PatternProgram } from './pattern-program.ts';
import type { StepMeter } from './step-meter.ts';

/** The places of a program at which a text may be, after some of its characters. */
interface State {
  readonly places: Int32Array;
  /** The kind of the last character if the next places depend on it; -1 at the beginning. */
  readonly last: number;
  /** Whether the text matches when it ends here, and the steps to find that out. */
  end: { readonly isMatch: boolean; readonly steps: number } | undefined;
  /** The number of the last evaluation that was charged for the end. */
  charged: number;
}

/** The number of the state of a text in which a match has been found, whatever follows. */
const FOUND = 0;

/** The number of the state from which no text matches. */
const LOST = 1;

/** The number of the state before the first character. */
const START = 2;

/** The most places in all states that one evaluation meets; with more, the states are forgotten. */
const MAX_PLACES = 200_000;

/** The steps for each instruction that is looked at to make a state. */
const STEPS_PER_PLACE = 12;

const LINE_END = String.raw`[\n\r\u2028\u2029]`;

/**
 * The automaton of a program without looks and references. It reads each character of a text once;
 * its states are made when a text first needs them. Each evaluation is charged for all states that
 * it meets, also for those that an earlier one has made, so that its verdict does not depend on
 * others.
 */
export class PatternAutomaton {
  readonly #program: PatternProgram;
  readonly #flat: FlatProgram;
  readonly #alphabet: PatternAlphabet;
  /** True if the places that can follow depend on the character before. */
  readonly #looksBack: boolean;
  /** The places for which a state counts besides its own, because of its rows in the tables. */
  readonly #placesOfState: number;
  readonly #seen: PlaceSet;
  readonly #next: PlaceSet;
  /** The places that are still to be looked at; each is in it at most twice. */
  readonly #waiting: Int32Array;
  #states: State[] = [];
  #numbers = new Map<number, number[]>();
  /** The number of kinds of characters for which the tables have room. */
  #width = 0;
  /** By state and kind: the number of the next state; -1 if it is not known. */
  #targets = new Int32Array(0);
  /** By state and kind: the steps that it took to make the next state. */
  #costs = new Int32Array(0);
  /** By state and kind: the number of the next state if this evaluation has been charged, else -1. */
  #live = new Int32Array(0);
  /** The states and kinds for which this evaluation has been charged. */
  #charged: number[] = [];
  #evaluation = 0;
  /** The places in the states that this evaluation has met. */
  #metPlaces = 0;
  /** The places in all states that are remembered. */
  #allPlaces = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#flat = toFlatProgram(program);
    const sets = new Set<CharacterSet>();
    let looksBack = false;
    for (const one of program.instructions) {
      if (one.kind === 'character') sets.add(one.set);
      if (one.kind !== 'edge' || ((one.sign === '^' || one.sign === '$') && !one.isMultiline))
        continue;
      looksBack = true;
      sets.add(one.words);
    }
    if (looksBack) sets.add(new CharacterSet(LINE_END, ''));
    this.#alphabet = new PatternAlphabet([...sets]);
    this.#looksBack = looksBack;
    this.#placesOfState = 10 + sets.size;
    this.#waiting = new Int32Array(2 * program.instructions.length + 2);
    this.#seen = new PlaceSet(program.instructions.length);
    this.#next = new PlaceSet(program.instructions.length);
  }

  /** Begins an evaluation, which is charged for every state that it meets. */
  begin(): void {
    this.#evaluation += 1;
    for (const edge of this.#charged) this.#live[edge] = -1;
    this.#charged = [];
    this.#metPlaces = 0;
    if (this.#allPlaces > MAX_PLACES || this.#states.length === 0) this.#forget();
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
    const alphabet = this.#alphabet;
    alphabet.read(pages);
    if (alphabet.samples.length > this.#width) this.#widen();
    const kinds = alphabet.pages;
    const first = kinds[0];
    const width = this.#width;
    let live = this.#live;
    meter.steps -= text.length;
    let state = START;
    for (let at = 0; at < text.length; at += 1) {
      let code = text.charCodeAt(at);
      let kind: number;
      if (code < 256 && first !== undefined) kind = first[code] ?? 0;
      else {
        if (code >= 0xd8_00 && code < 0xdc_00) {
          code = text.codePointAt(at) ?? code;
          if (code > 0xff_ff) at += 1;
        }
        kind = kinds[code >>> 8]?.[code & 0xff] ?? 0;
      }
      const next = live[state * width + kind] ?? -1;
      if (next >= 0) state = next;
      else {
        state = this.#step(state, kind, meter);
        if (meter.steps < 0) return undefined;
        live = this.#live;
      }
      if (state <= LOST) return state === FOUND;
    }
    const last = this.#states[state];
    if (last === undefined) return false;
    last.end ??= this.#judgeEnd(last);
    if (last.charged !== this.#evaluation) meter.steps -= last.end.steps;
    last.charged = this.#evaluation;
    return last.end.isMatch;
  }

  /**
   * Makes the states of all texts whose characters are on some pages: false if the steps do not
   * suffice, or the states are more than are remembered.
   */
  explore(pages: readonly number[], meter: StepMeter): boolean {
    this.#alphabet.read(pages);
    if (this.#alphabet.samples.length > this.#width) this.#widen();
    this.begin();
    for (let state = START; state < this.#states.length; state += 1) {
      for (let kind = 0; kind < this.#alphabet.samples.length; kind += 1) {
        // A text meets few of the ways from state to state, so they are not forgotten between.
        this.#metPlaces = 0;
        this.#step(state, kind, meter);
        if (meter.steps < 0 || this.#allPlaces > MAX_PLACES) return false;
      }
    }
    return true;
  }

  /** Returns the next state, and takes away the steps that it takes to make it. */
  #step(from: number, kind: number, meter: StepMeter): number {
    const edge = from * this.#width + kind;
    let target = this.#targets[edge] ?? -1;
    if (target < 0) {
      const before = this.#states;
      const { places, last } = before[from] ?? { places: new Int32Array(0), last: -1 };
      const sample = this.#alphabet.samples[kind] ?? 0;
      const next = this.#next;
      next.clear();
      const found = this.#close({ places, last, sample }, next);
      if (!found.isMatch && !this.#program.isAnchored) next.add(0);
      target = found.isMatch ? FOUND : this.#getState(next.take(), kind);
      this.#targets[edge] = target;
      this.#costs[edge] = found.steps;
    }
    this.#live[edge] = target;
    this.#charged.push(edge);
    meter.steps -= this.#costs[edge] ?? 0;
    if (target <= LOST) return target;
    this.#metPlaces += (this.#states[target]?.places.length ?? 0) + this.#placesOfState;
    if (this.#metPlaces <= MAX_PLACES) return target;
    const { places, last } = this.#states[target] ?? { places: new Int32Array(0), last: -1 };
    this.#forget();
    return this.#getState(places, last);
  }

  #judgeEnd({ places, last }: State): NonNullable<State['end']> {
    this.#next.clear();
    return this.#close({ places, last, sample: undefined }, this.#next);
  }

  /** Makes room for more kinds of characters in the rows of the tables. */
  #widen(): void {
    const [from, to] = [this.#width, 2 * this.#alphabet.samples.length];
    const move = (old: Int32Array, filler: number): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(this.#states.length * to * 2).fill(filler);
      for (let number = 0; number < this.#states.length; number += 1) {
        made.set(old.subarray(number * from, (number + 1) * from), number * to);
      }
      return made;
    };
    this.#targets = move(this.#targets, -1);
    this.#costs = move(this.#costs, 0);
    this.#live = move(this.#live, -1);
    this.#charged = this.#charged.map((edge) => Math.floor(edge / from) * to + (edge % from));
    this.#width = to;
  }

  #forget(): void {
    this.#metPlaces = 0;
    this.#allPlaces = 0;
    this.#numbers = new Map();
    const none = new Int32Array(0);
    this.#states = [
      { places: none, last: 0, end: { isMatch: true, steps: 0 }, charged: 0 },
      { places: none, last: 0, end: { isMatch: false, steps: 0 }, charged: 0 },
    ];
    this.#targets.fill(-1);
    this.#live.fill(-1);
    this.#charged = [];
    this.#getState(Int32Array.of(0), -1);
  }

  #getState(places: Int32Array, kind: number): number {
    if (places.length === 0) return LOST;
    const last = this.#looksBack || kind < 0 ? kind : 0;
    let hash = last + 1;
    for (const place of places) hash = Math.imul(hash ^ place, 0x01_00_01_93) ^ (hash >>> 15);
    const alike = this.#numbers.get(hash) ?? [];
    const known = alike.find((number) => {
      const one = this.#states[number];
      return one?.last === last && isSame(one.places, places);
    });
    if (known !== undefined) return known;
    const number = this.#states.length;
    this.#states.push({ places, last, end: undefined, charged: 0 });
    this.#numbers.set(hash, [...alike, number]);
    this.#allPlaces += places.length + this.#placesOfState;
    this.#makeRoom((number + 1) * this.#width);
    return number;
  }

  #makeRoom(size: number): void {
    if (size <= this.#targets.length) return;
    const grow = (old: Int32Array<ArrayBuffer>, filler: number): Int32Array<ArrayBuffer> => {
      const more = new Int32Array(2 * size).fill(filler, old.length);
      more.set(old);
      return more;
    };
    this.#targets = grow(this.#targets, -1);
    this.#costs = grow(this.#costs, 0);
    this.#live = grow(this.#live, -1);
  }

  /**
   * Adds the places behind the characters that the places of a state wait for, if a character like
   * `sample` follows, or the end. It is a match if no other character is needed.
   */
  #close(
    {
      places,
      last,
      sample,
    }: Pick<State, 'places' | 'last'> & { readonly sample: number | undefined },
    next: PlaceSet,
  ): { readonly isMatch: boolean; readonly steps: number } {
    const { kinds, first, second } = this.#flat;
    const before = last < 0 ? undefined : this.#alphabet.samples[last];
    const hits = sample === undefined ? undefined : this.#toHits(sample);
    const [seen, waiting] = [this.#seen, this.#waiting];
    seen.clear();
    let count = hits?.length ?? 0;
    for (const place of places) {
      waiting[0] = place;
      for (let left = 1; left > 0;) {
        left -= 1;
        const at = waiting[left] ?? 0;
        if (!seen.add(at)) continue;
        count += 1;
        const kind = kinds[at];
        if (kind === CHARACTER) {
          if (hits?.[first[at] ?? 0] === 1) next.add(at + 1);
        } else if (kind === SPLIT) {
          waiting[left] = first[at] ?? 0;
          waiting[left + 1] = second[at] ?? 0;
          left += 2;
        } else if (kind === JUMP) {
          waiting[left] = first[at] ?? 0;
          left += 1;
        } else if (kind === EDGE) {
          const edge = this.#program.instructions[at];
          if (edge?.kind !== 'edge' || !isEdge(edge, before, sample)) continue;
          waiting[left] = at + 1;
          left += 1;
        } else return { isMatch: true, steps: count * STEPS_PER_PLACE };
      }
    }
    return { isMatch: false, steps: count * STEPS_PER_PLACE };
  }

  /** Returns 1 for each set of the program that has a character. */
  #toHits(code: number): Uint8Array {
    return Uint8Array.from(this.#flat.sets, (set) => Number(set.has(code)));
  }
}

function isSame(left: Int32Array, right: Int32Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
