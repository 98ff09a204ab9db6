import { defineSkill } from '@formwork/core';
import { expenseReport, expenseSummary } from './schemas.ts';

/** Adds up the expenses of a report by category. */
export const expenseReportSkill = defineSkill({
  id: 'expense-report',
  name: 'Expense Report',
  description: 'Adds up the items of an expense report, in all and by category.',
  tags: ['finance', 'expenses'],
  input: { expenseReport },
  output: { expenseSummary },
  examples: [
    {
      employee: 'Ada Lovelace',
      email: 'ada@example.com',
      currency: 'EUR',
      items: [
        { date: '2026-11-02', category: 'travel', description: 'Train to Turin', amount: 89.9 },
        { date: '2026-11-02', category: 'lodging', description: 'Hotel, one night', amount: 120 },
        {
          date: '2026-11-03',
          category: 'meals',
          description: 'Lunch with a client',
          amount: 42.35,
          attendees: ['Charles Babbage'],
        },
        {
          date: '2026-11-03',
          category: 'other',
          description: 'Punched cards',
          amount: 12.5,
          justification: 'Needed for the demonstration',
        },
      ],
    },
  ],
  title: ({ employee, items }) => `Expenses of ${employee} (${items.length})`,
  run({ input: { employee, currency, items } }) {
    // Whole cents: sums of fractions drift.
    const cents = new Map<string, { items: number; cents: number }>();
    for (const { category, amount } of items) {
      const sum = cents.get(category) ?? { items: 0, cents: 0 };
      cents.set(category, { items: sum.items + 1, cents: sum.cents + Math.round(amount * 100) });
    }
    const days = items.map((item) => item.date).toSorted();
    const total = [...cents.values()].reduce((sum, category) => sum + category.cents, 0);
    return {
      employee,
      currency,
      total: total / 100,
      from: days.at(0) ?? '',
      to: days.at(-1) ?? '',
      categories: [...cents].map(([category, sum]) => ({
        category,
        items: sum.items,
        amount: sum.cents / 100,
      })),
    };
  },
});
