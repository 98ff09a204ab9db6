import { CharacterKinds, type KindSet } from './character-kinds.ts';
import { AutomatonBuilder, type ChoiceAutomaton, UndecidedError } from './choice-automaton.ts';
import { findPatternFault } from './find-pattern-fault.ts';
import { readPattern } from './pattern-part.ts';

/** Whether matching takes at most a time that grows as the text does, in the worst case. */
export type ExpressionCost =
  | { readonly kind: 'linear' }
  /** `pump`: a text that, repeated after `prefix`, may take more than linear time. */
  | { readonly kind: 'slow'; readonly pump: string; readonly prefix: string }
  | { readonly kind: 'undecided'; readonly reason: string };

/** A regular expression, as in a literal. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

const LINEAR: ExpressionCost = { kind: 'linear' };

/**
 * Judges a search with a regular expression by a backtracking matcher, with all its starts.
 *
 * The number of ways through a text grows faster than the text only if some text leads from one
 * state back to it, from there to another, and from the other back to itself (Weber and Seidl, On
 * the degree of ambiguity of finite automata). States in which a match may end whatever follows are
 * no such other state, because the search ends there. "Slow" may be wrong, "linear" never is.
 */
export function judgeExpression(
  { source, flags }: Expression,
  {
    maxSteps = 2_000_000,
  }: {
    /** Default: two million, which take a second. */
    readonly maxSteps?: number;
  } = {},
): ExpressionCost {
  try {
    return createSearch({ source, flags }, maxSteps).run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'undecided', reason };
  }
}

/** The most depths to which {@link findManyWays} follows texts, and the edges that it follows. */
const [MAX_DEPTH, MAX_EDGES] = [250, 300_000];

/** The texts of each length that it follows. */
const BEAM = 3;

/** The most beginnings of texts that are listed. */
const MAX_STARTS = 40;

/**
 * Finds a text after which a backtracking matcher has more than some ways to try, each of which it
 * goes on with: repetitions with limits multiply each other, as in `.{0,99}.{0,99}x`, though the
 * time grows as the text does. `undefined` if none was found among those with the most ways.
 */
