import { defineAgent, defineSkill } from '@formwork/core';
import { expenseReportSkill } from './expense-report/expense-report.ts';
import { type Score, scoreContestant } from './fight-comparison/score-contestant.ts';
import { ICONS } from './icons.ts';
import { importContactsSkill } from './import-contacts/import-contacts.ts';
import { planTripSkill } from './plan-trip/plan-trip.ts';

/**
 * The input schema of the example in the specification of the object-schemas extension, word for
 * word.
 */
const fightComparison = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    a: { description: 'The name of the first contestant', type: 'string' },
    b: { description: 'The name of the second contestant', type: 'string' },
  },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

/**
 * The output schema of the example in the specification of the object-schemas extension, word for
 * word.
 */
const fightResponse = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    winner: {
      title: 'Winner',
      description: 'The name of the winner of the fight',
      type: 'string',
    },
    probability: {
      title: 'Probability',
      description: 'The probability of the winner winning the fight',
      type: 'number',
      minimum: 0,
      maximum: 1,
    },
    explanation: {
      title: 'Explanation',
      description: 'A freeform field justifying the reason for choosing the winner',
      type: 'string',
    },
  },
  required: ['winner', 'probability', 'explanation'],
  additionalProperties: false,
} as const;

/**
 * The skill of the example in the specification of the object-schemas extension: its description is
 * for people, its schemas are for programs and models.
 */
const fightComparisonSkill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Tells who would win a fight between two contestants, how likely that is, and why.',
  tags: ['comparison', 'fight', 'ai-analysis', 'prediction'],
  icon: ICONS.fight,
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

/**
 * The demo agent, with four skills that need no model: the same input always gives the same result.
 */
export const demoAgent = defineAgent({
  name: 'Formwork demo',
  description: 'Compares fighters, adds up expenses, imports contacts and plans trips.',
  version: '0.1.0',
  icon: ICONS.agent,
  skills: [fightComparisonSkill, expenseReportSkill, importContactsSkill, planTripSkill],
});

function describe(name: string, { size, strength, speed, cunning, count, total }: Score): string {
  const crowd = count > 1 ? `, times the square root of ${count}` : '';
  return `${name} scores ${Math.round(total)}: size ${size}, strength ${strength}, speed ${speed}, cunning ${cunning}${crowd}.`;
}
