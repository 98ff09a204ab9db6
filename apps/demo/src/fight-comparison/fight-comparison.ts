import { defineSkill } from '@formwork/core';
import { fightComparison, fightResponse } from './schemas.ts';
import { scoreContestant, type Score } from './score-contestant.ts';

/** The skill of the extension's own example; its card tells people what it does, and its schema models what it takes. */
export const fightComparisonSkill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Tells who would win a fight between two contestants, how likely that is, and why.',
  tags: ['comparison', 'fight', 'ai-analysis', 'prediction'],
  input: { fightComparison },
  output: { fightResponse },
  examples: [
    '{"a": "Superman", "b": "Batman"}',
    '{"a": "Lion", "b": "Tiger"}',
    '{"a": "Godzilla", "b": "King Kong"}',
  ],
  title: ({ a, b }) => `Who would win in a fight between ${a} and ${b}?`,
  run({ input: { a, b } }) {
    const first = scoreContestant(a);
    const second = scoreContestant(b);
    const winner = first.total >= second.total ? a : b;
    const share = Math.max(first.total, second.total) / (first.total + second.total);
    return {
      winner,
      probability: Math.round(share * 100) / 100,
      explanation: `${describe(a, first)} ${describe(b, second)} The chance is the winner's share of both totals.`,
    };
  },
});

function describe(name: string, { size, strength, speed, cunning, count, total }: Score): string {
  const crowd = count > 1 ? `, times the square root of ${count}` : '';
  return `${name} scores ${Math.round(total)}: size ${size}, strength ${strength}, speed ${speed}, cunning ${cunning}${crowd}.`;
}
