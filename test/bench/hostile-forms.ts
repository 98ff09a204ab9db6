// Measures how long a page is blocked while it draws, fills and sends forms of hostile schemas.
// node test/bench/hostile-forms.ts [count] [seed]

import { listHostile, type HostileTrial } from '../src/forms/hostile/hostile-schemas.ts';
import { openHostilePage, PHASES, type HostileOutcome } from '../src/forms/hostile/try-hostile.ts';
import { openFormPages } from '../src/forms/open-page.ts';
import { toFigure, type Figure } from './table/figure.ts';

/** The longest time that a form may block the page, in milliseconds. */
const MOST = 200;

/** The number of forms that {@link toFigures} tries. */
const FORMS = Number(process.env['FORMS'] ?? 320);

/** The number of times that a slow form is tried, because the machine may be busy. */
const TRIES = 4;

type Tried = readonly [HostileTrial, HostileOutcome];

/** Tries forms of hostile schemas one after the other, and hands over each outcome. */
async function* tryAll(seed: number, count: number): AsyncGenerator<Tried, void, undefined> {
  const pages = await openFormPages();
  try {
    const page = await openHostilePage(pages);
    for (const trial of listHostile(seed, count)) {
      yield [trial, await page.attempt(trial, { most: MOST, tries: TRIES })];
    }
  } finally {
    await pages.close();
  }
}

function toLongest({ stalls }: HostileOutcome): number {
  return Math.max(...Object.values(stalls));
}

/** Returns the longest time for which any of `FORMS` forms blocks its page. */
export async function toFigures(): Promise<readonly Figure[]> {
  const found: Tried[] = [];
  for await (const tried of tryAll(1, FORMS)) found.push(tried);
  const faulty = found.find(([, { errors, end }]) => errors.length > 0 || end === 'nothing');
  if (faulty !== undefined) throw new Error(`A form of ${faulty[0].family} did nothing`);
  const longest = found.map(([, outcome]) => toLongest(outcome));
  return [
    toFigure('the longest standstill', { unit: 'ms', ours: [Math.max(...longest)] }),
    toFigure('a form stands still', { unit: 'ms', ours: longest }),
  ];
}

async function main(): Promise<void> {
  const [count = 1000, seed = 1] = process.argv.slice(2).map(Number);
  const found: Tried[] = [];
  for await (const [trial, outcome] of tryAll(seed, count)) {
    found.push([trial, outcome]);
    const { stalls, errors, end } = outcome;
    if (toLongest(outcome) >= MOST || errors.length > 0 || end === 'nothing') {
      const times = PHASES.map((phase) => `${phase} ${Math.round(stalls[phase])} ms`).join(', ');
      process.stdout.write(
        `${found.length - 1} ${trial.family}: ${times}, ${end} ${errors.join(' ')}\n`,
      );
    }
  }
  const families = new Set(found.map(([{ family }]) => family));
  process.stdout.write(
    '\nfamily: forms, not drawn, over the time; longest draw, type, send in ms\n',
  );
  for (const family of [...families].toSorted()) {
    const own = found.filter(([trial]) => trial.family === family).map(([, outcome]) => outcome);
    const refused = own.filter(({ reason }) => reason !== '').length;
    const over = own.filter((outcome) => toLongest(outcome) >= MOST).length;
    const longest = PHASES.map((phase) =>
      Math.round(Math.max(...own.map(({ stalls }) => stalls[phase]))),
    );
    process.stdout.write(`${family}: ${own.length}, ${refused}, ${over}; ${longest.join(', ')}\n`);
  }
  const over = found.filter(([, outcome]) => toLongest(outcome) >= MOST).length;
  process.stdout.write(`\n${found.length} forms with seed ${seed}: ${over} over ${MOST} ms\n`);
  process.exitCode = over === 0 ? 0 : 1;
}

if (import.meta.main) await main();
