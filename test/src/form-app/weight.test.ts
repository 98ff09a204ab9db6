import { demoAgent } from '@formwork/demo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackground, recordWeight, weighShell } from './measure-weight.ts';
import { openFormApp, type FormApp } from './open-app.ts';

let app: FormApp;

beforeAll(async () => {
  app = await openFormApp();
});
afterAll(() => app.close());

const BACKGROUND = listBackground();

const SKILLS = demoAgent.skills.map(({ id }) => id);

test.each(SKILLS)('the form of %s can be filled with little that is loaded', async (skill) => {
  const page = await app.open('about:blank');
  const read = recordWeight(page);
  // These requests never get an answer; the form can be filled without them.
  await page.route(
    ({ pathname }) => BACKGROUND.has(pathname),
    () => undefined,
  );
  await page.goto(`${app.url}/#skill=${skill}`);
  const field = page.locator('.fw-form form :is(input[type=text], textarea, button)').first();
  await field.waitFor();
  if (await field.evaluate((element) => element.matches('button'))) await field.click();
  else await field.fill('Typed');
  const { scripts, styles, names } = read(BACKGROUND);
  expect(names.length).toBeGreaterThan(3);
  expect(BACKGROUND.size).toBeGreaterThan(1);
  expect(scripts).toBeLessThan(166_000);
  expect(styles).toBeLessThan(10_000);
  await app.leave(page);
});

test('the page without a form is little, and needs nothing else to show what can be done', async () => {
  const shell = weighShell();
  const page = await app.open('about:blank');
  await page.route('**/assets/**', (route) =>
    shell.names.includes(new URL(route.request().url()).pathname)
      ? route.continue()
      : route.abort(),
  );
  await page.goto(app.url);
  await page.locator('.first .main-button').waitFor();
  await expect.poll(() => page.locator('.choices li').count()).toBe(SKILLS.length - 1);
  expect(shell.scripts).toBeGreaterThan(50_000);
  expect(shell.scripts).toBeLessThan(88_100);
  await app.leave(page);
});

/** Lets a page miss the events of its preloads, as where their entries are made a little later. */
function missPreloads(): void {
  const isMissed = new Set<string>();
  const read = performance.getEntriesByName.bind(performance);
  performance.getEntriesByName = (name, type) => {
    if (isMissed.has(name)) return read(name, type);
    isMissed.add(name);
    return [];
  };
  addEventListener('load', (event) => event.stopImmediatePropagation(), true);
}

test.each([
  ['', undefined],
  [', also where it is there before the page knows', missPreloads],
])(
  'what the HTML names is all that the first form needs, and is asked for once%s',
  async (_, miss) => {
    const page = await app.open('about:blank');
    if (miss !== undefined) await page.addInitScript(miss);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const html = await (await fetch(app.url)).text();
    await page.route('**/assets/*.js', (route) => {
      const isNamed = html.includes(`.${new URL(route.request().url()).pathname}"`);
      return isNamed ? route.continue() : route.abort();
    });
    await page.goto(`${app.url}/#skill=fight-comparison`);
    await page.locator('.fw-form form input').first().fill('Typed');
    const named = asked.filter((name) => name.startsWith('/api/') || html.includes(`.${name}"`));
    expect(named).toEqual(expect.arrayContaining(['/api/config', '/api/describe']));
    expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
    await app.leave(page);
  },
);
