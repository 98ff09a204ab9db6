import type { Page } from 'playwright-core';
import { WAIT_LIMIT } from '../../support/limits.ts';
import { openHoldupMeter } from '../attacks/page-holdup.ts';
import { carryJson } from '../carry-json.ts';
import { draw, type FormPages } from '../open-page.ts';
import type { HostileTrial } from './hostile-schemas.ts';

/** The steps of a person with a form: see it drawn, type, and send. */
export const PHASES = ['draw', 'type', 'send'] as const;

type Phase = (typeof PHASES)[number];

/** The longest time that a page stood still in each step, in milliseconds. */
type Stalls = Readonly<Record<Phase, number>>;

/** The result of a trial with a hostile schema. */
export interface HostileOutcome {
  readonly stalls: Stalls;
  /** The page's reason for drawing no form; `''` if there was one. */
  readonly reason: string;
  /** The result of sending the form; `nothing` is a fault. */
  readonly end: 'sent' | 'problems' | 'nothing';
  readonly errors: readonly string[];
}

/** A page on which hostile schemas are drawn, typed in and sent. */
export interface HostilePage {
  /**
   * Repeats all steps until none stalls the page longer than `most` milliseconds, at most `tries`
   * times. The shortest stall of each step counts. With `isPaced`, a stall is as long as it were if
   * the page did its work at the pace of a quiet machine.
   */
  attempt(
    trial: HostileTrial,
    limits: { readonly most: number; readonly tries: number; readonly isPaced?: boolean },
  ): Promise<HostileOutcome>;
}

/** Opens a page in a browser profile of its own, on which hostile schemas are tried. */
export async function openHostilePage(pages: FormPages): Promise<HostilePage> {
  const page = await pages.open({ isAlone: true });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const meter = await openHoldupMeter(page);
  const runPhase = (phase: Phase): Promise<number> =>
    meter.measure(() => page.evaluate(STEPS[phase], { said: SAID, limit: WAIT_LIMIT }));
  // Code is slower when it runs for the first time, which is not the effect of a hostile schema.
  await draw(page, { schema: { properties: { a: { type: 'string' } } } });
  await runPhase('type');
  await runPhase('send');

  return {
    async attempt({ schema, initialData }, { most, tries, isPaced = false }) {
      errors.length = 0;
      const options = { schema, ...(initialData === undefined ? {} : { initialData }) };
      await carryJson(page, 'prepared', JSON.stringify(options));
      const best = { draw: Infinity, type: Infinity, send: Infinity };
      let outcome: Ending = { reason: '', end: 'nothing' };
      for (let time = 0; time < tries; time += 1) {
        for (const phase of PHASES) {
          const stall = await runPhase(phase);
          const isLong = isPaced && stall >= most;
          const slowness = isLong ? await meter.measureSlowness() : 1;
          best[phase] = Math.min(best[phase], stall / slowness);
        }
        outcome = await readOutcome(page);
        if (Math.max(...Object.values(best)) < most) break;
      }
      return { stalls: best, ...outcome, errors: [...errors] };
    },
  };
}

/** The selector of elements that show that a value was refused. */
const SAID = '[data-fw-summary] a, form [aria-invalid=true]';

/** What ends the last step: elements of that selector, or a time after which nothing will come. */
interface FormEnd {
  readonly said: string;
  readonly limit: number;
}

/** The code of each step, which waits for the step's result. */
const STEPS: Readonly<Record<Phase, (end: FormEnd) => Promise<void>>> = {
  async draw() {
    const { prepared } = window;
    if (prepared !== undefined) window.draw(prepared);
    do {
      // The page has done everything when it is idle.
      await new Promise((resolve) => {
        requestIdleCallback(resolve);
      });
      // The code of controls that few forms have is loaded with the first of them.
    } while (document.querySelector('.fw-late') !== null);
  },
  async type() {
    const fields = 'form :is(input:not([readonly], [type=checkbox], [type=radio]), textarea)';
    const field = document.querySelector<HTMLInputElement>(fields);
    for (const key of field === null ? [] : ['1', '0']) {
      field?.focus();
      document.execCommand('insertText', false, key);
      await new Promise((resolve) => {
        requestIdleCallback(resolve);
      });
    }
  },
  async send({ said, limit }) {
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    const end = performance.now() + limit;
    while (window.sent.length === 0 && document.querySelector(said) === null) {
      await new Promise((resolve) => {
        requestIdleCallback(resolve);
      });
      if (performance.now() > end) break;
    }
    await new Promise((resolve) => {
      requestIdleCallback(resolve);
    });
  },
};

type Ending = Omit<HostileOutcome, 'stalls' | 'errors'>;

async function readOutcome(page: Page): Promise<Ending> {
  return page.evaluate((said) => {
    const isTold = document.querySelector(said) !== null;
    return {
      reason: document.querySelector('form > p')?.textContent ?? '',
      end: window.sent.length > 0 ? 'sent' : isTold ? 'problems' : 'nothing',
    };
  }, SAID);
}
