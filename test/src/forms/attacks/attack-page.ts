import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { carryJson } from '../carry-json.ts';
import { draw, openFormPages, type FormPages } from '../open-page.ts';
import type { PageOptions } from '../page/main.tsx';
import { openHoldupMeter } from './page-holdup.ts';

/** The result of an attack on a form page. */
interface AttackOutcome {
  /** The page's reason for refusing the form; `''` if the form was drawn. */
  readonly reason: string;
  /** The text of the whole form. */
  readonly text: string;
  readonly controls: number;
  readonly sent: readonly unknown[];
  /** The sent values as JSON, which may be nested deeper than Node can write. */
  readonly sentText: string;
  readonly problems: readonly string[];
  /** The notice in which the page says what it could not check. */
  readonly unchecked: string;
}

declare global {
  interface Window {
    prepared?: PageOptions;
  }
}

/** The step before sending: press a key in the first field, or pick each example. */
type FirstStep = 'key' | 'examples';

/** A page whose forms a test attacks with hostile schemas. */
export interface AttackPage {
  readonly page: Page;
  /**
   * Draws a form from options or their JSON, does what `first` says, and presses "Send". Fails if
   * the page stood still, fetched anything, ran a script of the schema, or if React gave up.
   */
  attack(options: PageOptions | string, first?: FirstStep): Promise<AttackOutcome>;
  close(): Promise<void>;
}

/** Opens a form page in a browser profile of its own, to be attacked. */
export async function openAttackPage(): Promise<AttackPage> {
  const pages: FormPages = await openFormPages();
  // In a shared profile, garbage of other pages could be collected during the attack.
  const page = await pages.open({ isAlone: true });
  const requests: string[] = [];
  const errors: string[] = [];
  // The worker in which patterns run is the page's own and may start at any time.
  const isForeign = (url: string): boolean => new URL(url).host !== new URL(page.url()).host;
  page.context().on('request', (request) => {
    if (isForeign(request.url())) requests.push(request.url());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('dialog', (dialog) => {
    errors.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const meter = await openHoldupMeter(page);
  // Code is slower when it runs for the first time, which is not the effect of an attack.
  await draw(page, { schema: { properties: { a: { type: 'string' } } } });

  async function run(first: FirstStep | undefined): Promise<AttackOutcome> {
    const { sentText, ...outcome } = await page.evaluate(async (step) => {
      // The page has done everything when it is idle.
      const rest = (): Promise<void> =>
        new Promise((resolve) => {
          requestIdleCallback(() => resolve());
        });
      if (window.prepared !== undefined) window.draw(window.prepared);
      // A person acts only after the page has drawn the effect of the last action, and loaded the
      // code of controls and views that few forms have.
      const isWhole = (): boolean =>
        document.querySelector('button[type=submit]') !== null &&
        document.querySelector('.fw-late') === null;
      await rest();
      while (!isWhole()) await rest();
      if (step === 'examples') {
        for (const chip of document.querySelectorAll<HTMLElement>('.fw-chip')) {
          chip.click();
          await rest();
        }
      }
      const field = document.querySelector<HTMLInputElement>('form input:not([readonly])');
      if (step === 'key' && field !== null) {
        field.focus();
        document.execCommand('insertText', false, 'q');
        await rest();
      }
      document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      const said = '[data-fw-summary] a, form [aria-invalid=true]';
      while (window.sent.length === 0 && document.querySelector(said) === null) await rest();
      // Sent as JSON, because Playwright drops names with a meaning in JavaScript.
      const sent = JSON.stringify(window.sent);
      return {
        reason: document.querySelector('form > p')?.textContent ?? '',
        text: document.querySelector('.fw-form')?.textContent ?? '',
        controls: document.querySelectorAll(
          '.fw-form :is(input:not([type=search]), textarea, select)',
        ).length,
        sentText: sent,
        unchecked: document.querySelector('[data-fw-unchecked]')?.textContent ?? '',
        problems: [...document.querySelectorAll('[data-fw-summary] li')].map(
          ({ textContent }) => textContent,
        ),
      };
    }, first);
    return { ...outcome, sentText, sent: JSON.parse(sentText) };
  }

  return {
    page,
    async attack(options, first) {
      requests.length = 0;
      // The schema is sent and parsed beforehand, because that is not the work of the form.
      const json = typeof options === 'string' ? options : JSON.stringify(options);
      await carryJson(page, 'prepared', json);
      const outcomes: AttackOutcome[] = [];
      await meter.expectShort(async () => outcomes.push(await run(first)));
      const outcome = outcomes.at(-1);
      if (outcome === undefined) throw new Error('Cannot say how an attack ended that never ran');
      expect(requests).toEqual([]);
      expect(errors).toEqual([]);
      expect(outcome.text).not.toContain('This form could not be drawn');
      return outcome;
    },
    close: () => pages.close(),
  };
}
