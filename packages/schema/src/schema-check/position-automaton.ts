import type { CharSet, Concatenation, Element, Quantifier } from 'refa';

/**
 * The automaton of one loop of a regular expression: a state per character of the pattern, and from
 * each state the states that may come next (Glushkov's construction).
 *
 * As long as `ambiguous` is false, two ways of matching a text are two different paths.
 */
export interface PositionAutomaton {
  /** For each state of the automaton, the characters that lead into it. */
  readonly characters: readonly CharSet[];
  /** For each state of the automaton, the states that may come next. */
  readonly followers: readonly ReadonlySet<number>[];
  /** True if there are two ways to go from one state to the same next, as in `(a*)*`. */
  readonly ambiguous: boolean;
}

/** Thrown when a loop of a regular expression has too many states to be analysed. */
class AutomatonTooLargeError extends Error {}

/** The most states of an automaton that is analysed. */
const MAX_STATES = 300;

/** The number of repetitions from which a quantifier of a group is treated as endless. */
const MANY = 10;

interface Builder {
  readonly characters: CharSet[];
  readonly followers: Set<number>[];
  ambiguous: boolean;
}

/** A part of an automaton, which matches a part of the pattern. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };

/**
 * Builds the automaton of a loop, repeated without end. Assertions and back references match
 * nothing in it.
 */
export function toPositionAutomaton(loop: Quantifier): PositionAutomaton {
  const builder: Builder = { characters: [], followers: [], ambiguous: false };
  connectLoop(builder, addAlternatives(builder, loop.alternatives), loop.min);
  return builder;
}

function addAlternatives(builder: Builder, alternatives: readonly Concatenation[]): Fragment {
  const fragments = alternatives.map(({ elements }) =>
    elements.reduce<Fragment>(
      (before, element) => connect(builder, before, addElement(builder, element)),
      EMPTY,
    ),
  );
  return {
    first: fragments.flatMap(({ first }) => first),
    last: fragments.flatMap(({ last }) => last),
    nullable: fragments.some(({ nullable }) => nullable),
  };
}

function addElement(builder: Builder, element: Element): Fragment {
  if (element.type === 'CharacterClass') return addState(builder, element.characters);
  if (element.type === 'Alternation') return addAlternatives(builder, element.alternatives);
  return element.type === 'Quantifier' ? addQuantifier(builder, element) : EMPTY;
}

function addState(builder: Builder, characters: CharSet): Fragment {
  const state = builder.characters.length;
  if (state === MAX_STATES) throw new AutomatonTooLargeError();
  builder.characters.push(characters);
  builder.followers.push(new Set());
  return { first: [state], last: [state], nullable: false };
}

function addQuantifier(builder: Builder, quantifier: Quantifier): Fragment {
  const { min, max } = quantifier;
  const copy = (): Fragment => addAlternatives(builder, quantifier.alternatives);
  if (isLoop(quantifier)) {
    const loop = connectLoop(builder, copy(), min);
    return min === 0 ? { ...loop, nullable: true } : loop;
  }
  if (max - min >= MANY) {
    // A single character that is repeated often counts as endless after its least number.
    const start = addCopies(builder, copy, min);
    return connect(builder, start, { ...connectLoop(builder, copy(), 0), nullable: true });
  }
  // x{1,3} is x(?:x(?:x)?)?, so that there is only one way to match two.
  let rest = EMPTY;
  for (let count = max; count > min; count -= 1) {
    rest = { ...connect(builder, copy(), rest), nullable: true };
  }
  return connect(builder, addCopies(builder, copy, min), rest);
}

function addCopies(builder: Builder, copy: () => Fragment, count: number): Fragment {
  let fragment = EMPTY;
  for (let index = 0; index < count; index += 1) fragment = connect(builder, fragment, copy());
  return fragment;
}

/** True for quantifiers that repeat so often that ambiguity inside them multiplies. */
export function isLoop({ max, alternatives }: Quantifier): boolean {
  const [only, second] = alternatives;
  const isSingle =
    second === undefined &&
    only?.elements.length === 1 &&
    only.elements[0]?.type === 'CharacterClass';
  return max === Number.POSITIVE_INFINITY || (!isSingle && max >= MANY);
}

function connect(builder: Builder, before: Fragment, after: Fragment): Fragment {
  addEdges(builder, before, after);
  return {
    first: before.nullable ? [...before.first, ...after.first] : before.first,
    last: after.nullable ? [...before.last, ...after.last] : after.last,
    nullable: before.nullable && after.nullable,
  };
}

function connectLoop(builder: Builder, fragment: Fragment, min: number): Fragment {
  addEdges(builder, fragment, fragment);
  // Any of the required repetitions may be the empty ones: (?:a?){30}.
  if (min >= MANY && fragment.nullable) builder.ambiguous = true;
  return fragment;
}

function addEdges(builder: Builder, before: Fragment, after: Fragment): void {
  for (const source of before.last) {
    const followers = builder.followers[source];
    for (const target of after.first) {
      if (followers?.has(target)) builder.ambiguous = true;
      followers?.add(target);
    }
  }
}
