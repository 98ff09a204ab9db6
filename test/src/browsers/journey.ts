import { demoAgent } from '@formwork/demo';
import { createFormsServer } from '@formwork/forms';
import { createServer } from '@formwork/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveHost } from '../support/host-page.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { publishAgent } from '../support/publish-agent.ts';
import type { JourneyWindow } from './journey-window.ts';

/** The longest time that a person waits for what a page should show, in milliseconds. */
const PATIENCE_MS = WAIT_LIMIT;

/** The most elements that are passed on the way to another one. */
const MOST_STEPS = 40;

/** The label or the text of the element that has the focus. */
const FOCUS = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return '';
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
  const text = label || (element.querySelector('.name, strong') ?? element).textContent;
  return text.replaceAll(/\\s+/gu, ' ').trim();
})()`;

const TEXT = `document.querySelector('#main').innerText.replaceAll(/\\s+/gu, ' ')`;

/** What a page shows, for the message of a failure. */
const PAGE_TEXT = `(document.querySelector('#main') ?? document.body).innerText`;

/** What a person has seen on a journey, in order. */
export interface Seen {
  /** What has the focus on the way from the heading to the first field. */
  readonly way: readonly string[];
  /** What the summary of problems said about the form that was not complete. */
  readonly problems: string;
  /**
   * The attribute `value` of the field after a date was typed. A page that changes it makes WebKit
   * forget what was typed before.
   */
  readonly attribute: unknown;
  /** The question of the agent. */
  readonly question: string;
  /** The result, when it came, after loading the page again, and from the history. */
  readonly results: readonly string[];
  /** True if the page was as wide as the window, and no wider, with every state on it. */
  readonly isWithin: boolean;
  /** The title of the page at the end. */
  readonly title: string;
  readonly errors: readonly string[];
}

/**
 * Plans a trip with the keyboard alone: opens the page of the demo, chooses a skill, sends a form
 * that is not complete, corrects it, answers a question, reads the result, loads the page again,
 * and finds the result in the history.
 */
export async function planTrip(window: JourneyWindow): Promise<Seen> {
  const agent = createServer(demoAgent, { openTasks: true });
  const { url: agentUrl } = await agent.listen({ port: 0 });
  const forms = createFormsServer({ mode: 'one', agentUrl });
  const { url } = await forms.listen({ port: 0 });
  try {
    return await planTripAt(window, url);
  } finally {
    await forms.close();
    await agent.close();
  }
}

async function planTripAt(window: JourneyWindow, url: string): Promise<Seen> {
  let isWithin = true;
  async function look(): Promise<string> {
    const root = 'document.documentElement';
    isWithin &&= (await window.read(`${root}.scrollWidth <= ${root}.clientWidth`)) === true;
    return String(await window.read(TEXT));
  }

  await window.open(url);
  await waitFor(window, `document.querySelector('.choices') !== null`);
  await look();
  await tabTo(window, 'Plan a Trip');
  await window.press('Enter');
  await waitFor(window, `document.querySelector('.fw-form form') !== null`);
  await look();
  const way = await tabTo(window, 'City');
  await window.type('Porto');

  await window.press('Enter', { control: true });
  await waitFor(window, `document.querySelector('[role=alert]') !== null`);
  const problems = await look();
  await tabTo(window, 'Enter the first day');
  await window.press('Enter');
  await waitFor(window, `${FOCUS}.startsWith('First day (')`);
  await window.typeDate('2027-05-01');
  const attribute = await window.read(`document.activeElement.getAttribute('value')`);
  await window.press('Enter', { control: true });

  await waitFor(window, `document.querySelector('.fw-task form') !== null`);
  const question = await look();
  await tabTo(window, 'Days');
  await window.type('2');
  await tabTo(window, 'Answer');
  await window.press('Enter');
  await waitFor(
    window,
    `document.title.startsWith('Done') && document.querySelector('.fw-result') !== null`,
  );
  const results = [await look()];

  await window.reload();
  await waitFor(
    window,
    `document.title.startsWith('Done') && document.querySelector('.fw-result') !== null`,
  );
  results.push(await look());
  await tabTo(window, 'Fight Comparison');
  await window.press('Enter');
  await waitFor(window, `${TEXT}.includes('Fight Comparison')`);
  await tabTo(window, 'Porto');
  await window.press('Enter');
  await waitFor(
    window,
    `document.title.startsWith('Done') && document.querySelector('.fw-result') !== null`,
  );
  results.push(await look());
  const title = String(await window.read('document.title'));
  return {
    way,
    problems,
    attribute,
    question,
    results,
    isWithin,
    title,
    errors: await window.listErrors(),
  };
}

/** What the page of another site has heard and shown of a form that is sent from it. */
export interface SentFromElsewhere {
  /** What has the focus on the way from the page of the site to the field. */
  readonly way: readonly string[];
  /** The events of the element that tell how the submission went on, each once. */
  readonly events: readonly string[];
  /** What the element shows at the end. */
  readonly result: string;
  readonly errors: readonly string[];
}

/** The innermost element with the focus, also within shadow roots. */
const INNER_FOCUS = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const text = element?.labels?.[0]?.textContent || element?.textContent || '';
  return element === document.body ? '' : text.replaceAll(/\\s+/gu, ' ').trim();
})()`;

const SHADOW_TEXT = `(document.querySelector('formwork-form')?.shadowRoot?.textContent ?? '')`;

/** Listens to the events of the element, as a script of the site would that its policy allows. */
const HEAR = `(() => {
  window.heard = [];
  for (const name of ['submit', 'result', 'error']) {
    document.addEventListener('formwork-' + name, () => window.heard.push(name));
  }
  return true;
})()`;

/**
 * Sends a public form with the keyboard alone from a page of another site, whose policy allows one
 * script by its hash and nothing else.
 */
export async function sendFromElsewhere(window: JourneyWindow): Promise<SentFromElsewhere> {
  const agent = await publishAgent();
  const body = `<formwork-form src="${agent.url}" skill="order"></formwork-form>`;
  const site = await serveHost({ agent: agent.url, body });
  try {
    await window.open(site.url);
    await window.read(HEAR);
    await waitFor(window, `${SHADOW_TEXT}.includes('Thing')`);
    const way = await tabTo(window, 'Thing', INNER_FOCUS);
    await window.type('Tea');
    await window.press('Enter', { control: true });
    await waitFor(window, `window.heard.some((name) => name !== 'submit')`);
    await waitFor(window, `${SHADOW_TEXT}.includes('Total')`);
    return {
      way,
      events: (await window.read('window.heard')) as readonly string[],
      result: String(await window.read(SHADOW_TEXT)),
      errors: await window.listErrors(),
    };
  } finally {
    site.close();
    await agent.close();
  }
}

/** Waits until an expression is true in a page. */
async function waitFor(window: JourneyWindow, expression: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while ((await window.read(expression)) !== true) {
    if (performance.now() > end) {
      throw new Error(
        `Cannot wait longer for ${expression}: the page says ${String(await window.read(PAGE_TEXT))}`,
      );
    }
    await sleep(25);
  }
}

/**
 * Presses Tab until an element has the focus whose name begins with `name`, and returns the names
 * on the way.
 */
async function tabTo(
  window: JourneyWindow,
  name: string,
  focus = FOCUS,
): Promise<readonly string[]> {
  const way: string[] = [];
  while (way.length < MOST_STEPS) {
    await window.press('Tab');
    way.push(String(await window.read(focus)));
    if (way.at(-1)?.startsWith(name) === true) return way;
  }
  throw new Error(`Cannot reach ${name} by Tab: on the way were ${way.join(', ')}`);
}
