import { readElementFile } from '@formwork/embed';
import { expect, test } from 'vitest';
import { openHoldupMeter } from '../forms/attacks/page-holdup.ts';
import { serveHost } from '../support/host-page.ts';
import { publishAgent } from '../support/publish-agent.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { serveHostileAgent } from './hostile-agent.ts';

/** A style sheet of a site that would hide the form, or send what a visitor types to the site. */
const SPYING_CSS = `
* { visibility: hidden !important; }
input[value^='A'] { background: url('/leak-a') !important; }
input { background-image: url('/leak-b') !important; }
formwork-form * { content: url('/leak-c'); }
@font-face { font-family: Spy; src: url('/leak-d'); unicode-range: U+41; }
:root { --fw-font: Spy; }
main, h1, formwork-form { visibility: visible !important; }`;

test('neither a hostile agent nor a hostile page gets what is the other one’s, in twenty attacks', async () => {
  const evil = await serveHostileAgent();
  const honest = await publishAgent();
  const host = await serveHost({
    agent: evil.url,
    others: [honest.url],
    css: SPYING_CSS,
    body: ['evil', 'moved', 'endless', 'odd', 'missing']
      .map(
        (skill) =>
          `<formwork-form id="${skill}" src="${evil.url}" skill="${skill}"></formwork-form>`,
      )
      .join('')
      .concat(
        `<formwork-form id="honest" src="${honest.url}" skill="order" values='{"password":"x","__proto__":{"polluted":1},"constructor":{"polluted":1},"thing":"<img src=x onerror=window.pwned=1>"}'></formwork-form>`,
        '<formwork-form id="script" src="javascript:window.pwned=1//" skill="order"></formwork-form>',
        '<formwork-form id="data" src="data:application/json,{}" skill="../../x"></formwork-form>',
      ),
    // The script itself comes from an honest place, as one with an integrity hash always does.
  });
  const browser = await shareBrowser();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('dialog', (dialog) => void dialog.dismiss());
  try {
    const { bytes } = readElementFile();
    await page.route('**/forms/element-*.js', (route) =>
      route.fulfill({
        body: bytes,
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await context.addCookies([{ name: 'login', value: 'secret', url: evil.url }]);
    await context.addCookies([{ name: 'host', value: 'private', url: host.origin }]);
    await page.goto(host.url);
    await page.evaluate(() => {
      const spied: unknown[] = [];
      Reflect.set(window, 'spied', spied);
      for (const name of ['change', 'submit', 'result', 'question', 'error', 'ready', 'resize']) {
        document.addEventListener(`formwork-${name}`, (event) => {
          if (event instanceof CustomEvent) spied.push(event.detail);
        });
      }
      addEventListener('input', (event) => spied.push(event.target instanceof HTMLInputElement));
    });
    const form = page.locator('#evil');
    const send = form.getByRole('button', { name: /^Go / });
    await send.waitFor();
    for (const id of ['moved', 'endless', 'odd', 'missing', 'script', 'data']) {
      await page.locator(`#${id}`).getByRole('alert').waitFor();
    }
    const own = page.locator('#honest');
    await own.getByLabel('Code').fill('AB-123');
    const filled = await own.getByLabel('Thing').inputValue();
    const password = await own.getByLabel('Password').inputValue();
    const isVisible = await own.getByLabel('Thing').isVisible();

    const meter = await openHoldupMeter(page);
    const heldUp = await meter.measure(async () => {
      await send.click();
      await form.getByText('elsewhere.invalid').first().waitFor();
    });
    const facts = await page.evaluate(() => {
      const roots = [...document.querySelectorAll('formwork-form')].flatMap(({ shadowRoot }) =>
        shadowRoot === null ? [] : [shadowRoot],
      );
      const find = (selector: string): readonly Element[] =>
        roots.flatMap((root) => [...root.querySelectorAll(selector)]);
      return {
        pwned: Reflect.get(window, 'pwned') as unknown,
        polluted: Reflect.get({}, 'polluted') as unknown,
        scripts: find('script, style, iframe, object, embed, base, meta, link').length,
        remote: find('img, image, video, audio, source')
          .map((element) => element.getAttribute('src') ?? '')
          .filter((src) => !/^(?:data|blob):/u.test(src)),
        links: find('a[href]').flatMap((link) => {
          const href = link.getAttribute('href') ?? '';
          const isOwn = href.startsWith('#');
          const isSafe =
            /^(?:https?:|blob:)/u.test(href) && link.getAttribute('rel')?.includes('noopener');
          const isFile = link.hasAttribute('download');
          // The receipt by mail: no receiver, and nothing but a subject and a body.
          const isMail = /^mailto:\?subject=[^&?#]*&body=[^&?#]*$/u.test(href);
          return isOwn || isSafe === true || isFile || isMail ? [] : [link.outerHTML];
        }),
        handlers: find('*').filter((element) =>
          element.getAttributeNames().some((name) => name.startsWith('on')),
        ).length,
        outside: document.querySelectorAll('body *').length,
        display: getComputedStyle(document.body).display,
        address: location.href,
        storage: localStorage.length + sessionStorage.length,
        cookie: document.cookie,
        spied: JSON.stringify(Reflect.get(window, 'spied')),
      };
    });
    const foreign = asked.filter(
      (url) => ![host.origin, evil.url, honest.url].includes(new URL(url).origin),
    );
    const referers = evil.heard.flatMap(({ referer }) => (referer ? [referer] : []));
    const told = JSON.stringify(evil.heard);
    const cookies = await context.cookies([evil.url, honest.url]);

    const attacks: Readonly<Record<string, boolean>> = {
      // The agent attacks the page.
      'markup in texts of the agent is run': facts.pwned !== undefined,
      'markup in texts of the agent becomes elements': facts.scripts > 0,
      'pictures of the agent are fetched': facts.remote.length > 0,
      'links of the agent lead to scripts, or control the page': facts.links.length > 0,
      'texts of the agent become handlers': facts.handlers > 0,
      'the agent draws outside of its element': facts.outside !== 10,
      'a colour of the agent becomes a style sheet': facts.display === 'none',
      'JSON of the agent changes prototypes': facts.polluted !== undefined,
      'the agent leads the page elsewhere': facts.address !== host.url,
      'a schema of the agent is fetched from elsewhere': foreign.length > 0,
      'a pattern of the agent stops the page': heldUp > 20_000,
      'garbage of the agent breaks the form': errors.length > 0,
      'a redirect of the agent is followed': (await page.locator('#moved form').count()) > 0,
      'the agent learns more of the page than its origin':
        referers.length > 0 || told.includes('private') || told.includes('hidden'),
      'the agent gets cookies': evil.heard.some(({ cookie }) => cookie !== undefined),
      'the agent sets cookies': cookies.some(({ name }) => name === 'spy'),
      'the agent clears what the page has stored': !facts.cookie.includes('host=private'),
      // The page attacks the visitor and the agent.
      'a style sheet of the page reads what is typed': host.asked.some((path) =>
        path.includes('leak'),
      ),
      'a style sheet of the page hides the form': !isVisible,
      'the page hears values that it has not asked for': /AB-123|onerror|"Thing"/u.test(
        facts.spied,
      ),
      'the page chooses a password': password !== '',
      'values of the page become markup': !filled.startsWith('<img'),
      'the element stores something': facts.storage > 0,
    };
    const won = Object.entries(attacks).filter(([, isWon]) => isWon);
    expect(won).toEqual([]);
    expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(20);
  } finally {
    await context.close();
    await browser.close();
    host.close();
    evil.close();
    await honest.close();
  }
});
