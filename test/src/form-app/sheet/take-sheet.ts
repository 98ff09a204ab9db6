// Writes pictures of every state of all pages: each of them with an HTML page to a temporary folder,
// and one sheet with all of them to docs/pictures. The pages must be built. With arguments, only the
// journeys of these titles are taken, and no sheet is written.
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareBrowser } from '../../support/share-browser.ts';
import { drawSheet, type Look, type Picture } from './draw-sheet.ts';
import type { Journey } from './journeys.ts';
import { openWorlds } from './open-worlds.ts';

const SHEET = fileURLToPath(new URL('../../../../docs/pictures/states.webp', import.meta.url));
const FOLDER = join(tmpdir(), 'formwork-pictures');
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 800 };

const wanted = process.argv.slice(2);
const worlds = await openWorlds();
const browser = await shareBrowser();
const pictures: Picture[] = [];

/** Takes the pictures of a journey: one for each look in English, and one in Arabic. */
async function take({ title, go }: Journey, locale: 'en-GB' | 'ar'): Promise<void> {
  const context = await browser.newContext({ locale, viewport: DESK, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const save = async (state: string, look: Look): Promise<void> => {
    const file = `${title}-${state}-${look}.png`.toLowerCase().replaceAll(/[^a-z0-9.]+/gu, '-');
    await writeFile(join(FOLDER, file), await page.screenshot());
    pictures.push({ title, state, look, file });
  };
  await go(page, async (state) => {
    // The pointer would stay over whatever was pressed last.
    await page.mouse.move(0, 0);
    if (locale === 'ar') {
      await save(state, 'right to left');
      return;
    }
    await save(state, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await save(state, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await save(state, 'phone');
    await page.setViewportSize(DESK);
  });
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
const journeys = worlds.journeys.filter(
  ({ title }) => wanted.length === 0 || wanted.includes(title),
);
for (const journey of journeys) {
  await take(journey, 'en-GB');
  await take(journey, 'ar');
}
const sheet = await drawSheet({ folder: FOLDER, pictures });
if (wanted.length === 0) await writeFile(SHEET, sheet);
process.stdout.write(`${pictures.length} pictures: ${FOLDER}/index.html, ${sheet.length} bytes\n`);

await browser.close();
await worlds.close();
