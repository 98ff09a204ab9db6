import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { WAIT_LIMIT } from '../../support/limits.ts';
import type { PageOptions } from '../page/main.tsx';

/**
 * A schema whose form is drawn, and the data that the form starts with; without data the form is
 * empty.
 */
export interface FormTrial {
  readonly schema: JsonSchema;
  readonly data?: Json;
}

/** The result of drawing one form and pressing "Send". */
export interface FormOutcome {
  /**
   * The view that the person gets; `failed` if drawing failed and the person enters JSON instead.
   */
  readonly drawn: 'fields' | 'refused' | 'failed';
  /** The page's reason for refusing the form or for its failure. */
  readonly reason: string;
  /** The number of controls and buttons in the form, including an editor for JSON. */
  readonly controls: number;
  /** The data that were sent, as JSON; `undefined` if none were. */
  readonly sent: string | undefined;
  /** The messages of the page if no data were sent. */
  readonly problems: readonly string[];
  /** The number of changes that the form reported although nobody changed anything. */
  readonly changes: number;
  /** The time of the clock from drawing until the data were sent or refused, in milliseconds. */
  readonly took: number;
}

/** Draws forms one after another on a page and presses "Send" in each. */
export async function tryForms(
  page: Page,
  trials: readonly FormTrial[],
): Promise<readonly FormOutcome[]> {
  const task = { text: JSON.stringify(trials), limit: WAIT_LIMIT };
  return page.evaluate(async ({ text, limit }) => {
    const outcomes: FormOutcome[] = [];
    for (const { schema, data } of JSON.parse(text) as readonly FormTrial[]) {
      const start = performance.now();
      const options: PageOptions = data === undefined ? { schema } : { schema, initialData: data };
      window.draw(options);
      // The code of controls that few forms have is loaded with the first of them.
      while (document.querySelector('.fw-late') !== null) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      // The page computes the layout of the form and then hides it, because painting would take
      // longer.
      const { style } = document.body;
      style.display = '';
      document.body.getBoundingClientRect();
      style.display = 'none';
      const reason = document.querySelector('form > p')?.textContent ?? '';
      const controls = document.querySelectorAll(
        '.fw-form form :is(input, textarea, select, button):not([type=submit])',
      ).length;
      document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      // A worker may validate the form; it is done when the form was sent or shows a message.
      const said = '[data-fw-summary] a, form [aria-invalid=true]';
      while (
        window.sent.length === 0 &&
        document.querySelector(said) === null &&
        performance.now() - start < limit
      ) {
        await new Promise((resolve) => setTimeout(resolve));
      }
      outcomes.push({
        drawn: reason === '' ? 'fields' : reason.startsWith('Cannot draw') ? 'refused' : 'failed',
        reason,
        controls,
        sent: window.sent.length === 1 ? JSON.stringify(window.sent[0]) : undefined,
        problems: [...document.querySelectorAll('[data-fw-summary] a')].map(
          ({ textContent }) => textContent,
        ),
        changes: window.changed.length,
        took: performance.now() - start,
      });
    }
    return outcomes;
  }, task);
}
