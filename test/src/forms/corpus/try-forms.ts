import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import type { PageOptions } from '../page/main.tsx';

/** A form to be drawn, and what is to be loaded into it; without data it is a new form. */
export interface FormTrial {
  readonly schema: JsonSchema;
  readonly data?: Json;
}

/** What became of a form. */
export interface FormOutcome {
  /** What the person has before them; `failed` if drawing failed and JSON is entered instead. */
  readonly drawn: 'fields' | 'refused' | 'failed';
  /** Why it was refused or failed, in the words of the page. */
  readonly reason: string;
  /** Places with a control or a button, an editor for JSON among them. */
  readonly controls: number;
  /** The data that were sent, as JSON; `undefined` if they were not. */
  readonly sent: string | undefined;
  /** What the page said when they were not. */
  readonly problems: readonly string[];
  /** Changes that were reported though nobody changed anything. */
  readonly changes: number;
  /** Milliseconds from drawing until it was sent or refused. */
  readonly took: number;
}

/** Draws forms one after another on a page and presses "Send" in each. */
export async function tryForms(
  page: Page,
  trials: readonly FormTrial[],
): Promise<readonly FormOutcome[]> {
  return page.evaluate(async (text) => {
    const outcomes: FormOutcome[] = [];
    for (const { schema, data } of JSON.parse(text) as readonly FormTrial[]) {
      const start = performance.now();
      const options: PageOptions = data === undefined ? { schema } : { schema, initialData: data };
      window.draw(options);
      // It has a place for all that it holds; nobody looks at it, and to paint it takes longer than that.
      const { style } = document.body;
      style.display = '';
      document.body.getBoundingClientRect();
      style.display = 'none';
      const reason = document.querySelector('form > p')?.textContent ?? '';
      const controls = document.querySelectorAll(
        '.fw-form form :is(input, textarea, select, button):not([type=submit])',
      ).length;
      document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      // Judging may be done elsewhere: it is over when something was sent or said.
      const said = '[data-fw-summary] a, form [aria-invalid=true]';
      while (
        window.sent.length === 0 &&
        document.querySelector(said) === null &&
        performance.now() - start < 5000
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
  }, JSON.stringify(trials));
}