export function findManyWays({ source, flags }: Expression, most: number): string | undefined {
  try {
    return createSearch({ source, flags }, MAX_EDGES).findManyWays(most);
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

/** The characters of texts that are followed one by one, and the ends of them that are repeated. */
const [FOLLOWED, ENDS] = [64, [1, 2, 5]];

/**
 * Lists the beginnings of texts that may take a backtracking matcher the longest: those with the
 * most ways, those that multiply the ways through two loops, and each kind of character alone.
 * `undefined` if that cannot be found out.
 */
export function listTextStarts(expression: Expression): readonly TextStart[] | undefined {
  try {
    return createSearch(expression, MAX_EDGES).listStarts();
  } catch (error) {
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

/** The beginning of a text, and what is repeated behind it. */
export interface TextStart {
  readonly prefix: string;
  readonly pump: string;
}

/** Writes a text of a length. */
export function repeatPump({ prefix, pump }: TextStart, length: number): string {
  return `${prefix}${pump.repeat(Math.ceil(length / pump.length))}`.slice(0, length);
}

/** Matches the source of an expression that means something else without the flag `u`. */
const UNLIKE_WITHOUT_U =
  /[\u{10000}-\u{10FFFF}]|\\[pP]|\\u\{|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/u;

/** Matches the source of an expression that may mean something else with the flag `v`. */
const UNLIKE_WITH_V = /--|&&|\[[^\]]{0,99}\[|\[[^\]]{100}/u;

/** Matches a set of the characters that others are not, in which the flags `iv` mean something else. */
const COMPLEMENT = /\[\^|\\P/u;

/** @throws UndecidedError for an expression that is not as it is with the flag `u` */
function createSearch({ source, flags }: Expression, maxSteps: number): PumpSearch {
  const isUnlike = flags.includes('v')
    ? UNLIKE_WITH_V.test(source) || (flags.includes('i') && COMPLEMENT.test(source))
    : !flags.includes('u') && UNLIKE_WITHOUT_U.test(source);
  if (isUnlike || findPatternFault(source) !== undefined) {
    throw new UndecidedError(`it has the flags ${JSON.stringify(flags)}`);
  }
  const { part } = readPattern(source, flags.replaceAll(/[^ims]/gu, ''));
  const kinds = new CharacterKinds(part, source, /[uv]/u.test(flags) ? 'u' : '');
  return new PumpSearch({ automaton: new AutomatonBuilder(part, kinds).build(), kinds }, maxSteps);
}

/** A text, and the number of ways through it to each state. */
interface FollowedText {
  readonly text: string;
  readonly ways: Float64Array;
  /** The number of all ways. */
  readonly count: number;
}

/** A search for a text that multiplies the ways through an automaton when it is repeated. */
class PumpSearch {
  readonly #automaton: ChoiceAutomaton;
  readonly #kinds: CharacterKinds;
  /** The kinds of characters that edges tell apart. */
  readonly #base: readonly KindSet[];
  readonly #edges: readonly (readonly {
    readonly target: number;
    /** The base sets of characters that lead there, a bit for each. */
    readonly bits: KindSet;
  }[])[];
  /** For each state the states that can be reached from it by one edge or more. */
  readonly #reach: readonly ReadonlySet<number>[];
  readonly #maxSteps: number;
  #steps = 0;

  constructor(
    { automaton, kinds }: { readonly automaton: ChoiceAutomaton; readonly kinds: CharacterKinds },
    maxSteps: number,
  ) {
    this.#automaton = automaton;
    this.#kinds = kinds;
    this.#maxSteps = maxSteps;
    const reads = automaton.edges.flatMap((edges) => [...edges.values()]);
    this.#base = joinKinds(kinds, new Set([...reads, ...automaton.firsts.values()]));
    this.#edges = automaton.edges.map((edges) =>
      [...edges].map(([target, characters]) => ({ target, bits: this.#toBits(characters) })),
    );
    this.#reach = this.#edges.map((edges) => {
      const reached = new Set<number>();
      const waiting = [...edges];
      for (let edge = waiting.pop(); edge !== undefined; edge = waiting.pop()) {
        if (reached.has(edge.target)) continue;
        reached.add(edge.target);
        waiting.push(...(this.#edges[edge.target] ?? []));
      }
      return reached;
    });
  }

  run(): ExpressionCost {
    const { doubled } = this.#automaton;
    if (doubled.some(([source, target]) => this.#canReach(target, source))) {
      return { kind: 'undecided', reason: 'it has a loop with two ways through one text' };
    }
    for (const start of this.#findPumps()) return { kind: 'slow', ...start };
    return LINEAR;
  }

  /** Finds what multiplies the ways through two loops when it is repeated. */
  *#findPumps(): Generator<TextStart> {
    const { edges, ends } = this.#automaton;
    const looped = edges.map((_, state) => state).filter((state) => this.#canReach(state, state));
    for (const end of looped) {
      if (ends.has(end)) continue;
      for (const state of looped) {
        if (state === end || !this.#canReach(state, end)) continue;
        const pump = this.#findPump(state, end);
        if (pump !== undefined) yield { pump, prefix: this.#findPrefix(state) };
      }
    }
  }

  /** Lists the beginnings of texts that may take long, each once. */
  listStarts(): readonly TextStart[] {
    const starts: TextStart[] = this.#base.map((_, at) => ({
      prefix: '',
      pump: this.#toCharacter(1n << BigInt(at)),
    }));
    let texts = this.#toFirstTexts();
    for (let depth = 0; depth < FOLLOWED && texts.length > 0; depth += 1) {
      texts = this.#follow(texts);
      if (depth !== 7 && depth !== FOLLOWED - 1) continue;
      for (const { text } of texts) {
        for (const end of ENDS) starts.push({ prefix: text, pump: text.slice(-end) });
      }
    }
    for (const start of this.#findPumps()) {
      starts.push(start);
      if (starts.length >= MAX_STARTS) break;
    }
    return [...new Map(starts.map((start) => [`${start.prefix} ${start.pump}`, start])).values()];
  }

  /** Follows the texts with the most ways, from one length to the next. */
  findManyWays(most: number): string | undefined {
    let texts = this.#toFirstTexts();
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      texts = this.#follow(texts);
      const [first] = texts;
      if (first === undefined || this.#steps > this.#maxSteps) return undefined;
      if (first.count > most) return first.text;
    }
    return undefined;
  }

  #toFirstTexts(): readonly FollowedText[] {
    const { edges, firsts, search } = this.#automaton;
    const ways = new Float64Array(edges.length);
    ways[search] = 1;
    for (const [state, characters] of firsts) if (characters === 0n) ways[state] = 1;
    return [{ ways, text: '', count: 1 }];
  }

  /** Makes some texts longer by a character, and takes those with the most ways. */
  #follow(texts: readonly FollowedText[]): readonly FollowedText[] {
    const { ends, search } = this.#automaton;
    const longer = texts.flatMap(({ ways, text }) =>
      this.#base.map((_, at) => {
        const next = this.#goOn(ways, 1n << BigInt(at));
        // Behind a match no other begins, but ways that were begun before are tried first.
        const isMatch = [...ends].some((state) => (next[state] ?? 0) > 0);
        if (isMatch) for (const state of [search, ...ends]) next[state] = 0;
        const count = next.reduce((sum, weight) => sum + weight, 0);
        return { ways: next, text: text + this.#toCharacter(1n << BigInt(at)), count };
      }),
    );
    return longer
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, BEAM);
  }

  /** Counts the ways to each state after one more character. */
  #goOn(ways: Float64Array, bit: bigint): Float64Array {
    const next = new Float64Array(ways.length);
    for (const [state, count] of ways.entries()) {
      if (count === 0) continue;
      for (const { target, bits } of this.#edges[state] ?? []) {
        this.#steps += 1;
        if ((bits & bit) !== 0n) next[target] = (next[target] ?? 0) + count;
      }
    }
    return next;
  }

  #toBits(characters: KindSet): KindSet {
    return this.#base.reduce((bits, kind, at) => {
      return (characters & kind) === 0n ? bits : bits | (1n << BigInt(at));
    }, 0n);
  }

  #canReach(source: number, target: number): boolean {
    return this.#reach[source]?.has(target) ?? false;
  }

  /** Finds a text that leads from the beginning to a state. */
  #findPrefix(state: number): string {
    const { search, firsts } = this.#automaton;
    const visited = new Set([search, ...firsts.keys()]);
    const waiting = [{ at: search, text: '' }];
    for (const [at, characters] of firsts) {
      // No character stands before the beginning of the text.
      const isAtStart = characters === 0n;
      waiting.push({ at, text: isAtStart ? '' : this.#toCharacter(this.#toBits(characters)) });
    }
    for (const { at, text } of waiting) {
      if (at === state) return text;
      for (const { target, bits } of this.#edges[at] ?? []) {
        if (visited.has(target)) continue;
        visited.add(target);
        waiting.push({ at: target, text: text + this.#toCharacter(bits) });
      }
    }
    return '';
  }

  /** Finds a text that leads from `state` to itself, from there to `end`, and from that to itself. */
  #findPump(state: number, end: number): string | undefined {
    const start = { at: [state, state, end] as const, text: '' };
    const visited = new Set<string>();
    const waiting: { readonly at: readonly [number, number, number]; readonly text: string }[] = [
      start,
    ];
    for (const { at, text } of waiting) {
      const [first, middle, last] = at.map((from) => this.#edges[from] ?? []);
      for (const firstEdge of first ?? []) {
        if (firstEdge.target !== state && !this.#canReach(firstEdge.target, state)) continue;
        for (const lastEdge of last ?? []) {
          const outer = firstEdge.bits & lastEdge.bits;
          if (outer === 0n) continue;
          if (lastEdge.target !== end && !this.#canReach(lastEdge.target, end)) continue;
          for (const middleEdge of middle ?? []) {
            const bits = outer & middleEdge.bits;
            if (bits === 0n) continue;
            if (middleEdge.target !== end && !this.#canReach(middleEdge.target, end)) continue;
            this.#steps += 1;
            if (this.#steps > this.#maxSteps) throw new UndecidedError('the search takes too long');
            const next = [firstEdge.target, middleEdge.target, lastEdge.target] as const;
            const longer = text + this.#toCharacter(bits);
            if (next[0] === state && next[1] === end && next[2] === end) return longer;
            const key = next.join(' ');
            if (visited.has(key)) continue;
            visited.add(key);
            waiting.push({ at: next, text: longer });
          }
        }
      }
    }
    return undefined;
  }

  #toCharacter(bits: KindSet): string {
    const index = bits.toString(2).length - 1 - bits.toString(2).lastIndexOf('1');
    return this.#kinds.toCharacter(this.#base[index] ?? this.#kinds.all);
  }
}

/** Joins the kinds of characters that none of some sets tells from each other. */
function joinKinds(kinds: CharacterKinds, sets: ReadonlySet<KindSet>): readonly KindSet[] {
  const joined = new Map<string, KindSet>();
  for (const kind of kinds.list()) {
    const key = Array.from(sets, (set) => ((set & kind) === 0n ? 0 : 1)).join('');
    joined.set(key, (joined.get(key) ?? 0n) | kind);
  }
  return [...joined.values()];
}
