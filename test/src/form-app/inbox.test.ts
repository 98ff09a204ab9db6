// Not over every binding: the page asks its own server.
import { connect } from '@formwork/client';
import { createFormsServer } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryRecords } from '@formwork/runtime';
import { createApiKeyAuthentication } from '@formwork/server';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fitsWidth } from './open-app.ts';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { AS_ADA, KIM, LEE, openOffice } from '../support/office.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { onTestFinished } from '../support/test-end.ts';

const PHONE = { width: 390, height: 800 };

interface Desk {
  readonly url: string;
  readonly agentUrl: string;
  /** Opens the page as a person, in a browser of their own. */
  readonly open: (name: string, hash: string, viewport?: typeof PHONE) => Promise<Page>;
}

async function openDesk(): Promise<Desk> {
  const office = await openOffice({
    adapters: [createPeopleAdapter({ records: createMemoryRecords() })],
    requireAuthentication: true,
    authenticate: createApiKeyAuthentication({
      keys: { 'key-of-ada': 'ada', 'key-of-kim': KIM, 'key-of-lee': LEE },
    }),
  });
  const forms = createFormsServer({ mode: 'one', agentUrl: office.url });
  const { url } = await forms.listen({ port: 0 });
  const browser = await shareBrowser();
  onTestFinished(async () => {
    await browser.close();
    await forms.close();
  });
  return {
    url,
    agentUrl: office.url,
    async open(name, hash, viewport = { width: 1280, height: 900 }) {
      const context = await browser.newContext({
        locale: 'en-US',
        viewport,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(`${url}/${hash}`);
      if (name !== '') {
        if (viewport.width < 800) await page.getByRole('button', { name: 'Skills' }).click();
        await page.getByText('The agent wants to know who you are').click();
        await page.getByLabel('API key (x-api-key)').fill(`key-of-${name}`);
        await page.getByRole('button', { name: 'Use it' }).click();
        if (viewport.width < 800) await page.getByRole('button', { name: 'Inbox' }).click();
      }
      return page;
    },
  };
}

async function listFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  const size = { width: 320, height: 640 };
  const look = async (): Promise<void> => void ((await fitsWidth(page)) || faults.push('too wide'));
  faults.push(...(await listViolationsInBoth(page, { size, look })));
  return [...faults, ...(await listLookFaults(page))];
}

test('a question is answered on a phone, and of two approvers one is told that it is too late', async () => {
  const { open, agentUrl, url } = await openDesk();
  const remote = await connect(agentUrl, { headers: AS_ADA });
  const call = remote.skill('spend').run({ euros: 1204 }, { waitForOthers: true });
  const other = remote.skill('spend').run({ euros: 77 });
  other.catch(() => undefined);

  const lee = await open('lee', '#view=inbox');
  await lee.getByRole('link', { name: /Spend 1204 EUR/u }).click();
  await lee.getByRole('heading', { name: 'Spend 1204 EUR?' }).waitFor();
  expect(await lee.getByText('For ada').isVisible()).toBe(true);
  await lee.getByRole('button', { name: 'Hand over' }).click();
  expect(await listFaults(lee)).toEqual([]);

  // Kim has never seen the task: she comes by phone, finds it, takes it, and answers with the keyboard.
  const kim = await open('kim', '#view=inbox', PHONE);
  await kim.getByText('2 questions wait for you').waitFor();
  expect(await listFaults(kim)).toEqual([]);
  await kim.getByRole('link', { name: /Spend 1204 EUR/u }).click();
  await kim.getByRole('button', { name: 'Take it' }).click();
  await kim.getByText('Taken by you').waitFor();
  await kim.getByRole('radio', { name: 'Yes' }).focus();
  await kim.keyboard.press('Space');
  await kim.getByRole('button', { name: 'Answer', exact: true }).focus();
  await kim.keyboard.press('Enter');
  await kim.getByText('Thank you. The task goes on.').waitFor();
  expect(await kim.getByRole('link', { name: 'Next question' }).isVisible()).toBe(true);
  expect(await listFaults(kim)).toEqual([]);
  expect(await call).toMatchObject({ state: 'completed', data: { euros: 1204, by: 'kim' } });

  // Lee still has the form open, and is told.
  await lee.getByRole('radio', { name: 'No' }).check();
  await lee.getByRole('button', { name: 'Answer', exact: true }).click();
  await lee.getByRole('alert').waitFor();
  expect(await lee.getByRole('alert').innerText()).toContain('no longer waits for you');
  expect(await listFaults(lee)).toEqual([]);

  // Whoever has not said who they are sees nothing.
  await lee.goto(`${url}/#view=inbox`);
  await lee.reload();
  await lee.getByText('Sign in to see what waits for you.').waitFor();
}, 60_000);
