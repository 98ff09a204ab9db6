import type { CDPSession, Page } from 'playwright-core';
import { carryJson } from '../carry-json.ts';
import { readStall, recordStalls } from '../attacks/stall-recorder.ts';
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
   * times. The shortest stall of each step counts.
   */
  attempt(
    trial: HostileTrial,
    limits: { readonly most: number; readonly tries: number },
  ): Promise<HostileOutcome>;
}

/** Opens a page in a browser profile of its own, on which hostile schemas are tried. */
export async function openHostilePage(pages: FormPages): Promise<HostilePage> {
  const page = await pages.open({ isAlone: true });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const session = await page.context().newCDPSession(page);
  // Measures the processor time of the page's thread, which other programs do not add to.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await recordStalls(page);
  // Code is slower when it runs for the first time, which is not the effect of a hostile schema.
  await draw(page, { schema: { properties: { a: { type: 'string' } } } });
  await runPhase({ page, session }, 'type');
  await runPhase({ page, session }, 'send');

  return {
    async attempt({ schema, initialData }, { most, tries }) {
      errors.length = 0;
      const options = { schema, ...(initialData === undefined ? {} : { initialData }) };
      await carryJson(page, 'prepared', JSON.stringify(options));
      const best = { draw: Infinity, type: Infinity, send: Infinity };
      let outcome: Ending = { reason: '', end: 'nothing' };
      for (let time = 0; time < tries; time += 1) {
        for (const phase of PHASES) {
          best[phase] = Math.min(best[phase], await runPhase({ page, session }, phase));
        }
        outcome = await readOutcome(page);
        if (Math.max(...Object.values(best)) < most) break;
      }
      return { stalls: best, ...outcome, errors: [...errors] };
    },
  };
}

interface Measured {
  readonly page: Page;
  readonly session: CDPSession;
}

/**
 * Does one step and returns the longest time in milliseconds that the page stood still: by the
 * clock, or the whole work of its thread if that is less, as on a busy machine.
 */
async function runPhase({ page, session }: Measured, phase: Phase): Promise<number> {
  await readStall(page);
  const before = await readWork(session);
  await page.evaluate(STEPS[phase], SAID);
  const stall = await readStall(page);
  return Math.min(stall, (await readWork(session)) - before);
}

/** Returns the time that the page's own thread has worked so far, in milliseconds. */
async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** The selector of elements that show that a value was refused. */
const SAID = '[data-fw-summary] a, form [aria-invalid=true]';

/** The code of each step, which waits for the step's result. */
const STEPS: Readonly<Record<Phase, (said: string) => Promise<void>>> = {
  async draw() {
    const { prepared } = window;
    if (prepared !== undefined) window.draw(prepared);
    do {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
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
        setTimeout(resolve, 10);
      });
    }
  },
  async send(said) {
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    for (let turn = 0; turn < 400; turn += 1) {
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      if (window.sent.length > 0 || document.querySelector(said) !== null) break;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
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
