import type { Assertion, CharSet, Concatenation, Element, Expression, Quantifier } from 'refa';

/** What must come next where a part of an expression ends: some characters, and maybe more. */
interface NextCharacters {
  readonly characters: CharSet;
  /** False if more is asserted here than that one of the characters comes next. */
  readonly isSure: boolean;
}

/** A state in which a part of an expression begins or ends, and what must be seen there. */
interface Step {
  readonly state: number;
  readonly look: NextCharacters;
}

/** A part of the automaton, which matches a part of the expression. */
interface Fragment {
  readonly first: readonly Step[];
  readonly last: readonly Step[];
  /** What must come next where the part matches nothing; undefined if it always reads. */
  readonly empty?: NextCharacters;
}

/**
 * The automaton of an expression: a state for each character class, from each state the states that
 * may come next, and the characters that lead there (Glushkov's construction).
 *
 * Two ways of a backtracking matcher through a text are two paths, except at `doubled`. It has every
 * way that a matcher can go, and some more: high counts are endless, and most assertions hold.
 */
export interface ChoiceAutomaton {
  readonly edges: readonly ReadonlyMap<number, CharSet>[];
  /** The state before a match, which reads what the search for one skips. */
  readonly search: number;
  /** The states in which a match may begin, with the characters that they read. */
  readonly firsts: ReadonlyMap<number, CharSet>;
  /** The states in which a match may end, whatever comes next. */
  readonly ends: ReadonlySet<number>;
  /** Edges that stand for two ways. */
  readonly doubled: readonly (readonly [number, number])[];
}

/** Thrown for an expression of which the automaton cannot tell all ways. */
export class UndecidedError extends Error {}

const MAX_STATES = 1000;
/** From more repetitions on, a quantifier counts as endless. */
const MAX_COPIES = { character: 100, group: 4 };

/** Builds the automaton of one expression. */
export class AutomatonBuilder {
  readonly #characters: CharSet[] = [];
  readonly #edges: Map<number, CharSet>[] = [];
  readonly #doubled: [number, number][] = [];
  readonly #all: CharSet;
  readonly #free: NextCharacters;
  #depth = 0;

  /** `all` are the characters of the texts. */
  constructor(all: CharSet) {
    this.#all = all;
    this.#free = { characters: this.#all, isSure: true };
  }

