import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolations, listViolationsInBoth } from '../support/list-violations.ts';
import { shareBrowser } from '../support/share-browser.ts';

const FAULTY = `<!doctype html><title>Faults</title>
<h1>Faults</h1><h4>Too deep</h4><img src="data:,"><input><button></button>
<p style="color: #999; background: #fff">Pale</p><ul><p>No item</p></ul>`;

/**
 * A page that shows another one in a sandboxed frame, as MCP hosts do; neither can reach into the
 * other.
 */
const FRAMED = `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><input>
<iframe title="Tool" sandbox="allow-scripts" srcdoc="${FAULTY.replaceAll('"', '&quot;')}"></iframe></main>`;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Counts the places that break each rule, by the axe builder for Playwright. */
async function countByBuilder(page: Page): Promise<readonly (readonly [string, number])[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ pingWaitTime: WAIT_LIMIT, frameWaitTime: WAIT_LIMIT })
    .withTags(TAGS)
    .analyze();
  return violations.map(({ id, nodes }) => [id, nodes.length]);
}

test.each<[string, string]>([
  ['a page', FAULTY],
  ['another', FAULTY.replace('<img', '<img alt=""')],
  ['a page in a frame', FRAMED],
])('%s is judged as axe does it', async (_name, html) => {
  const browser = await shareBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.setContent(html);
  const found = await listViolations(page);
  expect(found.length).toBeGreaterThanOrEqual(5);
  const counts = found.map((text) => [text.split(':')[0], text.split(' | ').length]);
  expect(await countByBuilder(page)).toEqual(counts);
});

test('what is pale in the dark alone is found, and so is a style that asks for the dark', async () => {
  const browser = await shareBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  const toPage = (style: string): string =>
    `<!doctype html><html lang="en"><title>Pale</title><style>:root { color-scheme: light dark;
     background: light-dark(#fff, #000) } p { color: light-dark(#000, #fff) }
     a { color: light-dark(#00c, #9cf) } ${style}</style>
     <main><h1>Pale</h1><p>Many more words <a href="#x">and a link</a></p></main></html>`;
  await page.setContent(toPage('p { color: light-dark(#000, #333) }'));
  expect(await listViolationsInBoth(page)).toEqual([
    'in the dark color-contrast: <p>Many more words <a href="#x">and a link</a></p>',
  ]);
  await page.setContent(toPage('a { text-decoration: none; color: light-dark(#06f, #eee) }'));
  expect(await listViolationsInBoth(page)).toEqual([
    'in the dark link-in-text-block: <a href="#x">and a link</a>',
  ]);
  const dark = '@media (prefers-color-scheme: dark)';
  await page.setContent(toPage(`@layer a { ${dark} { p { display: none } } }`));
  await expect(listViolationsInBoth(page)).rejects.toThrow('no rule of style must ask for them');
  await page.setContent(toPage(`${dark} { :root { --lightningcss-dark: initial } }`));
  expect(await listViolationsInBoth(page)).toEqual([]);
});

test('what moves, is cut off, or cannot be told apart is found in the look that shows it', async () => {
  const browser = await shareBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  const field = '<div class="fw-field fw-field-text"><label>Name</label><input></div>';
  await page.setContent(`<!doctype html><html lang="en"><title>Looks</title><style>
    .moves { transition: opacity 1s } .turns { animation: turn 1s infinite }
    @keyframes turn { to { rotate: 1turn } }
    .wide { position: absolute; left: 600px; width: 200px }
    .fw-field { height: 240px } .bare:focus { outline: none } .plain button { border: 0 }
    .plain [aria-pressed=true] { background: #ff0 } progress { appearance: none; border: 0 }
    </style><main><p class="moves">Moves</p><p class="turns">Turns</p>
    <button class="wide">Wide</button><a href="#x" class="bare">Bare</a>
    <div class="plain"><button aria-pressed="true">On</button><button aria-pressed="false">Off</button></div>
    <progress value="0.5"></progress>${field.repeat(3)}</main></html>`);
  expect(await listLookFaults(page)).toEqual([
    'reduced motion: it moves: <p class="turns">Turns',
    'reduced motion: it moves: <p class="moves">Moves',
    'forced colours: no focus is seen: <a href="#x" class="bare">Bare',
    'forced colours: looks as if not chosen: <button aria-pressed="true">On',
    'forced colours: cannot be seen: <progress value="0.5">',
    '200 % zoom: cut off: <button class="wide">Wide',
    '200 % zoom: it scrolls sideways',
    '200 % zoom: too few fields are visible: 1',
  ]);
});
