import type { CharacterKinds, KindSet } from './character-kinds.ts';
import { listInner, type PatternPart, type Repetition } from './pattern-part.ts';

/** What must come next where a part of an expression ends: some characters, and maybe more. */
interface NextCharacters {
  readonly characters: KindSet;
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

/** Where a match looks, and the characters of which it must see one. */
interface Condition {
  readonly isBehind: boolean;
  readonly characters: KindSet;
}

/**
 * The automaton of an expression: a state for each character class, from each state the states that
 * may come next, and the characters that lead there (Glushkov's construction).
 *
 * Two ways of a backtracking matcher through a text are two paths, except at `doubled`. It has every
 * way that a matcher can go, and some more: high counts are endless, most assertions hold, and a
 * reference matches whatever its group may match.
 */
export interface ChoiceAutomaton {
  readonly edges: readonly ReadonlyMap<number, KindSet>[];
  /** The state before a match, which reads what the search for one skips. */
  readonly search: number;
  /** The states in which a match may begin, with the characters that they read. */
  readonly firsts: ReadonlyMap<number, KindSet>;
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
  readonly #characters: KindSet[] = [];
  readonly #edges: Map<number, KindSet>[] = [];
  readonly #doubled: [number, number][] = [];
  readonly #part: PatternPart;
  readonly #kinds: CharacterKinds;
  readonly #groups: ReadonlyMap<number, PatternPart>;
  readonly #free: NextCharacters;
  #depth = 0;

  /** `kinds` are those that the expression tells apart. */
  constructor(part: PatternPart, kinds: CharacterKinds) {
    this.#part = part;
    this.#kinds = kinds;
    this.#groups = new Map(listGroups(part));
    this.#free = { characters: kinds.all, isSure: true };
  }

