import type { Page } from 'playwright-core';
import { openMore } from '../open-app.ts';
import type { GalleryWorld } from './worlds.ts';

/** A way through states of a page; `shoot` takes the pictures of the state that it has reached. */
export interface Journey {
  /** Where the pictures of the journey stand in the sheet. */
  readonly title: string;
  readonly go: (page: Page, shoot: (name: string) => Promise<void>) => Promise<void>;
}

/** Returns the hash of a link that opens the form of a skill, filled with data. */
export function toLink(skill: string, data: object): string {
  return `#skill=${skill}&data=${Buffer.from(JSON.stringify(data)).toString('base64url')}`;
}

/** Shows the form of a skill; another document than the one before. */
export async function openForm(page: Page, url: string, hash: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}/${hash}`);
  await page.locator('.fw-form form').waitFor();
}

export async function send(page: Page): Promise<void> {
  await page.locator('.fw-actions-bar .fw-primary').last().click();
}

const REPORT = {
  employee: 'Ada Lovelace',
  currency: 'EUR',
  items: [
    { date: '2027-03-02', category: 'travel', description: 'Train to Turin', amount: 89.9 },
    { date: '2027-03-02', category: 'lodging', description: 'Two nights', amount: 240 },
    { date: '2027-03-03', category: 'meals', description: 'Dinner', amount: 56.4 },
  ],
};

const HOUSEHOLD = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  site: 'https://example.com',
  notice: 'P3M',
  pay: { kind: 'bank', owner: 'Ada Lovelace', bank: 'First Bank' },
  children: [{ name: 'Byron', born: '2019-05-12' }, { name: 'Anne' }],
  shipping: { street: 'Long Street 1', code: '10117', city: 'Berlin' },
};

const STOCK = {
  items: Array.from({ length: 14 }, (_item, n) => ({
    name: ['Chair', 'Desk', 'Lamp', 'Shelf'][n % 4] ?? '',
    code: `A-${100 + n}`,
    count: n * 3,
    price: 12.5 + n,
  })),
};

const CONTACTS = {
  contacts: Array.from({ length: 40 }, (_row, n) => ({ name: `P${n}`, email: `p${n}@x.org` })),
  batchSize: 1,
  pauseMs: 2000,
};

/** The states of the page for one agent that everybody may use. */
export function listOpenJourneys({ url }: GalleryWorld): readonly Journey[] {
  return [
    {
      title: 'Begin',
      async go(page, shoot) {
        await page.route('**/api/describe', () => undefined);
        await page.goto(url);
        await page.locator('.quiet-title').waitFor();
        await shoot('loading');
        await page.unroute('**/api/describe');
        await page.route('**/api/describe', (route) => route.abort());
        await page.reload();
        await page.locator('.card[data-kind=danger]').waitFor();
        await shoot('unreachable');
        await page.unroute('**/api/describe');
        await page.reload();
        await page.locator('.choices').waitFor();
        await shoot('first screen');
        await page.goto(`${url}/#view=history`);
        await page.locator('.people .empty').waitFor();
        await shoot('empty history');
        await page.goto(`${url}/#view=inbox`);
        await page.locator('.empty').waitFor();
        await shoot('empty inbox');
        await page.keyboard.press('Control+k');
        await page.locator('.palette-option').first().waitFor();
        await page.keyboard.type('re');
        await shoot('search');
        await page.keyboard.press('Escape');
        await page.locator('.top > .icon-button').click();
        await page.locator('.sheet').waitFor();
        await shoot('settings');
        await page.keyboard.press('Escape');
        await page.goto(`${url}/#view=check`);
        await page.locator('#check-text').fill('{"name": "Agent", "version": 1, "skills": {}}');
        await page.locator('.check-report, .card').first().waitFor();
        await shoot('check a document');
      },
    },
    {
      title: 'Forms',
      async go(page, shoot) {
        await openForm(page, url, '#skill=book');
        await shoot('short form');
        await send(page);
        await page.getByRole('alert').waitFor();
        await shoot('form with errors');
        await openForm(page, url, '#skill=household');
        await page.locator('.fw-left').waitFor();
        await shoot('every kind of field');
        await openForm(page, url, toLink('household', HOUSEHOLD));
        await page.locator('.fw-finder input').waitFor();
        await shoot('filled by a link');
        await page.locator('.fw-field-list').scrollIntoViewIfNeeded();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await shoot('alternatives and rows');
        await page.evaluate(() => window.scrollTo(0, 0));
        await openMore(page);
        await page.locator('.more-list button[aria-pressed]').click();
        await page.locator('.fw-json').waitFor();
        await shoot('JSON beside the form');
        await openForm(page, url, '#skill=survey');
        await page.locator('.fw-left').waitFor();
        await shoot('sections by hints');
        await openForm(page, url, '#skill=audit');
        await page.locator('.fw-left').waitFor();
        await shoot('two hundred fields');
        await openForm(page, url, toLink('stock', STOCK));
        await page.locator('.fw-sheet td').first().waitFor();
        await page.locator('.fw-sheet td').nth(5).click();
        await shoot('list as a spreadsheet');
        await openForm(page, url, toLink('expense-report', REPORT));
        await shoot('list as a table');
      },
    },
    {
      title: 'Dialogs',
      async go(page, shoot) {
        await openForm(page, url, toLink('household', HOUSEHOLD));
        await openMore(page);
        await shoot('menu of a form');
        await page.keyboard.press('Escape');
        await openForm(page, url, toLink('fight-comparison', { a: 'Lion', b: 'Owl' }));
        await send(page);
        await page.locator('.fw-result').waitFor();
        await openMore(page);
        await shoot('menu of a run');
        await page.keyboard.press('Escape');
        await page.locator('.details-button').click();
        await page.locator('.facts').waitFor();
        await shoot('details of a run');
        await page.goto(`${url}/#view=history`);
        await page.locator('.people .runs a').first().waitFor();
        await shoot('history of this browser');
        await page.goto(`${url}/#skill=fight-comparison&view=batch`);
        await page.locator('textarea').waitFor();
        await shoot('table to be pasted');
      },
    },
    {
      title: 'Tasks',
      async go(page, shoot) {
        await openForm(page, url, toLink('import-contacts', CONTACTS));
        await send(page);
        await page.locator('.fw-task progress').waitFor();
        await shoot('working');
        await page.locator('.fw-task-status button').click();
        await page.locator('.tools').waitFor();
        await shoot('canceled');
        await openForm(page, url, toLink('plan-trip', { city: 'Porto', startDate: '2027-05-01' }));
        await send(page);
        await page.locator('.fw-task form').waitFor();
        await shoot('question');
        await openForm(page, url, toLink('close', { number: '4711' }));
        await send(page);
        await page.locator('.tools').waitFor();
        await shoot('failed');
        await openForm(page, url, toLink('expense-report', REPORT));
        await send(page);
        await page.locator('.fw-rows').waitFor();
        await shoot('result as a table');
        await openForm(page, url, toLink('teams', { all: true }));
        await send(page);
        await page.locator('.fw-result').waitFor();
        await shoot('result as cards');
        await page.goto(`${url}/#skill=minutes`);
        await page.locator('.composer textarea').fill('Show me the last minutes');
        await page.locator('.composer button[type=submit]').click();
        await page.locator('.fw-prose').waitFor();
        await shoot('result as a long text');
        for (const b of ['Tiger', 'Shark']) {
          await openForm(page, url, toLink('fight-comparison', { a: 'Lion', b }));
          await send(page);
          await page.locator('.fw-result').waitFor();
        }
        await page.locator('.tools > button').nth(1).click();
        await page.locator('.beside aside .fw-result').waitFor();
        await shoot('result beside the form');
        await page.goBack();
        await page.locator('.tools').waitFor();
        await openMore(page);
        await page.locator('.more-list a').click();
        await page.locator('table').first().waitFor();
        await shoot('comparison');
        await page.goto(`${url}/#skill=fight-comparison&view=batch`);
        await page.locator('textarea').fill('a,b,c\nLion,Tiger,1\nOwl,,2\nBear,Wolf,3');
        await page.locator('.card button[type=submit]').click();
        await page.locator('table').waitFor();
        await shoot('rows of a table');
      },
    },
  ];
}
