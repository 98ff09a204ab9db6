import type { Page } from 'playwright-core';
import { WAIT_LIMIT } from '../support/limits.ts';

declare global {
  interface Window {
    isPatient?: boolean;
  }
}

/** The times after which forms give up a pattern, and a worker that does not start. */
const PATTERN_TIMES: readonly number[] = [300, 1000];

/**
 * Lets patterns and their worker take as long as a busy machine needs. With `isPatient` false, forms
 * give up patterns that take long, as they do without this.
 */
export async function setPatience(page: Page, isPatient: boolean): Promise<void> {
  await page.evaluate(
    ([patient, times, limit]) => {
      if (window.isPatient === undefined) {
        const start = window.setTimeout.bind(window);
        const startPatiently = (run: TimerHandler, ms = 0, ...given: unknown[]): number =>
          start(run, window.isPatient === true && times.includes(ms) ? limit : ms, ...given);
        Object.assign(window, { setTimeout: startPatiently });
      }
      window.isPatient = patient;
    },
    [isPatient, PATTERN_TIMES, WAIT_LIMIT] as const,
  );
}
