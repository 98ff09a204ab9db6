import { loadRegexLibrary } from '#late/regex';
import type { CharSet, NFA } from 'refa';

/** The most different words that are made from a pattern. */
const MAX_WORDS = 200;

/** The most characters that are tried to make them. */
const MAX_STEPS = 20_000;

/** The most states of a pattern; one that has more gives no words. */
const MAX_STATES = 2000;

/** The longest word, in characters more than the shortest. */
const MAX_LONGER = 200;

/**
 * Lists short texts that match a pattern (flag `u`), the shortest first; texts that depend on
 * assertions inside the pattern are left out. The work is bounded, whatever the pattern.
 */
export function listWords(pattern: string): readonly string[] {
  const { JS, NFA: Automaton, Transformers, transform, Words } = loadRegexLibrary();
  const { expression, maxCharacter } = JS.Parser.fromLiteral({
    source: pattern,
    flags: 'u',
  }).parse({ backreferences: 'disable' });
  const withoutEdges = transform(Transformers.patternEdgeAssertions({ remove: true }), expression);
  const automaton = Automaton.fromRegex(
    withoutEdges,
    { maxCharacter },
    { assertions: 'disable' },
    new Automaton.LimitedNodeFactory(MAX_STATES),
  );
  return listWordSets(automaton).map((sets) =>
    Words.fromUnicodeToString(Words.pickMostReadableWord(sets)),
  );
}

/** A state on the way to a word, with the next states that have not been tried. */
interface Step {
  readonly state: NFA.Node;
  readonly edges: Iterator<readonly [NFA.Node, CharSet]>;
}

/** Lists the characters at each place of the words of an automaton. */
function listWordSets(automaton: NFA): readonly (readonly CharSet[])[] {
  const words: (readonly CharSet[])[] = [];
  /** For each state, the numbers of characters with which no end is reached. */
  const dead = new Map<NFA.Node, Set<number>>();
  let steps = MAX_STEPS;
  let shortest = Number.POSITIVE_INFINITY;
  for (let length = 0; length <= Math.min(shortest + MAX_LONGER, MAX_STATES); length += 1) {
    const word: CharSet[] = [];
    const path: Step[] = [toStep(automaton.initial)];
    const wordCounts = [words.length];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      steps -= 1;
      if (steps < 0) return words;
      const remaining = length - word.length;
      if (remaining === 0 && automaton.finals.has(last.state)) {
        shortest = Math.min(shortest, length);
        words.push([...word]);
        if (words.length === MAX_WORDS) return words;
      }
      const next = remaining === 0 ? undefined : last.edges.next();
      if (next !== undefined && next.done !== true) {
        const [state, characters] = next.value;
        if (dead.get(state)?.has(remaining - 1) === true) continue;
        word.push(characters);
        path.push(toStep(state));
        wordCounts.push(words.length);
        continue;
      }
      path.pop();
      word.pop();
      if (wordCounts.pop() === words.length) {
        const lengths = dead.get(last.state) ?? new Set();
        dead.set(last.state, lengths.add(remaining));
      }
    }
  }
  return words;
}

function toStep(state: NFA.Node): Step {
  return { state, edges: state.out.entries() };
}
