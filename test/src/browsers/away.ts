import { connect } from '@formwork/client';
import { createConsoleAdapter } from '@formwork/console';
import { defineAgent, defineSkill } from '@formwork/core';
import { createFormsServer } from '@formwork/forms';
import { createServer } from '@formwork/server';
import { expect, onTestFinished } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { pollUntil } from '../support/poll-until.ts';
import type { JourneyWindow } from './journey-window.ts';

const TEXT = `document.body.innerText.replaceAll(/\\s+/gu, ' ')`;

/** The states that the list of runs shows, newest first. */
const STATES = `[...document.querySelectorAll('.side .state')].map(({ innerText }) => innerText.trim())`;

const PAPER = {
  type: 'object',
  properties: { colour: { type: 'string', title: 'Colour' } },
  required: ['colour'],
} as const;

/** A forms page behind a network that a test takes away, with an agent that takes orders. */
interface Shop {
  readonly url: string;
  readonly agentUrl: string;
  readonly network: CuttingProxy;
  /** The things that were ordered, in order. */
  readonly orders: string[];
}

async function openShop(): Promise<Shop> {
  const orders: string[] = [];
  const agent = createServer(
    defineAgent({
      name: 'Shop',
      version: '1.0.0',
      skills: [
        defineSkill({
          id: 'order',
          name: 'Order',
          description: 'Orders a thing.',
          tags: [],
          input: {
            order: {
              type: 'object',
              properties: { thing: { type: 'string', title: 'Thing' } },
              required: ['thing'],
            },
          },
          output: { placed: { type: 'object', properties: { number: { type: 'integer' } } } },
          async run({ input, task }) {
            if (input.thing !== 'Gift') return { number: orders.push(input.thing) };
            const { colour } = await task.ask('Which paper?', { name: 'paper', schema: PAPER });
            return { number: orders.push(`Gift in ${colour}`) };
          },
        }),
      ],
    }),
    { openTasks: true, adapters: [createConsoleAdapter({ onThisMachine: true })] },
  );
  const { url: agentUrl } = await agent.listen({ port: 0 });
  const forms = createFormsServer({ mode: 'one', agentUrl });
  const network = await startCuttingProxy((await forms.listen({ port: 0 })).url);
  onTestFinished(async () => {
    network.cut();
    await forms.close();
    await agent.close();
  });
  return { url: network.url, agentUrl, network, orders };
}

/** Waits until the page shows a text. */
async function see(window: JourneyWindow, pattern: RegExp): Promise<string> {
  let text = '';
  return pollUntil(async () => {
    text = String(await window.read(TEXT));
    return pattern.test(text) ? text : undefined;
  }).catch((error: unknown) => {
    throw new Error(`The page shows no ${String(pattern)}: ${text}`, { cause: error });
  });
}

async function press(window: JourneyWindow, label: string): Promise<void> {
  const button = findButton(label);
  await pollUntil(async () => (await window.read(`${button} !== undefined`)) || undefined);
  await window.read(`${button}.focus()`);
  await window.press('Enter');
}

function findButton(label: string): string {
  return `[...document.querySelectorAll('button:enabled')].find((b) => b.innerText.trim() === ${JSON.stringify(label)})`;
}

/** Lets the page send again now, unless it does so by itself before the button can be pressed. */
async function tryNow(window: JourneyWindow, outcome: RegExp): Promise<void> {
  const focus = `(() => {
    const button = ${findButton('Try now')};
    button?.focus();
    return button !== undefined && document.activeElement === button;
  })()`;
  await pollUntil(async () => {
    if ((await window.read(focus)) === true) {
      await window.press('Enter');
      return true;
    }
    return outcome.test(String(await window.read('document.body.innerText'))) || undefined;
  });
  await see(window, outcome);
}

/** Opens the form, and waits until the page has loaded what Run needs. */
async function openForm(window: JourneyWindow, { url }: Shop): Promise<void> {
  await window.open('about:blank');
  await window.open(`${url}/#skill=order`);
  const isReady = `document.querySelector('.fw-form input') !== null &&
    ['task-result', 'run-list', 'run-details', 'start-work', 'create-form-validator'].every((part) =>
      performance.getEntriesByType('resource').some(({ name, responseEnd }) =>
        name.includes('/assets/' + part + '-') && responseEnd > 0))`;
  await pollUntil(async () => (await window.read(isReady)) || undefined);
}

