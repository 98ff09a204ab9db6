import type { Page } from 'playwright-core';
import type { BenchApp } from './open-bench-app.ts';

declare global {
  interface Window {
    /** The time from the start of the visit until a form was painted, in milliseconds. */
    usableAt: number | undefined;
  }
}

/** The network of slow 4G: 1.6 Mbps down, 750 kbps up, and a latency of 150 ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
}

/**
 * Returns the time until a first-time visitor can fill the first form, in milliseconds, on slow 4G
 * and with a processor that is `rate` times slower.
 */
export async function measureLoad(app: BenchApp, url: string, rate: number): Promise<number> {
  const page = await app.open();
  await throttle(page, rate);
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('.fw-form form input') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => (window.usableAt = performance.now())));
    };
    requestAnimationFrame(look);
  });
  await page.goto(url, { waitUntil: 'commit' });
  const field = page.locator('.fw-form form input').first();
  await field.fill('Typed', { timeout: 60_000 });
  if ((await field.inputValue()) !== 'Typed') throw new Error('the form took no text');
  await page.waitForTimeout(100);
  const took = await page.evaluate(() => window.usableAt);
  await page.context().close();
  if (took === undefined) throw new Error('the form was never painted');
  return took;
}

/**
 * Runs the same computation several times and returns the times in milliseconds, which show how
 * busy the machine is.
 */
export async function measureNoise(app: BenchApp, rate: number): Promise<readonly number[]> {
  const page = await app.open();
  await throttle(page, rate);
  const times = await page.evaluate(() => {
    const found: number[] = [];
    for (let run = 0; run < 15; run += 1) {
      const start = performance.now();
      let sum = 0;
      for (let n = 0; n < 2_000_000; n += 1) sum = (sum * 31 + n) % 1_000_003;
      if (sum < 0) throw new Error('impossible');
      found.push(performance.now() - start);
    }
    return found;
  });
  await page.context().close();
  return times;
}
