// Measures how fast forms are drawn whose alternatives hold the same alternatives again.
// node test/bench/recursive-forms.ts
import type { Page } from 'playwright-core';
import { openFormPages } from '../src/forms/open-page.ts';
import { RECURSIONS, toExpression, toRecursive } from './form-app/recursive-schemas.ts';
import { toFigure, type Figure } from './table/figure.ts';

/** The numbers of alternatives. */
const COUNTS = [5, 20] as const;

/** The number of levels that a form is filled with; none leaves it empty. */
const DEPTHS = [0, 4] as const;

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);

/**
 * Makes a function that draws a form, and returns the milliseconds that the page's thread works
 * until it is drawn and laid out: as many as pass on a machine that does nothing else.
 */
async function openMeasure(page: Page): Promise<(options: object) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  async function readWork(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  }
  return async (options) => {
    const before = await readWork();
    await page.evaluate(async (text) => {
      window.draw(JSON.parse(text));
      document.body.getBoundingClientRect();
      if (document.querySelector('#root input') === null) throw new Error('there is no field');
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }, JSON.stringify(options));
    return (await readWork()) - before;
  };
}

/** Returns the times of the slowest kind of recursion, empty or filled, with 5 and 20 alternatives. */
export async function toFigures(): Promise<readonly Figure[]> {
  const pages = await openFormPages();
  try {
    const page = await pages.open();
    const measure = await openMeasure(page);
    const figures: Figure[] = [];
    for (const count of COUNTS) {
      const kinds = RECURSIONS.flatMap((recursion) =>
        DEPTHS.map((depth) => ({
          schema: toRecursive(recursion, count),
          ...(depth > 0 && { initialData: { rule: toExpression(recursion, count - 1, depth) } }),
        })),
      );
      const rounds: number[] = [];
      // What runs for the first time is compiled meanwhile, as for any form.
      for (const kind of kinds) await measure(kind);
      for (let round = 0; round < ROUNDS; round += 1) {
        const times: number[] = [];
        for (const kind of kinds) times.push(await measure(kind));
        rounds.push(Math.max(...times));
      }
      const name = `${count} alternatives that hold themselves are drawn`;
      figures.push(toFigure(name, { unit: 'ms', ours: rounds }));
    }
    return figures;
  } finally {
    await pages.close();
  }
}

if (import.meta.main) {
  for (const { name, ours, spread } of await toFigures()) {
    console.log(
      `${name}: ${ours.toFixed(0)} ms (${spread.map((value) => value.toFixed(0)).join(' to ')})`,
    );
  }
}