/** Fills the form, and sends it with the keyboard. */
async function order(window: JourneyWindow, thing: string): Promise<void> {
  await window.read(`document.querySelector('.fw-form input').focus()`);
  await window.type(thing);
  return window.press('Enter', { control: true });
}

/** Follows the link with this text. */
async function follow(window: JourneyWindow, label: string): Promise<void> {
  const link = `[...document.querySelectorAll('main a')].find((a) => a.innerText.trim() === ${JSON.stringify(label)})`;
  await pollUntil(async () => (await window.read(`${link} !== undefined`)) || undefined);
  await window.read(`${link}.click()`);
}

async function leave(window: JourneyWindow): Promise<void> {
  await window.open('about:blank');
}

/** Fills a form as soon as it is drawn, and sends it. */
async function orderAtOnce(window: JourneyWindow, thing: string): Promise<void> {
  await pollUntil(
    async () =>
      (await window.read(`document.querySelector('.fw-form input') !== null`)) || undefined,
  );
  await order(window, thing);
}

/** Opens the page while parts of its code cannot be loaded, and sends before they can. */
async function orderEarly(window: JourneyWindow, { url, network, orders }: Shop): Promise<void> {
  const html = await (await fetch(url)).text();
  const isCode = (path: string): boolean => path.endsWith('.js');
  const isNamed = (path: string): boolean => html.includes(`.${path}"`);
  // The form itself arrives after the rest of the page, which waits for it.
  network.refusePaths((path) => isCode(path) && (!isNamed(path) || path.includes('/form-screen-')));
  await window.open(`${url}/#skill=order`);
  await see(window, /A part of this page is missing/u);
  network.refusePaths((path) => isCode(path) && !isNamed(path));
  await press(window, 'Try again');
  // What sends it has not arrived when the form is sent.
  await orderAtOnce(window, 'Nut');
  const early = /Order Not sent yet.*Keep this page open.*Next try in/u;
  expect(await see(window, early)).not.toMatch(/part of this page is missing|Sending/u);
  await leave(window);
  await window.open(`${url}/#skill=order`);
  await orderAtOnce(window, 'Egg');
  await see(window, early);
  expect(orders).toEqual([]);
  network.refusePaths(undefined);
  await tryNow(window, /Number 1/u);
  await see(window, /No answer to “Nut” of .* had come/u);
  await press(window, 'Send it now');
  await see(window, /Number 2/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Done', 'Done']);
  expect(orders.splice(0)).toEqual(['Egg', 'Nut']);
  await window.read(`localStorage.clear()`);
}

/**
 * Expects, while the server of the forms page goes and comes again, that what could not be sent says
 * so, and is sent once. It belongs to a test, because it ends its servers with it.
 */
export async function sendWhileAway(window: JourneyWindow): Promise<void> {
  const shop = await openShop();
  await orderEarly(window, shop);
  // The server is away while the page stays open.
  await openForm(window, shop);
  shop.network.refuse(true);
  shop.network.cut();
  await order(window, 'Tea');
  const text = await see(window, /Not sent yet.*Keep this page open.*Next try in/u);
  expect(text).not.toMatch(/Working|You can leave/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Not sent yet']);
  shop.network.refuse(false);
  await tryNow(window, /Number 1/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Done']);

  // The page is closed before the server is back.
  await openForm(window, shop);
  shop.network.refuse(true);
  shop.network.cut();
  await order(window, 'Milk');
  await see(window, /Not sent yet/u);
  await leave(window);
  shop.network.refuse(false);
  await window.open(shop.url);
  expect(await see(window, /No answer to “Milk” of .* had come/u)).not.toMatch(/Working/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Not sent yet', 'Done']);
  await press(window, 'Send it now');
  await see(window, /Number 2/u);
  expect(shop.orders).toEqual(['Tea', 'Milk']);

  // The server has the order, and its answer never arrives.
  await openForm(window, shop);
  shop.network.mute(true);
  await order(window, 'Salt');
  await expect.poll(() => shop.orders).toEqual(['Tea', 'Milk', 'Salt']);
  shop.network.cut();
  await see(window, /Not sent yet/u);
  await leave(window);
  shop.network.mute(false);
  await window.open(shop.url);
  await see(window, /No answer to “Salt” of .* had come/u);
  await press(window, 'Send it now');
  await see(window, /Number 3/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Done', 'Done', 'Done']);
  expect(shop.orders).toEqual(['Tea', 'Milk', 'Salt']);

  // A place of the page whose code is not loaded yet is opened while the server is away.
  await window.open('about:blank');
  await window.open(shop.url);
  await see(window, /Salt.*Done|Done.*Salt/u);
  shop.network.refuse(true);
  shop.network.cut();
  await window.read(`location.hash = '#view=history'`);
  const missing = await see(window, /A part of this page is missing/u);
  expect(missing).toMatch(/Salt/u);
  expect(missing).not.toMatch(/Something went wrong/u);
  shop.network.refuse(false);
  await press(window, 'Try again');
  await see(window, /What you ran with this agent, in this browser/u);
  await expect.poll(() => window.read(STATES)).toEqual(['Done', 'Done', 'Done']);

  // The page is closed while an answer is on its way.
  await openForm(window, shop);
  await order(window, 'Gift');
  await see(window, /Which paper\?/u);
  const colour = `document.querySelector('.fw-task-question input')`;
  await pollUntil(async () => (await window.read(`${colour} !== null`)) || undefined);
  shop.network.refuse(true);
  shop.network.cut();
  await window.read(`${colour}.focus()`);
  await window.type('Red');
  await press(window, 'Answer');
  await see(window, /Not sent yet/u);
  await leave(window);
  shop.network.refuse(false);
  await window.open(shop.url);
  await see(window, /Your answer in “Gift” of .* was not confirmed/u);
  await follow(window, 'Look at it');
  await see(window, /before the agent confirmed this answer/u);
  await expect.poll(() => window.read(`${colour}?.value`)).toBe('Red');
  await press(window, 'Answer');
  await see(window, /Number 4/u);

  // The page is closed while a table runs.
  await window.open('about:blank');
  await window.open(`${shop.url}/#skill=order&view=batch`);
  const table = `document.querySelector('textarea')`;
  await pollUntil(async () => (await window.read(`${table} !== null`)) || undefined);
  await window.read(`${table}.focus()`);
  for (const row of ['thing', 'Pen', 'Ink']) {
    await window.type(row);
    await window.press('Enter');
  }
  await press(window, 'Read the table');
  await see(window, /2 rows are ready/u);
  shop.network.mute(true);
  await press(window, 'Run 2 rows');
  await expect.poll(() => shop.orders).toHaveLength(6);
  shop.network.cut();
  await leave(window);
  shop.network.mute(false);
  await window.open(shop.url);
  await see(window, /2 rows of your table for “Order” of .* had no result/u);
  await follow(window, 'Look at it');
  await press(window, 'Go on with it');
  await press(window, 'Run 2 rows');
  await see(window, /2 of 2 done/u);
  expect(shop.orders.slice(3).toSorted()).toEqual(['Gift in Red', 'Ink', 'Pen']);
  const kept = `Object.keys(localStorage).filter((key) => key.startsWith('formwork.batches'))`;
  expect(await window.read(kept)).toEqual([]);

  // An operator answers in the console, whose form is not loaded yet, while the server is away.
  const { taskId } = await (await connect(shop.agentUrl)).skill('order').run({ thing: 'Gift' });
  const desk = await startCuttingProxy(shop.agentUrl);
  onTestFinished(() => desk.cut());
  await window.open(`${desk.url}/console/#/tasks/${taskId}`);
  await press(window, 'Show contents');
  await see(window, /Hide/u);
  desk.refuse(true);
  desk.cut();
  await press(window, 'Answer for the caller');
  await see(window, /Loading/u);
  // Each of the files of the form was asked for in vain.
  await expect.poll(() => desk.refused()).toBeGreaterThan(20);
  desk.refuse(false);
  const field = `document.querySelector('form input')?.labels[0]?.innerText ?? ''`;
  await expect.poll(() => window.read(field)).toMatch(/Colour/u);
}
