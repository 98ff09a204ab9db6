import { expect, test } from 'vitest';
import { badgeAgent } from '../support/badge-agent.ts';
import { startServer } from '../support/start-server.ts';
import { openFormApp } from './open-app.ts';

test('a skill opens with the form that is not deprecated, and what is deprecated says so', async () => {
  const { url } = await startServer(badgeAgent, { openTasks: true });
  const app = await openFormApp({ mode: 'many' });
  try {
    const page = await app.open(`#agent=${encodeURIComponent(url)}&skill=badge`);
    await page.getByLabel('Given name').waitFor();
    const tabs = page.getByRole('tab');
    await expect.poll(() => tabs.allTextContents()).toEqual(['Full name (deprecated)', 'Person']);
    await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Person');
    const labels = await page.locator('.fw-label').allTextContents();
    expect(labels).toEqual(['Given name (required)', 'Nickname (deprecated)']);

    await tabs.first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await expect.poll(() => page.locator('.fw-warning').textContent()).toMatch(/^Deprecated: /u);
    await expect.poll(() => page.getByText('Send "person" instead.').count()).toBe(1);
    await page.getByRole('button', { name: 'Run “Badge”' }).click();
    await page.getByText('Ada').last().waitFor();
  } finally {
    await app.close();
  }
});