  /** @throws UndecidedError for a reference to a group, a long look behind, or too many states. */
  build({ alternatives }: Expression): ChoiceAutomaton {
    const search = this.#addState(this.#all);
    const before = { state: search, look: this.#free };
    this.#connect([before], [before]);
    const fragment = this.#addAlternatives(alternatives, true);
    this.#connect([before], fragment.first);
    const ends = fragment.last.filter(({ look }) => look.isSure && look.characters.isAll);
    return {
      edges: this.#edges,
      search,
      firsts: new Map(
        fragment.first.map(({ state }) => [state, this.#characters[state] ?? this.#all]),
      ),
      ends: new Set(ends.map(({ state }) => state)),
      doubled: this.#doubled,
    };
  }

  #addAlternatives(alternatives: readonly Concatenation[], isLeading: boolean): Fragment {
    const parts = alternatives.map(({ elements }) => this.#addElements(elements, isLeading));
    const empties = parts.flatMap(({ empty }) => empty ?? []);
    const [look] = empties;
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      ...(look !== undefined && { empty: empties.length === 1 ? look : this.#join(empties) }),
    };
  }

  /** Joins ways to match nothing. Two ways for the same text multiply in a loop. */
  #join(empties: readonly NextCharacters[]): NextCharacters {
    let characters = this.#all.negate();
    for (const empty of empties) {
      if (this.#depth > 0 && !characters.isDisjointWith(empty.characters)) {
        throw new UndecidedError('it has a loop with two ways to match nothing');
      }
      characters = characters.union(empty.characters);
    }
    return {
      characters,
      isSure: empties.some(({ isSure, characters: all }) => isSure && all.isAll),
    };
  }

  #addElements(elements: readonly Element[], isLeading: boolean): Fragment {
    let fragment: Fragment = { first: [], last: [], empty: this.#free };
    let isFirst = isLeading;
    for (const element of elements) {
      fragment = this.#follow(fragment, this.#addElement(element, isFirst));
      isFirst &&= isOnlyAssertions(element);
    }
    return fragment;
  }

  #addElement(element: Element, isLeading: boolean): Fragment {
    switch (element.type) {
      case 'CharacterClass': {
        const step = { state: this.#addState(element.characters), look: this.#free };
        return { first: [step], last: [step] };
      }
      case 'Alternation': {
        return this.#addAlternatives(element.alternatives, isLeading);
      }
      case 'Quantifier': {
        return this.#addQuantifier(element);
      }
      case 'Assertion': {
        return this.#addAssertion(element, isLeading);
      }
      case 'Unknown': {
        throw new UndecidedError(`it refers to what a group matched (${element.id})`);
      }
    }
  }

  #addAssertion(assertion: Assertion, isLeading: boolean): Fragment {
    const unsure = { characters: this.#all, isSure: false };
    const condition = toCharacters(assertion);
    if (condition !== undefined) {
      const characters = assertion.negate ? condition.negate() : condition;
      if (assertion.kind === 'ahead') {
        // The end of the text, too, is not one of the characters.
        return { first: [], last: [], empty: { characters, isSure: false } };
      }
      if (!isLeading) return { first: [], last: [], empty: unsure };
      // What the search skipped last. A match begins at most once without it: at the start of the text.
      const step = { state: this.#addState(characters), look: unsure };
      return { first: [step], last: [step] };
    }
    if (assertion.kind === 'behind' && hasLoop(assertion.alternatives)) {
      throw new UndecidedError('it looks behind with a loop');
    }
    // A way of its own, which never ends in a match. One that looks behind has as many ways.
    const { first } = this.#addAlternatives(assertion.alternatives, false);
    return { first, last: [], empty: unsure };
  }

  #addQuantifier(quantifier: Quantifier): Fragment {
    const { min, max, alternatives } = quantifier;
    const most = countCopies(quantifier);
    const isEndless = max > most;
    this.#depth += isEndless ? 1 : 0;
    const copy = (): Fragment => this.#addAlternatives(alternatives, false);
    let fragment: Fragment = { first: [], last: [], empty: this.#free };
    if (isEndless) {
      for (let count = 1; count < Math.min(min, most); count += 1) {
        fragment = this.#follow(fragment, copy());
      }
      const loop = copy();
      if (min > 1 && loop.empty !== undefined) {
        throw new UndecidedError('it has a loop whose required rounds may be empty');
      }
      this.#connect(loop.last, loop.first);
      fragment = this.#follow(fragment, min === 0 ? { ...loop, empty: this.#free } : loop);
    } else {
      let optional = fragment;
      for (let count = max; count > min; count -= 1) {
        optional = { ...this.#follow(copy(), optional), empty: this.#free };
      }
      for (let count = 0; count < min; count += 1) fragment = this.#follow(fragment, copy());
      fragment = this.#follow(fragment, optional);
    }
    this.#depth -= isEndless ? 1 : 0;
    return fragment;
  }

  #addState(characters: CharSet): number {
    if (this.#edges.length === MAX_STATES) throw new UndecidedError('it has too many states');
    this.#characters.push(characters);
    return this.#edges.push(new Map()) - 1;
  }

  #follow(before: Fragment, after: Fragment): Fragment {
    this.#connect(before.last, after.first);
    const { empty: nothing } = before;
    const { empty: emptyAfter } = after;
    return {
      first: [
        ...before.first,
        ...(nothing === undefined ? [] : after.first.map((step) => narrow(step, nothing))),
      ],
      last: [
        ...(emptyAfter === undefined ? [] : before.last.map((step) => narrow(step, emptyAfter))),
        ...after.last,
      ],
      ...(nothing !== undefined &&
        emptyAfter !== undefined && { empty: both(nothing, emptyAfter) }),
    };
  }

  #connect(lasts: readonly Step[], firsts: readonly Step[]): void {
    for (const last of lasts) {
      for (const first of firsts) {
        const { characters: allowed } = both(last.look, first.look);
        const characters = this.#characters[first.state]?.intersect(allowed);
        if (characters === undefined || characters.isEmpty) continue;
        const edges = this.#edges[last.state];
        const edge = edges?.get(first.state);
        if (edge?.isDisjointWith(characters) === false) {
          this.#doubled.push([last.state, first.state]);
        }
        edges?.set(first.state, edge?.union(characters) ?? characters);
      }
    }
  }
}

function both(a: NextCharacters, b: NextCharacters): NextCharacters {
  return {
    characters: a.characters.intersect(b.characters),
    isSure: a.isSure && b.isSure,
  };
}

function narrow({ state, look }: Step, restriction: NextCharacters): Step {
  return { state, look: both(look, restriction) };
}

/** The characters of an assertion about one character; undefined for other assertions. */
function toCharacters({ alternatives, kind }: Assertion): CharSet | undefined {
  const sets = alternatives.map(({ elements: [element, second] }) => {
    if (second !== undefined) return undefined;
    if (element?.type === 'CharacterClass') return element.characters;
    if (element?.type !== 'Assertion' || element.kind !== kind) return undefined;
    const inner = toCharacters(element);
    return element.negate ? inner?.negate() : inner;
  });
  return sets.reduce((all, set) => (set === undefined ? undefined : all?.union(set)));
}

function countCopies({ alternatives }: Quantifier): number {
  const [alternative, second] = alternatives;
  const isSingle = second === undefined && alternative?.elements.length === 1;
  return isSingle && alternative.elements[0]?.type === 'CharacterClass'
    ? MAX_COPIES.character
    : MAX_COPIES.group;
}

/** True for a part before which a match has read nothing, if it read nothing before the part. */
function isOnlyAssertions(element: Element): boolean {
  if (element.type === 'Assertion') return true;
  if (element.type !== 'Alternation') return false;
  return element.alternatives.every(({ elements }) => elements.every(isOnlyAssertions));
}

function hasLoop(alternatives: readonly Concatenation[]): boolean {
  return alternatives.some(({ elements }) =>
    elements.some((element) => {
      if (element.type === 'Quantifier' && element.max > countCopies(element)) return true;
      return 'alternatives' in element && hasLoop(element.alternatives);
    }),
  );
}
