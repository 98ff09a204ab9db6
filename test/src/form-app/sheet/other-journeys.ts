import { KEYS, type OpenConsole } from '../../console/open-console.ts';
import { type HostSite, serveHost } from '../../support/host-page.ts';
import type { PublishedAgent } from '../../support/publish-agent.ts';
import type { Journey } from './journeys.ts';

/** The states of a public form, on its own page and within the page of another site. */
export function listPublicJourneys({ url, form }: PublishedAgent): readonly Journey[] {
  return [
    {
      title: 'Public forms',
      async go(page, shoot) {
        await page.goto(`${form}#thing=Cup&count=3`);
        await page.locator('.fw-form form').waitFor();
        await shoot('public form');
        await page.locator('.fw-primary').click();
        await page.locator('.fw-result').waitFor();
        await shoot('receipt');
        const language = await page.evaluate(() => navigator.language.slice(0, 2));
        const host: HostSite = await serveHost({
          agent: url,
          css: 'body { margin: 2rem auto; max-width: 44rem; font: 16px Georgia, serif; }',
          body: `<p>We send things by post, within two days.</p><formwork-form src="${url}" skill="order" language="${language}"></formwork-form>`,
        });
        try {
          await page.goto(host.url);
          await page.locator('formwork-form .fw-form form').waitFor();
          await shoot('element in a page of others');
          await page.locator('formwork-form .fw-primary').click();
          await page.getByRole('alert').waitFor();
          await shoot('element with errors');
          await page.locator('formwork-form input').first().fill('Tea');
          await page.locator('formwork-form input').nth(1).fill('500');
          await page.locator('formwork-form .fw-primary').click();
          await page.locator('formwork-form .fw-task-prompt').waitFor();
          await shoot('element with a question');
        } finally {
          host.close();
        }
      },
    },
  ];
}

/** The states of the operators' console. */
export function listConsoleJourneys({ url, tasks }: OpenConsole): readonly Journey[] {
  return [
    {
      title: 'Console',
      async go(page, shoot) {
        const show = async (hash: string, selector: string): Promise<void> => {
          await page.evaluate((next) => {
            location.hash = next;
          }, hash);
          await page.locator(selector).first().waitFor();
        };
        await page.goto(`${url}/console/`);
        await page.locator('main.gate input').waitFor();
        await shoot('sign-in');
        await page.locator('main.gate input').fill(KEYS.operator);
        await page.keyboard.press('Enter');
        await page.locator('.tiles').first().waitFor();
        await page.locator('.numbers tbody tr').first().waitFor();
        await shoot('overview');
        await show('#/tasks', '.tasks tbody tr');
        await shoot('tasks');
        await show(`#/tasks/${tasks['work']}`, '.timeline');
        await shoot('task with its timeline');
        await page.locator('main .buttons .danger').click();
        await page.locator('dialog input').waitFor();
        await shoot('dialog');
        await page.keyboard.press('Escape');
        await show(`#/tasks/${tasks['ask']}`, '.timeline');
        await page.locator('main button[aria-expanded]').click();
        await page.locator('.fw-form form').waitFor();
        await shoot('answer for a caller');
        await show('#/letters', 'main table, main .note');
        await shoot('dead letters');
        await show('#/callers', 'main table');
        await shoot('callers');
        await show('#/agent', 'main pre');
        await shoot('card');
      },
    },
  ];
}
