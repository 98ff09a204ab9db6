// Writes the picture of the console to docs/pictures. The page must be built.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { shrinkPng } from '../form-app/shrink-png.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { KEYS, openConsole } from './open-console.ts';

const FILE = fileURLToPath(new URL('../../../docs/pictures/console-task.png', import.meta.url));

const app = await openConsole();
const browser = await shareBrowser();
const context = await browser.newContext({
  locale: 'en-GB',
  viewport: { width: 1200, height: 860 },
});
const page = await context.newPage();
await page.goto(`${app.url}/console/#/tasks/${app.tasks['ask']}`);
await page.getByLabel('Key for the header x-api-key').fill(KEYS.operator);
await page.keyboard.press('Enter');
await page.locator('.timeline').waitFor();
await page.locator('.happenings').getByText('Question 1').waitFor();
await writeFile(FILE, shrinkPng(await page.screenshot()));
await browser.close();
await app.close();
