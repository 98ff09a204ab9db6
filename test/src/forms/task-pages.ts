import type { BrowserContextOptions, Page } from 'playwright-core';
import type { FormPages } from './open-page.ts';
import type { EVENTS } from './task-page/description.ts';
import type { BeginOptions } from './task-page/main.tsx';

/** The name of an event that the scripted agent can send. */
export type EventName = keyof typeof EVENTS;

/** A page with a conversation with the scripted agent. */
export interface TaskPage {
  readonly page: Page;
  /** The errors of scripts and of the console on the page, oldest first. */
  readonly errors: readonly string[];
}

/** Opens a page with a conversation and sends the first message. */
export async function beginTask(
  pages: FormPages,
  options: BeginOptions = {},
  settings: BrowserContextOptions = {},
): Promise<TaskPage> {
  const page = await pages.open({ viewport: { width: 900, height: 900 }, ...settings });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.evaluate((given) => window.begin(given), options);
  await waitForSending(page, 1);
  return { page, errors };
}

/** Waits until a page shows a message as sent, and the scripted agent has so many of them. */
export async function waitForSending(page: Page, count: number): Promise<void> {
  await page
    .locator('.fw-task')
    .nth(count - 1)
    .waitFor();
  await page.waitForFunction(
    (least) => window.calls().filter(({ kind }) => kind === 'send').length >= least,
    count,
  );
}

/** Makes the scripted agent send events, by their names. */
export async function say(page: Page, ...names: readonly EventName[]): Promise<void> {
  await page.evaluate((given) => window.say(...given), [...names]);
}
