import type { Page } from 'playwright-core';
import { carryJson } from './carry-json.ts';
import type { ResultOptions } from './result-page/main.tsx';

declare global {
  interface Window {
    preparedResult?: ResultOptions;
  }
}

/** Draws a result on a page, of options or of their JSON; resolves with the milliseconds that it took. */
export async function drawResult(page: Page, options: ResultOptions | string): Promise<number> {
  await prepareResult(page, options);
  return drawPrepared(page);
}

/** Carries options, or their JSON, to a page and reads them there, which is not what results do. */
export async function prepareResult(page: Page, options: ResultOptions | string): Promise<void> {
  const json = typeof options === 'string' ? options : JSON.stringify(options);
  await carryJson(page, 'preparedResult', json);
}

/** Draws what was prepared; resolves with the milliseconds that it took. */
export async function drawPrepared(page: Page): Promise<number> {
  const took = await page.evaluate(async () => window.drawResult(window.preparedResult ?? {}));
  await page.waitForSelector('.fw-result');
  return took;
}
