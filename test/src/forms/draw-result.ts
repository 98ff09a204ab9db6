import type { Page } from 'playwright-core';
import type { ResultOptions } from './result-page/main.tsx';

/** Draws a result on a page; resolves when it stands there. */
export async function drawResult(page: Page, options: ResultOptions): Promise<void> {
  await page.evaluate(async (text) => {
    await window.drawResult(JSON.parse(text));
  }, JSON.stringify(options));
  await page.waitForSelector('.fw-result');
}
