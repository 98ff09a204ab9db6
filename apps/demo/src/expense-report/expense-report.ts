import { defineSkill, PublicError } from '@formwork/core';
import { ICONS } from '../icons.ts';
import { approval, expenseReport, expenseSummary } from './schemas.ts';

/**
 * The total above which a report needs a person's approval, in whole units of the report's
 * currency.
 */
const APPROVAL_LIMIT = 1_000;

/**
 * The skill that adds up the expenses of a report by category, and asks for approval above a limit.
 */
export const expenseReportSkill = defineSkill({
  id: 'expense-report',
  name: 'Expense Report',
  description:
    'Adds up the items of an expense report, in all and by category. Asks for approval of reports above 1,000.',
  tags: ['finance', 'expenses'],
  publish: { form: true },
  icon: ICONS.expenses,
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
  async run({ input: { employee, currency, items }, task }) {
    // Sums are kept in whole cents, because sums of fractions drift.
    const cents = new Map<string, { items: number; cents: number }>();
    for (const { category, amount } of items) {
      const sum = cents.get(category) ?? { items: 0, cents: 0 };
      cents.set(category, { items: sum.items + 1, cents: sum.cents + Math.round(amount * 100) });
    }
    const days = items.map((item) => item.date).toSorted();
    const total = [...cents.values()].reduce((sum, category) => sum + category.cents, 0);
    let approvedBy: string | undefined;
    if (total > APPROVAL_LIMIT * 100) {
      const amount = new Intl.NumberFormat('en', { style: 'currency', currency });
      const prompt = `Approve ${amount.format(total / 100)} for ${employee}?`;
      const answer = await task.ask(prompt, { name: 'approval', schema: approval });
      if (!answer.approved) throw new PublicError(`${answer.approver} did not approve the report.`);
      approvedBy = answer.approver;
    }
    return {
      ...(approvedBy !== undefined && { approvedBy }),
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