  /** @throws UndecidedError for a reference to a group with a loop, a long look behind, or too many states. */
  build(): ChoiceAutomaton {
    const { all } = this.#kinds;
    const search = this.#addState(all);
    const before = { state: search, look: this.#free };
    this.#connect([before], [before]);
    const fragment = this.#add(this.#part, true);
    this.#connect([before], fragment.first);
    const ends = fragment.last.filter(({ look }) => look.isSure && look.characters === all);
    return {
      edges: this.#edges,
      search,
      firsts: new Map(fragment.first.map(({ state }) => [state, this.#characters[state] ?? all])),
      ends: new Set(ends.map(({ state }) => state)),
      doubled: this.#doubled,
    };
  }

  #add(part: PatternPart, isLeading: boolean): Fragment {
    switch (part.kind) {
      case 'character': {
        return this.#addCharacter(this.#kinds.of(part));
      }
      case 'edge': {
        return this.#addEdge(part, isLeading);
      }
      case 'sequence': {
        return this.#addSequence(part.parts, isLeading);
      }
      case 'choice': {
        return this.#joinWays(part.parts.map((way) => this.#add(way, isLeading)));
      }
      case 'group': {
        return this.#add(part.part, isLeading);
      }
      case 'look': {
        return this.#addLook(part, isLeading);
      }
      case 'repetition': {
        return this.#addRepetition(part);
      }
      case 'reference': {
        return this.#addReference(part);
      }
    }
  }

  #addCharacter(characters: KindSet): Fragment {
    const step = { state: this.#addState(characters), look: this.#free };
    return { first: [step], last: [step] };
  }

  #joinWays(ways: readonly Fragment[]): Fragment {
    const empties = ways.flatMap(({ empty }) => empty ?? []);
    const [look] = empties;
    return {
      first: ways.flatMap(({ first }) => first),
      last: ways.flatMap(({ last }) => last),
      ...(look !== undefined && { empty: empties.length === 1 ? look : this.#join(empties) }),
    };
  }

  /** Joins ways to match nothing. Two ways for the same text multiply in a loop. */
  #join(empties: readonly NextCharacters[]): NextCharacters {
    let characters = 0n;
    for (const empty of empties) {
      if (this.#depth > 0 && (characters & empty.characters) !== 0n) {
        throw new UndecidedError('it has a loop with two ways to match nothing');
      }
      characters |= empty.characters;
    }
    return {
      characters,
      isSure: empties.some((empty) => empty.isSure && empty.characters === this.#kinds.all),
    };
  }

  #addSequence(parts: readonly PatternPart[], isLeading: boolean): Fragment {
    let fragment: Fragment = { first: [], last: [], empty: this.#free };
    let isFirst = isLeading;
    for (const part of parts) {
      fragment = this.#follow(fragment, this.#add(part, isFirst));
      isFirst &&= isOnlyAssertions(part);
    }
    return fragment;
  }

  #addEdge(edge: Extract<PatternPart, { kind: 'edge' }>, isLeading: boolean): Fragment {
    const { sign, flags } = edge;
    const condition = this.#toCondition(edge);
    if (condition !== undefined) return this.#addCondition(condition, isLeading);
    const inside = this.#kinds.ofWords(flags);
    const outside = this.#kinds.all ^ inside;
    const pairs = [
      [outside, sign === 'b' ? inside : outside],
      [inside, sign === 'b' ? outside : inside],
    ] as const;
    return this.#joinWays(
      pairs.map(([behind, ahead]) =>
        this.#follow(
          this.#addCondition({ isBehind: true, characters: behind }, isLeading),
          this.#addCondition({ isBehind: false, characters: ahead }, isLeading),
        ),
      ),
    );
  }

  #addCondition({ isBehind, characters }: Condition, isLeading: boolean): Fragment {
    const unsure = { characters: this.#kinds.all, isSure: false };
    if (!isBehind) {
      // The end of the text, too, is not one of the characters.
      return { first: [], last: [], empty: { characters, isSure: false } };
    }
    if (!isLeading) return { first: [], last: [], empty: unsure };
    // What the search skipped last. A match begins at most once without it: at the start of the text.
    const step = { state: this.#addState(characters), look: unsure };
    return { first: [step], last: [step] };
  }

  #addLook(look: Extract<PatternPart, { kind: 'look' }>, isLeading: boolean): Fragment {
    const condition = this.#toCondition(look);
    if (condition !== undefined) return this.#addCondition(condition, isLeading);
    if (look.isBehind && hasLoop(look.part)) {
      throw new UndecidedError('it looks behind with a loop');
    }
    // A way of its own, which never ends in a match. One that looks behind has as many ways.
    const { first } = this.#add(look.part, false);
    return { first, last: [], empty: { characters: this.#kinds.all, isSure: false } };
  }

  /** Returns the condition of a part that asserts something of one character; else undefined. */
  #toCondition(part: PatternPart): Condition | undefined {
    const { all } = this.#kinds;
    if (part.kind === 'edge') {
      if (part.sign === 'b' || part.sign === 'B') return undefined;
      const characters = part.flags.includes('m') ? this.#kinds.ofLineEnds() : 0n;
      return { isBehind: part.sign === '^', characters };
    }
    if (part.kind !== 'look') return undefined;
    const { isBehind, isNegative } = part;
    let seen = 0n;
    for (const way of listWays(part.part)) {
      const condition =
        way?.kind === 'character'
          ? { isBehind, characters: this.#kinds.of(way) }
          : way && this.#toCondition(way);
      if (condition?.isBehind !== isBehind) return undefined;
      seen |= condition.characters;
    }
    return { isBehind, characters: isNegative ? all ^ seen : seen };
  }

  #addRepetition(repetition: Repetition): Fragment {
    const { least, most, part } = repetition;
    const mostCopies = countCopies(repetition);
    const isEndless = most > mostCopies;
    this.#depth += isEndless ? 1 : 0;
    const copy = (): Fragment => this.#add(part, false);
    let fragment: Fragment = { first: [], last: [], empty: this.#free };
    if (isEndless) {
      for (let count = 1; count < Math.min(least, mostCopies); count += 1) {
        fragment = this.#follow(fragment, copy());
      }
      const loop = copy();
      if (least > 1 && loop.empty !== undefined) {
        throw new UndecidedError('it has a loop whose required rounds may be empty');
      }
      this.#connect(loop.last, loop.first);
      fragment = this.#follow(fragment, least === 0 ? { ...loop, empty: this.#free } : loop);
    } else {
      let optional = fragment;
      for (let count = most; count > least; count -= 1) {
        optional = { ...this.#follow(copy(), optional), empty: this.#free };
      }
      for (let count = 0; count < least; count += 1) fragment = this.#follow(fragment, copy());
      fragment = this.#follow(fragment, optional);
    }
    this.#depth -= isEndless ? 1 : 0;
    return fragment;
  }

  /** Adds what the groups of a reference may have matched, or nothing, for those that have not. */
  #addReference({ groups, flags }: Extract<PatternPart, { kind: 'reference' }>): Fragment {
    const ways = groups.map((index) => {
      const part = this.#groups.get(index);
      if (part === undefined || hasLoop(part) || !isReadAs(part, flags)) {
        throw new UndecidedError(`it refers to what a group matched (${index})`);
      }
      return this.#add(part, false);
    });
    return { ...this.#joinWays(ways), empty: this.#free };
  }

  #addState(characters: KindSet): number {
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
        const characters = (this.#characters[first.state] ?? 0n) & allowed;
        if (characters === 0n) continue;
        const edges = this.#edges[last.state];
        const edge = edges?.get(first.state) ?? 0n;
        if ((edge & characters) !== 0n) this.#doubled.push([last.state, first.state]);
        edges?.set(first.state, edge | characters);
      }
    }
  }
}

function both(a: NextCharacters, b: NextCharacters): NextCharacters {
  return { characters: a.characters & b.characters, isSure: a.isSure && b.isSure };
}

function narrow({ state, look }: Step, restriction: NextCharacters): Step {
  return { state, look: both(look, restriction) };
}

/** Lists the ways of a part that are one part each; undefined for the others. */
function listWays(part: PatternPart): readonly (PatternPart | undefined)[] {
  if (part.kind === 'choice') return part.parts.flatMap(listWays);
  if (part.kind === 'group') return listWays(part.part);
  if (part.kind !== 'sequence') return [part];
  const [only, second] = part.parts;
  return only === undefined || second !== undefined ? [undefined] : listWays(only);
}

function countCopies({ part }: Repetition): number {
  const [way, second] = listWays(part);
  return way?.kind === 'character' && second === undefined
    ? MAX_COPIES.character
    : MAX_COPIES.group;
}

function listGroups(part: PatternPart): readonly (readonly [number, PatternPart])[] {
  const inner = listInner(part).flatMap(listGroups);
  return part.kind === 'group' ? [[part.index, part.part], ...inner] : inner;
}

/** True for a part before which a match has read nothing, if it read nothing before the part. */
function isOnlyAssertions(part: PatternPart): boolean {
  if (part.kind === 'edge' || part.kind === 'look') return true;
  const isAround = part.kind === 'sequence' || part.kind === 'choice' || part.kind === 'group';
  return isAround && listInner(part).every(isOnlyAssertions);
}

function hasLoop(part: PatternPart): boolean {
  if (part.kind === 'repetition' && part.most > countCopies(part)) return true;
  return listInner(part).some(hasLoop);
}

/** True if the text of a group fits the group where a reference to it stands. */
function isReadAs(part: PatternPart, flags: string): boolean {
  if (part.kind === 'reference' || part.kind === 'look' || part.kind === 'edge') return false;
  if (part.kind === 'character') return part.flags.includes('i') || !flags.includes('i');
  return listInner(part).every((inner) => isReadAs(inner, flags));
}
