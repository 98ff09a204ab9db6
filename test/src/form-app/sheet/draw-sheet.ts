import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { shareBrowser } from '../../support/share-browser.ts';

/** The looks in which each state is pictured. */
const LOOKS = ['light', 'dark', 'right to left', 'phone'] as const;

export type Look = (typeof LOOKS)[number];

/** A picture of a state of a page. */
export interface Picture {
  /** The group of states that it belongs to. */
  readonly title: string;
  readonly state: string;
  readonly look: Look;
  /** The name of its file in the folder of all pictures. */
  readonly file: string;
}

interface Sheet {
  /** The folder of the pictures, which gets an HTML page with all of them for close looks. */
  readonly folder: string;
  readonly pictures: readonly Picture[];
}

/** The quality of the WebP picture; below it, words of the small pictures cannot be told apart. */
const QUALITY = 50;

/** Lays pictures in one sheet: a row for each state, a column for each look. Returns it as WebP. */
export async function drawSheet({ folder, pictures }: Sheet): Promise<Buffer> {
  const file = `${folder}/index.html`;
  await writeFile(file, toHtml(pictures));
  const browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1860, height: 1000 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  const session = await context.newCDPSession(page);
  const size = await page.evaluate(() => document.documentElement.getBoundingClientRect().height);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: 1860, height: Math.ceil(size), scale: 1 },
  });
  await browser.close();
  return Buffer.from(data, 'base64');
}

function toHtml(pictures: readonly Picture[]): string {
  const titles = [...new Set(pictures.map(({ title }) => title))];
  const parts = titles.map((title) => {
    const own = pictures.filter((picture) => picture.title === title);
    const states = [...new Set(own.map(({ state }) => state))];
    const figures = states.map((state) => {
      const images = LOOKS.flatMap((look) => {
        const found = own.find((picture) => picture.state === state && picture.look === look);
        return found === undefined
          ? []
          : [
              `<a href="${found.file}"><img src="${found.file}" alt="${state}, ${look}" data-look="${look}"></a>`,
            ];
      });
      return `<figure><figcaption>${state}</figcaption><div>${images.join('')}</div></figure>`;
    });
    return `<h2>${title}</h2><section>${figures.join('')}</section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>All states</title><style>
body { margin: 0; padding: 16px; background: #d8dbe0; font: 13px/1.4 system-ui, sans-serif; }
h2 { margin: 20px 0 8px; font-size: 16px; }
section { display: grid; grid-template-columns: repeat(2, max-content); gap: 12px 24px; }
figure { margin: 0; }
figcaption { margin-bottom: 4px; }
figure div { display: flex; gap: 6px; }
img { display: block; width: 262px; height: 184px; }
img[data-look="phone"] { width: 90px; }
</style>${parts.join('')}`;
}
