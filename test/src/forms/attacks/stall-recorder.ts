import type { Page } from 'playwright-core';

declare global {
  interface Window {
    longestGap: () => number;
  }
}

/**
 * Records how long a page stood still: the longest time between two turns of a timer of a
 * millisecond. Frames are no measure, since a page without a screen draws them when it likes.
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

/** Milliseconds that the page stood still at the longest since it was asked before. */
export async function readStall(page: Page): Promise<number> {
  return page.evaluate(() => window.longestGap());
}

/** Milliseconds that a page may be kept from anything else, without what the machine does. */
export const MOST_MS = 300;

/** How often a machine is asked what it does to a page by itself. */
const ROUNDS = 20;

/**
 * What the machine does to a page that does nothing: the longest stall while a page like the one
 * that is attacked only waits. Others may be at work on the machine; their share is not the form's.
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
 * What others at work on the machine add to a stall of `MOST_MS`, at this moment, in milliseconds: the
 * time that is missing while the page only looks at the clock. At most ten times as much.
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
