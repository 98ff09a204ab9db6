import { expect, test } from 'vitest';
import type { PatternMatcher } from './pattern-matcher.ts';
import { PatternMemory } from './pattern-memory.ts';

function createCountingMatcher(steps: number): PatternMatcher & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    pattern: '^fits$',
    texts,
    test(text, budget) {
      texts.push(text);
      budget.steps -= steps;
      return text === 'fits';
    },
  };
}

test('a costly verdict is found once for each pattern and text', () => {
  const memory = new PatternMemory();
  const [one, other] = [createCountingMatcher(50_000), createCountingMatcher(50_000)];
  const budget = { steps: 1_000_000 };
  const ask = (): readonly boolean[] => [
    memory.test(one, 'fits', budget),
    memory.test(one, 'not', budget),
    memory.test(other, 'fits', budget),
  ];
  expect(ask()).toEqual([true, false, true]);
  expect(ask()).toEqual([true, false, true]);
  expect([one.texts, other.texts]).toEqual([['fits', 'not'], ['fits']]);
  expect(budget.steps).toBe(850_000);
});

test('a verdict without steps left is not remembered', () => {
  const memory = new PatternMemory();
  const matcher = createCountingMatcher(50_000);
  memory.test(matcher, 'fits', { steps: 10 });
  memory.test(matcher, 'fits', { steps: 100_000 });
  expect(matcher.texts).toHaveLength(2);
});
