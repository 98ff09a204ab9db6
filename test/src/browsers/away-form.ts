import { defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createServer } from '@formwork/server';
import { expect, onTestFinished } from 'vitest';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { serveHost } from '../support/host-page.ts';
import { pollUntil } from '../support/poll-until.ts';
import type { JourneyWindow } from './journey-window.ts';

const ROOT = `document.querySelector('formwork-form')?.shadowRoot`;
const TEXT = `${ROOT}?.querySelector('.fw-embed')?.innerText.replaceAll(/\\s+/gu, ' ') ?? ''`;

/** The ids of the submissions that the tab keeps. */
const KEPT = `Object.values({ ...sessionStorage }).flatMap((kept) => JSON.parse(kept).map(({ id }) => id))`;

/** A public form, and the things that were ordered by it, in order. */
interface Shop {
  readonly url: string;
  readonly orders: readonly string[];
}

async function openShop(): Promise<Shop> {
  const orders: string[] = [];
  const server = createServer(
    defineAgent({
      name: 'Shop',
      version: '1.0.0',
      skills: [
        defineSkill({
          id: 'order',
          name: 'Order',
          description: 'Orders a thing.',
          tags: [],
          publish: { form: true },
          input: {
            order: {
              type: 'object',
              properties: { thing: { type: 'string', title: 'Thing' } },
              required: ['thing'],
            },
          },
          output: { placed: { type: 'object', properties: { number: { type: 'integer' } } } },
          run: ({ input }) => ({ number: orders.push(input.thing) }),
        }),
      ],
    }),
    { adapters: [createPublicFormsAdapter()] },
  );
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { url, orders };
}

/** Waits until the form shows a text, and returns all that it shows. */
async function see(window: JourneyWindow, pattern: RegExp): Promise<string> {
  let text = '';
  return pollUntil(async () => {
    text = String(await window.read(TEXT));
    return pattern.test(text) ? text : undefined;
  }).catch((error: unknown) => {
    throw new Error(`The form shows no ${String(pattern)}: ${text}`, { cause: error });
  });
}

/** Fills the form as soon as it is drawn, and sends it with the keyboard. */
async function order(window: JourneyWindow, thing: string): Promise<void> {
  const field = `${ROOT}.querySelector('form input')`;
  await pollUntil(async () => (await window.read(`${field} !== null`)) || undefined);
  await window.read(`${field}.focus()`);
  await window.type(thing);
  await window.press('Enter', { control: true });
}

/**
 * Expects, while the agent goes and comes again, that a public form that could not be sent is sent
 * once. It belongs to a test, because it ends its servers with it.
 */
export async function sendFormWhileAway(window: JourneyWindow): Promise<void> {
  const { url: agentUrl, orders } = await openShop();
  const network = await startCuttingProxy(agentUrl);
  const leave = async (): Promise<void> => window.open('about:blank');

  // The server is away while the form is sent, and what takes forms is while the page comes back.
  await window.open(`${network.url}/forms/order`);
  await see(window, /Thing/u);
  network.refuse(true);
  network.cut();
  await order(window, 'Tea');
  const unsent = /Tea Not sent yet Keep this page open/u;
  expect(await see(window, unsent)).not.toMatch(/Working|Sending|You can leave/u);
  const [id, ...others] = (await window.read(KEPT)) as readonly string[];
  expect([id, others]).toEqual([expect.any(String), []]);
  await leave();
  network.refuse(false);
  network.refusePaths((path) => path.endsWith('/send'));
  await window.open(`${network.url}/forms/order`);
  expect(await see(window, unsent)).not.toMatch(/Working|You can leave/u);
  expect(await window.read(KEPT)).toEqual([id]);
  network.refusePaths(undefined);
  await window.read(`dispatchEvent(new Event('online'))`);
  await see(window, /Done.*Number 1/u);
  await expect.poll(() => window.read(KEPT)).toEqual([]);
  expect(orders).toEqual(['Tea']);

  // The agent has the order, and its answer never arrives.
  await leave();
  await window.open(`${network.url}/forms/order`);
  await see(window, /Thing/u);
  network.mute(true);
  await order(window, 'Salt');
  await expect.poll(() => orders).toEqual(['Tea', 'Salt']);
  await leave();
  network.mute(false);
  await window.open(`${network.url}/forms/order`);
  await see(window, /Salt.*Done.*Number 2/u);
  await expect.poll(() => window.read(KEPT)).toEqual([]);
  expect(orders).toEqual(['Tea', 'Salt']);

  // The form stands on another site, which is loaded again while the agent is away.
  const body = `<formwork-form src="${network.url}" skill="order"></formwork-form>`;
  const host = await serveHost({ agent: agentUrl, others: [network.url], body });
  onTestFinished(() => host.close());
  await window.open(host.url);
  await see(window, /Thing/u);
  network.refuse(true);
  network.cut();
  await order(window, 'Milk');
  await see(window, /Milk Not sent yet/u);
  await window.reload();
  await see(window, /could not be reached/u);
  network.refuse(false);
  await window.read(`dispatchEvent(new Event('online'))`);
  await see(window, /Milk.*Done.*Number 3/u);
  await expect.poll(() => window.read(KEPT)).toEqual([]);
  expect(orders).toEqual(['Tea', 'Salt', 'Milk']);
}
