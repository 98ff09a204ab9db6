import type { Page } from 'playwright-core';
import { type Journey, openForm, send, toLink } from './journeys.ts';
import type { PeopleWorld } from './worlds.ts';

/** The states of the page for people who have signed in: history, shares and inbox. */
export function listPeopleJourneys({ url, as, spend }: PeopleWorld): readonly Journey[] {
  const answerAsLee = async (task: string): Promise<void> => {
    const { question } = await as('lee').readQuestion(task);
    const messageId = `by-lee-${task}`;
    await as('lee').answer(task, { question, messageId, data: { approved: false } });
  };
  return [
    {
      title: 'Inbox',
      async go(page, shoot) {
        await page.goto(`${url}/#view=inbox`);
        await page.locator('.note').waitFor();
        await shoot('inbox before sign-in');
        await openForm(page, url, toLink('close', { number: '4711' }));
        await send(page);
        await page.locator('.work .access-fields').waitFor();
        await shoot('sign in at the task');

        const chairs = await spend('twelve chairs', { euros: 1204 });
        const late = await spend('the roof', { euros: 9800, hours: 0 });
        const taken = await spend('a lamp', { euros: 77 });
        await as('lee').claim(taken);
        while (!(await as('lee').readQuestion(late)).isOverdue) await page.waitForTimeout(100);
        await signIn(page, url, { name: 'kim', hash: '#view=inbox' });
        await page.locator('.inbox > li').nth(2).waitFor();
        await shoot('inbox');
        await show(page, `#view=inbox&task=${taken}`);
        await shoot('question taken by somebody else');
        await show(page, `#view=inbox&task=${late}`);
        await shoot('question overdue');
        await show(page, `#view=inbox&task=${chairs}`);
        await page.locator('.question .fw-form').waitFor();
        await page.locator('.stack button').first().click();
        await page.locator('.stack [role=status]:not(:empty)').waitFor();
        await shoot('question taken');
        await page.locator('.stack button[aria-expanded]').click();
        await shoot('question handed over');
        await page.locator('.stack form button[type=button]').click();
        await page.locator('.stack button').first().click();
        await page.locator('.question input[type=radio]').first().check();
        await answerAsLee(chairs);
        await send(page);
        await page.getByRole('alert').waitFor();
        await shoot('question lost to somebody else');
        // The next language finds the same inbox.
        await answerAsLee(late);
        await answerAsLee(taken);
      },
    },
    {
      title: 'History',
      async go(page, shoot) {
        for (const what of ['a sign', 'new lamps', 'tea'])
          await answerAsLee(await spend(what, { euros: 30 }));
        await signIn(page, url, { name: 'ada', hash: '#view=history' });
        await page.locator('.people .runs a').first().waitFor();
        await shoot('history');
        await page.locator('.people details summary').first().click();
        await page.locator('.people select').nth(1).selectOption('completed');
        await shoot('history with filters');
        await show(page, toLink('spend', { what: 'new chairs', euros: 600 }));
        await page.locator('.fw-form form').waitFor();
        await send(page);
        await page.locator('.fw-task-icon[data-fw-state=others]').waitFor();
        await shoot('waiting for others');
        await signIn(page, url, { name: 'ada', hash: '#skill=book' });
        await page.locator('.fw-form input').first().fill('Ada');
        await page.locator('.fw-form input[type=date]').fill('2027-05-01');
        await send(page);
        await page.locator('.share-task summary').click();
        await page.locator('.share-task button').first().click();
        await page.locator('.share-link').waitFor();
        await shoot('share');
        const [task] = (await as('ada').listTasks({ pageSize: 1 })).tasks;
        if (task !== undefined) await as('ada').share(task.id, { with: 'lee' });
        await signIn(page, url, { name: 'lee', hash: '#view=history' });
        await page.locator('.shares button').first().waitFor();
        await page.locator('.people .empty').waitFor();
        await shoot('shared with you');
        await page.locator('.shares button').first().click();
        await page.locator('.shared-task').waitFor();
        await shoot('shared task');
      },
    },
  ];
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
  await page.locator('h1').first().waitFor();
}

/** Opens the page anew and enters the key of a person, which the page keeps until it is left. */
async function signIn(
  page: Page,
  url: string,
  { name, hash }: { readonly name: string; readonly hash: string },
): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}/${hash}`);
  await page.locator('.side .access summary').click();
  await page.locator('.side .access input').fill(`key-of-${name}`);
  await page.locator('.side .access button[type=submit]').click();
  await page.locator('.side .access button[type=button]').waitFor({ state: 'attached' });
}
