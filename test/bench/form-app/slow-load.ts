import type { Page } from 'playwright-core';
import type { BenchApp } from './open-bench-app.ts';

declare global {
  interface Window {
    /** Milliseconds from the beginning of the visit until a form stood there, painted. */
    usableAt: number | undefined;
  }
}

/** 1.6 Mbps down, 750 kbps up, 150 ms there and back: slow 4G. */
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
 * Milliseconds until somebody who was never there can fill the first form, on slow 4G with a processor
 * that is slowed down.
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

/** Milliseconds that the same computation takes, several times: how busy the machine is otherwise. */
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
