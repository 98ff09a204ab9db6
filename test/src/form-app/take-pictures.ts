// Writes the pictures of the page of forms to docs/pictures. The page must be built.
import { createFormsServer } from '@formwork/forms';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openFormApp, openMore } from './open-app.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

const app = await openFormApp();
const many = await openFormApp({ mode: 'many' });

/** Returns the hash of a link that opens the form of a skill, filled with data. */
function toLink(skill: string, data: object): string {
  return `#skill=${skill}&data=${Buffer.from(JSON.stringify(data)).toString('base64url')}`;
}

async function open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
  const viewport = { width: 1200, height: 800 };
  return app.open(hash, { viewport, locale: 'en-GB', reducedMotion: 'reduce', ...options });
}

async function send(page: Page): Promise<void> {
  await page.locator('.fw-form button[type=submit]').first().click();
}

async function save(page: Page, name: string): Promise<void> {
  // Moves the pointer and the focus away, because the picture should not show them.
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await writeFile(`${FOLDER}forms-${name}.png`, shrinkPng(await page.screenshot()));
  await page.context().close();
}

const FIGHT = { a: 'Lion', b: 'Tiger' };
const REPORT = {
  employee: 'Ada Lovelace',
  currency: 'EUR',
  items: [
    { date: '2027-03-02', category: 'travel', description: 'Train to Turin', amount: 89.9 },
    { date: '2027-03-02', category: 'lodging', description: 'Two nights', amount: 240 },
    { date: '2027-03-03', category: 'meals', description: 'Dinner', amount: 56.4 },
    { date: '2027-03-04', category: 'travel', description: 'Train back', amount: 92.5 },
  ],
};
const CONTACTS = {
  contacts: Array.from({ length: 8 }, (_row, n) => ({ name: `P${n}`, email: `p${n}@x.org` })),
  batchSize: 1,
  pauseMs: 1500,
};

await mkdir(FOLDER, { recursive: true });

const visit = await many.open('', { viewport: { width: 1200, height: 800 }, locale: 'en-GB' });
await visit.locator('.address').waitFor();
await save(visit, 'first-visit');

const refused = await open(toLink('expense-report', { ...REPORT, employee: '', email: 'ada' }));
await refused.locator('.fw-form form').waitFor();
await send(refused);
await refused.getByRole('alert').waitFor();
await save(refused, 'error');

const working = await open(toLink('import-contacts', CONTACTS));
await working.locator('.fw-form form').waitFor();
await send(working);
await working.getByText('3 of 8 rows').waitFor();
await save(working, 'working');

const asking = await open(toLink('plan-trip', { city: 'Lisbon', startDate: '2027-04-12' }));
await asking.locator('.fw-form form').waitFor();
await send(asking);
await asking.locator('.fw-task form').waitFor();
await save(asking, 'question');

const result = await open(toLink('fight-comparison', FIGHT));
await result.locator('.fw-form form').waitFor();
await send(result);
await result.locator('.fw-result').waitFor();
await result.goto(`${app.url}/${toLink('expense-report', REPORT)}`);
await result.locator('.fw-form form').waitFor();
await send(result);
await result.locator('.fw-result').waitFor();
await save(result, 'result');

const compare = await open(toLink('fight-comparison', FIGHT));
for (const b of ['Tiger', 'Shark']) {
  await compare.goto(`${app.url}/${toLink('fight-comparison', { ...FIGHT, b })}`);
  await compare.locator('.fw-form form').waitFor();
  await send(compare);
  await compare.locator('.fw-result').waitFor();
}
await openMore(compare);
await compare.locator('.more-list a').click();
await compare.locator('table').first().waitFor();
await save(compare, 'compare');

const phone = await open(toLink('fight-comparison', FIGHT), {
  viewport: { width: 390, height: 800 },
  deviceScaleFactor: 2,
});
await phone.locator('.fw-form form').waitFor();
await send(phone);
await phone.locator('.fw-result').waitFor();
await save(phone, 'phone');

const dark = await open(toLink('expense-report', REPORT), { colorScheme: 'dark' });
await dark.locator('.fw-form form').waitFor();
await save(dark, 'dark');

const arabic = await open(toLink('plan-trip', { city: 'Lisbon', startDate: '2027-04-12' }), {
  locale: 'ar',
});
await arabic.locator('.fw-form form').waitFor();
await save(arabic, 'right-to-left');

// The agent of the README, which serves until it is stopped.
const file = fileURLToPath(new URL('../../../apps/examples/src/contest-agent.ts', import.meta.url));
const contest = spawn(process.execPath, [file], { env: { ...process.env, PORT: '0' } });
const agentUrl = await new Promise<string>((found) => {
  contest.stdout.on('data', (chunk: Buffer) => {
    const [, url] = /(http:\/\/\S+?)\/\.well-known/u.exec(chunk.toString()) ?? [];
    if (url !== undefined) found(url);
  });
});
const contestForms = createFormsServer({ mode: 'one', agentUrl });
const { url: contestUrl } = await contestForms.listen({ port: 0 });
const fight = await open('about:blank', { viewport: { width: 720, height: 520 } });
await fight.goto(`${contestUrl}/${toLink('fight-comparison', FIGHT)}`);
await fight.locator('.fw-form form').waitFor();
await send(fight);
await fight.locator('.fw-result').waitFor();
await save(fight, 'contest');
await contestForms.close();
contest.kill();

await app.close();
await many.close();
