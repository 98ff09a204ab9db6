// Profiles the page's thread while somebody types into a form of 200 fields, and prints where its
// time goes, and the milliseconds of script and layout that a key takes. The names of functions are
// readable if the page was built by `vite build --minify false` in `apps/forms`.
//
//   npm run build && node test/bench/profile-keys.ts
import { measureDrawing } from './form-app/large-forms.ts';
import { openBenchApp } from './form-app/open-bench-app.ts';
import { printShares } from './profile/print-shares.ts';
import type { Profile } from './profile/read-profile.ts';

const KEYS = 200;

/** Types into a form of 200 fields, and returns the profile of the page's thread meanwhile. */
async function profileKeys(): Promise<Profile> {
  const app = await openBenchApp();
  try {
    const page = await app.open();
    await page.goto(`${app.large}/#skill=fields-20`);
    await page.locator('.fw-form form input').first().waitFor();
    await page.waitForLoadState('networkidle');
    await measureDrawing(page, 1);
    await page.locator('.fw-form form input[type=text]').nth(20).focus();
    for (let key = 0; key < 20; key += 1) await page.keyboard.press('a');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await session.send('Performance.getMetrics');
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: 100 });
    await session.send('Profiler.start');
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press('b');
      await page.waitForTimeout(20);
    }
    const { profile } = await session.send('Profiler.stop');
    const after = await session.send('Performance.getMetrics');
    for (const { name, value } of after.metrics) {
      const was = before.metrics.find((metric) => metric.name === name)?.value ?? NaN;
      if (!name.endsWith('Duration')) continue;
      console.log(`${name}: ${(((value - was) * 1_000) / KEYS).toFixed(2)} ms a key`);
    }
    const { nodes, samples = [], timeDeltas = [] } = profile;
    return { nodes, samples, timeDeltas };
  } finally {
    await app.close();
  }
}

printShares('a key', await profileKeys());
