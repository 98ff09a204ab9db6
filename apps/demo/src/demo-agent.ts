import { defineAgent } from '@formwork/core';
import { expenseReportSkill } from './expense-report/expense-report.ts';
import { fightComparisonSkill } from './fight-comparison/fight-comparison.ts';
import { importContactsSkill } from './import-contacts/import-contacts.ts';
import { planTripSkill } from './plan-trip/plan-trip.ts';

/** Four skills that need no model: the same input always gives the same result. */
export const demoAgent = defineAgent({
  name: 'Formwork demo',
  description: 'Compares fighters, adds up expenses, imports contacts and plans trips.',
  version: '0.1.0',
  skills: [fightComparisonSkill, expenseReportSkill, importContactsSkill, planTripSkill],
});
