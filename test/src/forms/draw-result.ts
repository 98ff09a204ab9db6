import type { Page } from 'playwright-core';
import { carryJson } from './carry-json.ts';
import type { ResultOptions } from './result-page/main.tsx';

declare global {
  interface Window {
    preparedResult?: ResultOptions;
  }
}

/**
 * Draws a result on a page from options or their JSON; resolves with the time of drawing in
 * milliseconds.
 */
export async function drawResult(page: Page, options: ResultOptions | string): Promise<number> {
  await prepareResult(page, options);
  return drawPrepared(page);
}

/**
 * Sends options or their JSON to a page, which parses and keeps them, so that drawing is timed
 * without that work.
 */
export async function prepareResult(page: Page, options: ResultOptions | string): Promise<void> {
  const json = typeof options === 'string' ? options : JSON.stringify(options);
  await carryJson(page, 'preparedResult', json);
}

/**
 * Draws the result that {@link prepareResult} sent to the page; resolves with the time of drawing
 * in milliseconds.
 */
export async function drawPrepared(page: Page): Promise<number> {
  const took = await page.evaluate(async () => window.drawResult(window.preparedResult ?? {}));
  await page.waitForSelector('.fw-result');
  return took;
}
