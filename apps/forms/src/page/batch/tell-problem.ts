import type { Problem } from '@formwork/core';
import { toFieldLabel, toPropertySchema } from '../parts/to-field-label.ts';
import type { BatchTexts } from './batch-texts.ts';

/** What is wrong with a cell, by the label of its field: what is missing in words of the page. */
export function tellProblem(problem: Problem, schema: unknown, texts: BatchTexts): string {
  let place = schema;
  const labels = problem.pointer
    .split('/')
    .slice(1)
    .map((segment) => {
      const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      place = toPropertySchema(place, name, schema);
      return /^\d+$/u.test(name) ? String(Number(name) + 1) : toFieldLabel(place, name, schema);
    });
  const label = labels.join(' › ');
  if (problem.keyword === 'required') return texts.cellMissing(label);
  return `${label} ${problem.message}`.trim();
}
