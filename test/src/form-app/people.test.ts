import { demoAgent } from '@formwork/demo';
import { createFormsServer } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createServer } from '@formwork/server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leavePage, takePage } from '../support/keep-page.ts';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { fitsWidth, openMore } from './open-app.ts';

const agent = createServer(demoAgent, { openTasks: true, adapters: [createPeopleAdapter()] });
let forms: ReturnType<typeof createFormsServer>;
let url = '';
let agentUrl = '';

beforeAll(async () => {
  ({ url: agentUrl } = await agent.listen({ port: 0 }));
  forms = createFormsServer({ mode: 'one', agentUrl });
  ({ url } = await forms.listen({ port: 0 }));
});
afterAll(async () => {
  await forms.close();
  await agent.close();
});

/** Expects that everybody can use the page as it is, in every look and down to 320 px. */
async function judge(page: Page): Promise<void> {
  const size = { width: 320, height: 640 };
  const look = async (): Promise<void> => expect(await fitsWidth(page)).toBe(true);
  expect(await listViolationsInBoth(page, { size, look })).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
}

test('what was run on a phone is found, filtered, saved and shared on another device', async () => {
  const looks = { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } } as const;
  const phone = await takePage(looks);
  const desk = await takePage({ ...looks, viewport: { width: 1280, height: 900 } });
  const fields = phone.locator('.fw-form form input');
  for (const [one, other] of [
    ['Wolf', 'Bear'],
    ['Lion', 'Tiger'],
  ] as const) {
    await phone.goto(`${url}/#skill=fight-comparison`);
    await fields.nth(0).fill(one);
    await fields.nth(1).fill(other);
    await fields.nth(1).press('Enter');
    await phone.getByRole('button', { name: 'Run again' }).waitFor();
  }

  await desk.goto(`${url}/#view=history&state=done`);
  const history = desk.locator('.people');
  const link = history.getByRole('link', { name: /Lion and Tiger/u });
  await link.waitFor();
  await history.getByText('there is no such filter: state=done').waitFor();
  const search = history.getByRole('searchbox', { name: 'Search your history' });
  await search.fill('nothing like it');
  await history.getByText('Nothing fits.').waitFor();
  await search.fill('a b c d e f g h i');
  await history.getByText('Only the first 8 words count').waitFor();
  await search.fill('TIGER');
  await link.waitFor();
  expect(new URL(desk.url()).hash).toContain('find=TIGER');
  await desk.reload();
  await link.waitFor();
  await expect.poll(() => search.inputValue()).toBe('TIGER');

  await history.getByText('Filters', { exact: true }).click();
  await history.getByText('Save as a file').click();
  await judge(desk);
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    history.getByRole('button', { name: 'Table (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('tasks.csv');

  // The search of the page finds what this browser does not know.
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox', { name: /^Search/u }).fill('tiger');
  await desk.getByRole('option', { name: /Lion and Tiger/u }).click();
  await desk.getByRole('button', { name: 'Run again' }).waitFor();
  // It is compared with a run that only the other device has seen.
  await openMore(desk);
  await desk.getByRole('link', { name: 'Compare with another run' }).click();
  await desk
    .getByRole('row', { name: /A.*Wolf.*Lion/u })
    .first()
    .waitFor();
  await desk.getByRole('row', { name: /Winner.*(?:Wolf|Bear)/u }).waitFor();
  await judge(desk);
  await desk.goBack();
  await desk.getByText('Share this task').click();
  await desk.getByRole('button', { name: 'Make a link' }).click();
  const shared = await desk.locator('.share-link').innerText();
  await judge(desk);
  await phone.goto(shared);
  const dialog = phone.getByRole('dialog', { name: /Lion and Tiger/u });
  await dialog
    .getByText('The winner of the fight')
    .or(dialog.getByText('Winner'))
    .first()
    .waitFor();
  await judge(phone);
  await phone.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The dialog is gone from the tree of roles before its event takes the token out of the address.
  await phone.waitForURL((address) => !address.hash.includes('shared='));

  await desk.goto(`${url}/#view=history`);
  await history.getByText('What you share').click();
  // Without a network, what is shared is still shared, and says so.
  await desk.route('**/api/people', (route) => route.abort());
  await history.getByRole('button', { name: 'Stop sharing' }).click();
  await history.getByText('This is still shared.').waitFor();
  await desk.unroute('**/api/people');
  await phone.goto('about:blank');
  await phone.route('**/api/people', (route) =>
    route.request().postData()?.includes('"/links"') === true ? route.abort() : route.continue(),
  );
  await phone.goto(shared);
  await phone.getByRole('dialog', { name: 'This task could not be loaded.' }).waitFor();
  await phone.unroute('**/api/people');
  await history.getByRole('button', { name: 'Stop sharing' }).click();
  await history.getByText('What you share').waitFor({ state: 'detached' });
  await phone.goto('about:blank');
  await phone.goto(shared);
  await phone.getByRole('dialog', { name: 'This task is no longer shared with you.' }).waitFor();

  // A draft follows the person although they close the page while they type.
  await desk.goto(`${url}/#skill=fight-comparison`);
  await desk.locator('.fw-form form input').first().fill('Half a li');
  await desk.goto('about:blank');
  await expect
    .poll(async () => (await fetch(`${agentUrl}/people/drafts`)).text())
    .toContain('Half a li');
  await Promise.all([leavePage(phone), leavePage(desk)]);
});
