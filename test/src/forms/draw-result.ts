import type { Page } from 'playwright-core';
import type { ResultOptions } from './result-page/main.tsx';

/** Draws a result on a page, of options or of their JSON; resolves with the milliseconds that it took. */
export async function drawResult(page: Page, options: ResultOptions | string): Promise<number> {
  const took = await page.evaluate(
    async (text) => {
      return window.drawResult(JSON.parse(text));
    },
    typeof options === 'string' ? options : JSON.stringify(options),
  );
  await page.waitForSelector('.fw-result');
  return took;
}
