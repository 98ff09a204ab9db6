import type { PositionAutomaton } from './position-automaton.ts';

/** Most steps that are looked at before the loop counts as ambiguous. */
const MAX_STEPS = 2_000_000;

/**
 * True if some text can be matched by the loop in two ways that end in the same state. Each
 * repetition of that text doubles the ways, so that a text that fails in the end takes exponential
 * time.
 *
 * Walks two copies of the automaton with the same text: ambiguous if they can part and meet again.
 * Also true if the loop is too large to tell.
 */
export function isAmbiguousLoop(automaton: PositionAutomaton): boolean {
  const { characters, followers, ambiguous } = automaton;
  if (ambiguous) return true;
  const count = characters.length;
  const overlaps = toOverlaps(automaton);
  const parted = new Set<number>();
  // Every state of a loop can be reached from every other, so each may be where the copies part.
  const waiting: (readonly [number, number])[] = characters.map((_, state) => [state, state]);
  let steps = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [left, right] = pair;
    for (const nextLeft of followers[left] ?? []) {
      for (const nextRight of followers[right] ?? []) {
        steps += 1;
        if (steps > MAX_STEPS) return true;
        if (nextLeft === nextRight) {
          if (left !== right) return true;
          continue;
        }
        const [low, high] = [Math.min(nextLeft, nextRight), Math.max(nextLeft, nextRight)];
        const key = low * count + high;
        if (parted.has(key) || !overlaps[key]) continue;
        parted.add(key);
        waiting.push([low, high]);
      }
    }
  }
  return false;
}

/** For each pair of states, low first, whether some character leads into both. */
function toOverlaps({ characters }: PositionAutomaton): readonly boolean[] {
  return characters.flatMap((low, lowState) =>
    characters.map((high, highState) => lowState < highState && !low.isDisjointWith(high)),
  );
}
