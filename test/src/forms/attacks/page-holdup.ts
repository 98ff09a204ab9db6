import type { Page } from 'playwright-core';

declare global {
  interface Window {
    longestGap: () => number;
  }
}

/**
 * The longest time that a form may hold a page up, in milliseconds, on a machine that does the work
 * of {@link REFERENCE_MS} in that time.
 */
export const MOST_MS = 300;

/**
 * The processor time that the page takes for a fixed work of all that forms need, in milliseconds,
 * on two quiet cores of a common virtual machine. A machine that is slower, or shares its processors
 * and their caches with others, takes longer for this work and may take longer for a form.
 */
const REFERENCE_MS = 40;

/** The number of times that something is tried until it holds the page up for less. */
const TRIES = 5;

/** Measures for how long work in a page keeps the page from doing anything else. */
export interface HoldupMeter {
  /**
   * Returns the longest time in milliseconds that the page stands still while something runs: by the
   * clock, or the whole processor time of its thread if that is less, as on a busy machine.
   */
  measure(run: () => Promise<unknown>): Promise<number>;
  /**
   * Returns how many times longer than `REFERENCE_MS` the page takes for the reference now, at least
   * 1.
   */
  measureSlowness(): Promise<number>;
  /**
   * Runs something until it holds the page up for less than `MOST_MS`, and fails if it never does:
   * its own work takes as long every time, a collection of garbage of others does not.
   */
  expectShort(run: () => Promise<unknown>): Promise<void>;
}

/** Starts to measure a page, which MUST have a browser profile, and so a thread, of its own. */
export async function openHoldupMeter(page: Page): Promise<HoldupMeter> {
  const session = await page.context().newCDPSession(page);
  // Measures the processor time of the page's thread, which other programs do not add to.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await recordGaps(page);

  async function readWork(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  }

  const meter: HoldupMeter = {
    async measure(run) {
      await page.evaluate(() => window.longestGap());
      const before = await readWork();
      await run();
      const gap = await page.evaluate(() => window.longestGap());
      return Math.min(gap, (await readWork()) - before);
    },
    async measureSlowness() {
      const before = await readWork();
      await page.evaluate(doReference);
      return Math.max(1, ((await readWork()) - before) / REFERENCE_MS);
    },
    async expectShort(run) {
      const found: { readonly heldUp: number; readonly slowness: number }[] = [];
      while (found.length < TRIES) {
        const heldUp = await meter.measure(run);
        const slowness = heldUp < MOST_MS ? 1 : await meter.measureSlowness();
        if (heldUp < MOST_MS * slowness) return;
        found.push({ heldUp, slowness });
      }
      throw new Error(
        `The page must be held up for less than ${MOST_MS} ms: current values are ${JSON.stringify(found)}.`,
      );
    },
  };
  return meter;
}

/**
 * Starts to record how long a page stands still: the longest time between two calls of a timer of
 * one millisecond. Frames are no measure, because a page without a screen draws them at any time.
 */
async function recordGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    let longest = 0;
    const look = (): number => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      return longest;
    };
    const channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      look();
      // Real time: how long the page stands still is measured.
      setTimeout(() => channel.port2.postMessage(null), 1);
    });
    channel.port1.start();
    channel.port2.postMessage(null);
    window.longestGap = () => {
      const gap = look();
      longest = 0;
      return gap;
    };
  });
}

/** Makes values, JSON, elements and their layout, as forms do. */
function doReference(): void {
  const values = Array.from({ length: 40_000 }, (_value, at) => ({ name: `name ${at}`, size: at }));
  const copies = JSON.parse(JSON.stringify(values)) as typeof values;
  const list = document.createElement('ul');
  for (const { name } of copies.slice(0, 2000)) {
    const item = document.createElement('li');
    item.textContent = name;
    list.append(item);
  }
  document.body.append(list);
  list.getBoundingClientRect();
  list.remove();
}
