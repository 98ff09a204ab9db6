import { CharacterSet } from './character-set.ts';
import { isEdge } from './pattern-edge.ts';
import type { PatternProgram } from './pattern-program.ts';
import type { StepMeter } from './step-meter.ts';

/** The places of a program at which a text may be, after some of its characters. */
interface State {
  readonly places: readonly number[];
  /** The kind of the last character; -1 at the beginning of the text. */
  readonly last: number;
  /** The next state by the kind of the next character. */
  readonly next: (State | undefined)[];
  /** True if the text matches when it ends here; `undefined` until that is needed. */
  isMatchAtEnd: boolean | undefined;
}

/** The state of a text in which a match has been found, whatever follows. */
const FOUND: State = { places: [], last: 0, next: [], isMatchAtEnd: true };

/** The most places in all states together; with more, the states are forgotten. */
const MAX_PLACES = 200_000;

/** The steps of an evaluation that each place of a new state takes. */
const STEPS_PER_PLACE = 16;

const LINE_END = String.raw`[\n\r\u2028\u2029]`;

/**
 * The automaton of a program without looks and references. It reads each character of a text once;
 * its states are made when a text first needs them.
 */
export class PatternAutomaton {
  readonly #program: PatternProgram;
  /** The sets that tell characters of one kind from those of another. */
  readonly #sets: readonly CharacterSet[];
  /** True if the places that can follow depend on the character before. */
  readonly #looksBack: boolean;
  /** A character of each kind, by the number of the kind. */
  readonly #samples: number[] = [];
  readonly #kinds = new Map<string, number>();
  /** The kind of each code point of the basic plane, plus one; 0 if it is not known. */
  #known = new Uint16Array(128);
  #states = new Map<string, State>();
  #placeCount = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
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
    this.#sets = [...sets];
    this.#looksBack = looksBack;
  }

  /** True if some part of the text matches; `undefined` if the steps do not suffice. */
  test(text: string, meter: StepMeter): boolean | undefined {
    let state = this.#getState([0], -1);
    meter.steps -= text.length >>> 2;
    for (let at = 0; at < text.length; at += 1) {
      let code = text.charCodeAt(at);
      if (code >= 0xd8_00 && code < 0xdc_00) {
        code = text.codePointAt(at) ?? code;
        if (code > 0xff_ff) at += 1;
      }
      const kind = this.#kindOf(code, meter);
      state = state.next[kind] ?? this.#step(state, kind, meter);
      if (state === FOUND) return true;
      if (state.places.length === 0) return false;
      if (meter.steps < 0) return undefined;
    }
    state.isMatchAtEnd ??= this.#close(state, undefined, meter) === undefined;
    return state.isMatchAtEnd;
  }

  #kindOf(code: number, meter: StepMeter): number {
    const known = this.#known[code];
    if (known !== undefined && known > 0) return known - 1;
    meter.steps -= this.#sets.length;
    const key = this.#sets.map((set) => (set.has(code) ? '1' : '0')).join('');
    let kind = this.#kinds.get(key);
    if (kind === undefined) {
      kind = this.#samples.length;
      this.#samples.push(code);
      this.#kinds.set(key, kind);
    }
    if (code >= this.#known.length && code < 0x1_00_00) {
      const more = new Uint16Array(0x1_00_00);
      more.set(this.#known);
      this.#known = more;
    }
    if (code < this.#known.length && kind < 0xff_ff) this.#known[code] = kind + 1;
    return kind;
  }

  #getState(places: readonly number[], last: number): State {
    const key = `${last < 0 || this.#looksBack ? last : 0}:${places.join(',')}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    this.#placeCount += places.length + 10;
    if (this.#placeCount > MAX_PLACES) {
      this.#states = new Map();
      this.#placeCount = places.length + 10;
    }
    const made: State = { places, last, next: [], isMatchAtEnd: undefined };
    this.#states.set(key, made);
    return made;
  }

  #step(state: State, kind: number, meter: StepMeter): State {
    const sample = this.#samples[kind] ?? 0;
    const characters = this.#close(state, sample, meter);
    if (characters === undefined) {
      state.next[kind] = FOUND;
      return FOUND;
    }
    const places = characters.flatMap(({ set, at }) => (set.has(sample) ? [at + 1] : []));
    if (!this.#program.isAnchored) places.push(0);
    const next = this.#getState(
      [...new Set(places)].toSorted((a, b) => a - b),
      kind,
    );
    state.next[kind] = next;
    return next;
  }

  /**
   * Lists the characters that the places of a state wait for, if a character like `sample` follows,
   * or the end; `undefined` if the text matches without another character.
   */
  #close(
    { places, last }: State,
    sample: number | undefined,
    meter: StepMeter,
  ): readonly { readonly set: CharacterSet; readonly at: number }[] | undefined {
    const { instructions } = this.#program;
    const before = last < 0 ? undefined : this.#samples[last];
    const seen = new Set<number>();
    const waiting = [...places];
    const found: { readonly set: CharacterSet; readonly at: number }[] = [];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const one = instructions[at];
      if (one === undefined || one.kind === 'match') return undefined;
      if (one.kind === 'character') found.push({ set: one.set, at });
      else if (one.kind === 'split') waiting.push(one.first, one.second);
      else if (one.kind === 'jump') waiting.push(one.to);
      else if (one.kind === 'edge' && isEdge(one, before, sample)) waiting.push(at + 1);
    }
    meter.steps -= seen.size * STEPS_PER_PLACE;
    return found;
  }
}
