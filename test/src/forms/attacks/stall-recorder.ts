import type { Page } from 'playwright-core';

declare global {
  interface Window {
    longestGap: () => number;
  }
}

/**
 * Starts to record how long a page stands still: the longest time between two calls of a timer of
 * one millisecond. Frames are no measure, because a page without a screen draws them at any time.
 */
export async function recordStalls(page: Page): Promise<void> {
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

/** Returns the longest time that the page stood still since the last call, in milliseconds. */
export async function readStall(page: Page): Promise<number> {
  return page.evaluate(() => window.longestGap());
}

/**
 * The longest time that a form may make a page stand still, in milliseconds; delays by other
 * programs are subtracted.
 */
export const MOST_MS = 300;

/** The number of pauses of 50 ms in which {@link measureNoise} measures an idle page. */
const ROUNDS = 20;

/**
 * Returns the longest time in milliseconds that an idle page stands still because of other work on
 * the machine, so that tests do not count that time against the form.
 */
export async function measureNoise(page: Page): Promise<number> {
  let noise = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await readStall(page);
    await page.waitForTimeout(50);
    noise = Math.max(noise, await readStall(page));
  }
  return noise;
}

/**
 * Returns how much other work on the machine now adds to a stall of `MOST_MS`, in milliseconds: the
 * time that is missing while the page only reads the clock. At most ten times `MOST_MS`.
 */
export async function measureTheft(page: Page): Promise<number> {
  const missing = await page.evaluate((most) => {
    const start = performance.now();
    let last = start;
    let lost = 0;
    while (last - start < most) {
      const now = performance.now();
      if (now - last > 1) lost += now - last;
      last = now;
    }
    return lost / (last - start);
  }, MOST_MS);
  return MOST_MS * (1 / Math.max(0.1, 1 - missing) - 1);
}
