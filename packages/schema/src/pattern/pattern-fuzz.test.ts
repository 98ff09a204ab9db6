import { expect, test } from 'vitest';
import { createCountedMatcher, isUnmatchable } from './pattern-matcher.ts';
import { findPatternRisk } from './pattern-risk.ts';

const STEPS = 20_000_000;

/** The seeds of the first patterns of each test. */
const RUNS = Number(process.env['FORMWORK_PATTERN_RUNS'] ?? 40);
const SEED = Number(process.env['FORMWORK_SEED'] ?? 1);
const PER_TEST = 40;
const SEEDS = Array.from({ length: Math.ceil(RUNS / PER_TEST) }, (_, at) => SEED + PER_TEST * at);

type Pick = <T>(...all: readonly T[]) => T;

function createPick(first: number): Pick {
  let seed = Math.imul(first, 2_654_435_761) >>> 0;
  return (...all) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    const one = all[(seed >>> 16) % all.length];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
}

const CHARACTERS = ['a', 'b', '.', '[ab]', '[^a]', String.raw`\w`, 'c'] as const;
const EDGES = ['^', '$', String.raw`\b`, String.raw`\B`, ''] as const;
const COUNTS = ['*', '+', '?', '{2}', '{0,3}', '{2,}', '*?', '{0,40}', '{0,100}', '{30}'] as const;

/** Makes a pattern with looks, repetitions and choices in each other. */
function makePattern(pick: Pick, depth: number): string {
  const part = (): string => makePattern(pick, depth - 1);
  if (depth <= 0) return pick(...CHARACTERS, pick(...EDGES));
  return pick<() => string>(
    () => part() + part(),
    () => part() + part() + part(),
    () => `(?:${part()}|${part()})`,
    () => `(?:${part()})${pick(...COUNTS)}`,
    () => pick(...CHARACTERS) + pick(...COUNTS),
    () => `(?${pick('=', '!', '<=', '<!')}${part()})`,
    () => `^${part()}`,
    () => `${part()}$`,
  )();
}

/** Makes a text of a length that repeats few characters, in order or without, with another end. */
function makeText(pick: Pick, length: number): string {
  const letters = pick<readonly string[]>(['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c', ' ']);
  const unit = pick('a', 'ab', 'aab', 'b', 'c', 'ba');
  const end = pick('', '\0', '\n', 'b');
  const text = pick(true, false)
    ? unit.repeat(Math.ceil(length / unit.length))
    : Array.from({ length }, () => pick(...letters)).join('');
  return `${text.slice(0, length - end.length)}${end}`;
}

test.each(SEEDS)(
  'without a warning a check has the verdict of the host and enough steps, from seed %d',
  (first) => {
    for (let seed = first; seed < first + PER_TEST; seed += 1) {
      const pick = createPick(seed);
      const pattern = makePattern(pick, pick(2, 3, 4, 5));
      if (isUnmatchable(pattern)) continue;
      const matcher = createCountedMatcher(pattern);
      const expression = new RegExp(pattern, 'u');
      for (const length of [1, 2, 3, 5, 8]) {
        const text = makeText(pick, length);
        const isMatch = matcher.test(text, { steps: STEPS });
        expect([seed, pattern, text, isMatch]).toEqual([
          seed,
          pattern,
          text,
          expression.test(text),
        ]);
      }
      const maxLength = pick(200, 2000, Number.POSITIVE_INFINITY);
      if (findPatternRisk(pattern, { maxLength }) !== undefined) continue;
      const budget = { steps: STEPS };
      matcher.test(makeText(pick, Math.min(maxLength, 20_000)), budget);
      expect([seed, pattern, maxLength, budget.steps >= 0]).toEqual([
        seed,
        pattern,
        maxLength,
        true,
      ]);
    }
  },
);
