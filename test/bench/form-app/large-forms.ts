import type { Page } from 'playwright-core';

/** A step on the forms page, and the elements that it must draw. */
interface Step {
  readonly hash?: string;
  /** The position of the example to pick on the page, from 0. Default: no example is picked. */
  readonly example?: number;
  readonly selector: string;
  readonly count: number;
}

/**
 * Does a step on a page and returns the time until its elements are drawn and laid out, in
 * milliseconds.
 */
async function time(page: Page, step: Step): Promise<number> {
  return page.evaluate(async ({ hash, example, selector, count }) => {
    const isThere = (): boolean => document.querySelectorAll(selector).length >= count;
    const start = performance.now();
    if (hash !== undefined) window.location.hash = hash;
    if (example !== undefined) {
      const chips = document.querySelectorAll<HTMLElement>('.fw-examples button');
      const chip = chips[example];
      if (chip === undefined) throw new Error(`there are ${chips.length} examples`);
      chip.click();
    }
    await new Promise<void>((resolve) => {
      if (isThere()) return resolve();
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    document.body.getBoundingClientRect();
    return performance.now() - start;
  }, step);
}

/**
 * Opens the form of 200 fields several times and returns the times in milliseconds; the form stays
 * open.
 */
export async function measureDrawing(page: Page, repeats: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await time(page, { hash: '#skill=fields-20', selector: '.fw-form', count: 1 });
    await page.locator('h1', { hasText: /^fields-20$/u }).waitFor();
    await page.waitForTimeout(100);
    const selector = '.fw-form form [data-fw-label]';
    times.push(await time(page, { hash: '#skill=fields-200', selector, count: 200 }));
  }
  return times;
}

/** Picks an example of 200 rows several times and returns the times in milliseconds. */
export async function measureRows(page: Page, repeats: number): Promise<readonly number[]> {
  await time(page, { hash: '#skill=rows-200', selector: '.fw-examples button', count: 2 });
  await page.locator('h1', { hasText: /^rows-200$/u }).waitFor();
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await page.locator('.fw-examples button').nth(1).click();
    await page.locator('[data-fw-do=remove]').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(100);
    times.push(await time(page, { example: 0, selector: '[data-fw-do=remove]', count: 50 }));
  }
  return times;
}

/**
 * Types into a field in the middle of a form and returns the times from a key to the next frame, in
 * milliseconds.
 */
export async function measureKeys(page: Page): Promise<readonly number[]> {
  await page.locator('.fw-form form input[type=text]').nth(20).focus();
  return page.evaluate(async () => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
    const times: number[] = [];
    for (let key = 0; key < 60; key += 1) {
      const start = performance.now();
      document.execCommand('insertText', false, 'a');
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
      times.push(performance.now() - start);
    }
    if (field.value.length !== 60) throw new Error(`typed ${field.value.length} of 60`);
    return times;
  });
}

/** The number of keys of a reading of {@link measureKeyWork}, because one is too short to measure. */
const TOGETHER = 10;

/**
 * Types into the focused field and returns the milliseconds of script that a key runs in the page's
 * thread, as its processor counts them. Each value is the mean of ten keys.
 */
export async function measureKeyWork(page: Page): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  async function readScript(): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1000;
  }
  const works: number[] = [];
  for (let reading = 0; reading < 9; reading += 1) {
    const before = await readScript();
    for (let key = 0; key < TOGETHER; key += 1) {
      await page.keyboard.press('b');
      await page.waitForTimeout(40);
    }
    works.push(((await readScript()) - before) / TOGETHER);
  }
  await session.detach();
  return works;
}
