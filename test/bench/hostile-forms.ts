// Measures how long a page is blocked while it draws, fills and sends forms of hostile schemas.
// node test/bench/hostile-forms.ts [count] [seed]
import { openFormPages } from '../src/forms/open-page.ts';
import { listHostile, type HostileTrial } from '../src/forms/hostile/hostile-schemas.ts';
import { openHostilePage, PHASES, type HostileOutcome } from '../src/forms/hostile/try-hostile.ts';

/** The longest time that a form may block the page, in milliseconds. */
const MOST = 200;

/** The number of times that a slow form is tried, because the machine may be busy. */
const TRIES = 4;

const [count = 1000, seed = 1] = process.argv.slice(2).map(Number);

const pages = await openFormPages();
const page = await openHostilePage(pages);
const found: (readonly [HostileTrial, HostileOutcome])[] = [];
for (const [at, trial] of listHostile(seed, count).entries()) {
  const outcome = await page.attempt(trial, { most: MOST, tries: TRIES });
  found.push([trial, outcome]);
  const { stalls, errors, end } = outcome;
  if (Math.max(...Object.values(stalls)) >= MOST || errors.length > 0 || end === 'nothing') {
    const times = PHASES.map((phase) => `${phase} ${Math.round(stalls[phase])} ms`).join(', ');
    process.stdout.write(`${at} ${trial.family}: ${times}, ${end} ${errors.join(' ')}\n`);
  }
}
await pages.close();

const families = new Set(found.map(([{ family }]) => family));
process.stdout.write('\nfamily: forms, not drawn, over the time; longest draw, type, send in ms\n');
for (const family of [...families].toSorted()) {
  const own = found.filter(([trial]) => trial.family === family).map(([, outcome]) => outcome);
  const refused = own.filter(({ reason }) => reason !== '').length;
  const over = own.filter(({ stalls }) => Math.max(...Object.values(stalls)) >= MOST).length;
  const longest = PHASES.map((phase) =>
    Math.round(Math.max(...own.map(({ stalls }) => stalls[phase]))),
  );
  process.stdout.write(`${family}: ${own.length}, ${refused}, ${over}; ${longest.join(', ')}\n`);
}
const over = found.filter(([, { stalls }]) => Math.max(...Object.values(stalls)) >= MOST).length;
process.stdout.write(`\n${found.length} forms with seed ${seed}: ${over} over ${MOST} ms\n`);
process.exitCode = over === 0 ? 0 : 1;
