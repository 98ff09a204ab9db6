import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startCli } from '../support/run-cli.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { AUDIENCE, startProvider, type TestProvider } from '../support/start-provider.ts';
import { onTestFinished } from '../support/test-end.ts';

const AGENT = `import { defineAgent, defineSkill } from '@formwork/core';

const who = defineSkill({
  id: 'who',
  name: 'Who',
  description: 'Says who calls.',
  tags: [],
  scopes: ['pairs:read'],
  input: { ask: { type: 'object', properties: { word: { type: 'string' } } } },
  output: { said: { type: 'object', properties: { by: { type: 'string' } } } },
  run: ({ task }) => ({ by: \`It was \${task.user?.id}\` }),
});

export default defineAgent({ name: 'Speaker', version: '1.0.0', skills: [who] });
`;

let provider: TestProvider;
let browser: Awaited<ReturnType<typeof shareBrowser>>;
beforeAll(async () => {
  // A token that is so short is renewed with each request.
  provider = await startProvider({ tokenSeconds: 20 });
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});

/** Starts the agent by the command, with its console, and returns the URL. */
async function start(): Promise<string> {
  const cwd = makeCliFolder({ 'agent.js': AGENT });
  const flags = ['--issuer', provider.issuer, '--audience', AUDIENCE, '--client-id', 'page'];
  const program = startCli(['start', 'agent.js', '--console', '--port', '0', '--json', ...flags], {
    cwd,
  });
  const [, url = ''] = await program.waitFor(/"url":"(http[^"]*)"/u);
  return url;
}

async function open(address: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a person signs in at a provider through the page, and out again', async () => {
  const url = await start();
  const page = await open(`${url}/#/s/who`);
  await page.getByText('Sign in to this agent').click();
  await page.getByRole('link', { name: /^Sign in at 127\.0\.0\.1/u }).click();
  await signIn(page, 'ada');

  await page.waitForURL(`${url}/#/s/who`);
  await page.getByRole('textbox', { name: /word/iu }).fill('hello');
  await page.keyboard.press('Control+Enter');
  await page.getByText('It was ada').first().waitFor();

  // Scripts cannot read the cookie, and the cookie does not contain the token.
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookies = await page.context().cookies(url);
  const own = cookies.find(({ name }) => name === 'formwork-session');
  expect(own).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await page.getByText('Signed in as').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in to this agent').click();
  await page.getByRole('link', { name: /^Sign in at/u }).waitFor();
  // After signing out, a copy of the cookie is worthless, too.
  const config = await fetch(`${url}/api/config`, {
    headers: { cookie: `formwork-session=${own?.value}` },
  });
  expect(await config.json()).toMatchObject({ signIn: { isSignedIn: false } });

  // What could not be sent waits for its person, whoever signs in in the meantime.
  async function change(tab: Page, name: string): Promise<void> {
    await page.context().clearCookies();
    await tab.goto(`${url}/#/s/who`);
    await tab.reload();
    await tab.getByText('Sign in to this agent').click();
    await tab.getByRole('link', { name: /^Sign in at/u }).click();
    await signIn(tab, name);
    await tab.getByText('Signed in as').waitFor();
  }
  await change(page, 'ada');
  await page.route('**/api/send', (route) => route.abort());
  await page.getByRole('textbox', { name: /word/iu }).fill('secret');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not sent yet').first().waitFor();
  const other = await page.context().newPage();
  await change(other, 'bob');
  // The first tab is still that of the first person, and the other one lists nothing of it.
  const list = other.locator('.side');
  expect(await list.getByText('Not sent yet').count()).toBe(0);
  await page.unroute('**/api/send');
  // The page may try again by itself before the button can be pressed.
  const refused = page.getByText('Sign in, then try again.');
  await page.getByRole('button', { name: 'Try now' }).or(refused).click();
  await refused.waitFor();
  await page.goto('about:blank');
  await other.reload();
  await list.getByText('Not sent yet').click();
  await other.getByText('It was filled in under another sign-in').waitFor();
  expect(await other.getByRole('button', { name: 'Send it now' }).count()).toBe(0);
  await change(page, 'ada');
  await page.getByRole('button', { name: 'Send it now' }).click();
  await page.getByText('It was ada').first().waitFor();
  expect(await page.getByText('It was bob').count()).toBe(0);
  // Whatever a page of another person does changes nothing in the name of who is signed in now.
  const laterCookies = await page.context().cookies(url);
  const session = laterCookies.find(({ name }) => name.endsWith('-session'));
  for (const path of ['send', 'people', 'cancel']) {
    const cookie = `${session?.name}=${session?.value}`;
    const headers = { cookie, 'content-type': 'application/json', 'x-formwork-person': 'other' };
    const stranger = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: '{}' });
    expect([path, stranger.status, await stranger.text()]).toEqual([
      path,
      403,
      expect.stringContaining('SIGN_IN'),
    ]);
  }
  // Who is signed in, and refused by the agent all the same, learns why, and can sign in again.
  await page.goto(`${url}/#/s/who`);
  await page.reload();
  await page.getByText('Signed in as').waitFor();
  provider.endSignIns(true);
  await page.getByRole('textbox', { name: /word/iu }).fill('again');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Your sign-in has ended, or the agent does not accept it.').waitFor();
  provider.endSignIns(false);
  const again = page.getByRole('form', { name: 'Sign in and try again' });
  await again.getByRole('link', { name: /^Sign in at/u }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Signed in as').waitFor();
});

test('operators sign in to the console at a provider, and come back to their place when the sign-in ends', async () => {
  const url = await start();
  const headers = { authorization: `Bearer ${await provider.getToken('pairs:read')}` };
  const message = createMessage([createTaggedPart('ask', { word: 'hush' })]);
  const sent = await callJsonRpc(url, { method: 'SendMessage', params: { message } }, { headers });
  const taskId = String((sent.body.result?.['task'] as { id?: string } | undefined)?.id);

  // Another name of this machine than the one to which the provider leads people back.
  const place = `#/tasks?state=completed&skill=who`;
  const page = await open(`${url.replace('127.0.0.1', 'localhost')}/console/${place}`);
  const enter = page.getByRole('link', { name: /^Sign in at 127\.0\.0\.1/u });
  await enter.click();
  await signIn(page, 'guest');
  await page.waitForURL(`${url}/console/${place}`);
  await page.getByRole('alert').getByText('does not have the scope “operate”').waitFor();
  await expect.poll(() => enter.count()).toBe(0);
  const cookies = await page.context().cookies(`${url}/console/`);
  const own = cookies.find(({ name }) => name === 'formwork-console');
  expect(own).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/console/' });
  const cookie = `formwork-console=${own?.value}`;
  for (const path of ['overview', 'tasks', `tasks/${taskId}`, 'letters', 'callers', 'agent']) {
    const refused = await fetch(`${url}/console/api/${path}`, { headers: { cookie } });
    const text = await refused.text();
    expect([path, refused.status]).toEqual([path, 403]);
    expect(JSON.parse(text)).toEqual({ error: { reason: 'SCOPE', message: expect.any(String) } });
    expect(text).not.toMatch(/robot|hush|completed/u);
    expect(text).not.toContain(taskId);
  }
  const session = await fetch(`${url}/console/api/session`, { headers: { cookie } });
  expect(await session.json()).toEqual({
    agent: { name: 'Speaker', version: '1.0.0' },
    isAdmitted: false,
    scope: 'operate',
    credentials: [{ kind: 'bearer' }],
    provider: new URL(provider.issuer).host,
    isSignedIn: true,
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.context().clearCookies();

  await enter.click();
  await signIn(page, 'olga');
  await page.waitForURL(`${url}/console/${place}`);
  await page.getByText('Signed in as olga').waitFor();
  const row = page.locator('.tasks tbody').getByText(taskId.slice(-6)).first();
  await row.waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe('');

  provider.endSignIns(true);
  await page.getByText('Your session has expired.').waitFor();
  expect(page.url()).toBe(`${url}/console/${place}`);
  // What was seen is not left on the page.
  expect(await page.content()).not.toContain(taskId.slice(-6));
  provider.endSignIns(false);
  await enter.click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${url}/console/${place}`);
  await row.waitFor();

  // A page that asks for nothing learns of the end by the next thing that the operator does.
  await page.goto(`${url}/console/#/tasks/${taskId}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.timeline').waitFor();
  provider.endSignIns(true);
  // A token that was renewed just before is good for a moment more, so that contents may still come.
  const ended = page.getByText('Your session has expired.');
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        const buttons = Array.from(document.querySelectorAll('button'));
        buttons.find(({ textContent }) => /^(?:Show contents|Hide)$/u.test(textContent))?.click();
      });
      return ended.isVisible();
    })
    .toBe(true);
  // A page that is loaded again after the end is told nothing else.
  await page.reload();
  await enter.waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  provider.endSignIns(false);
});

test('nobody is signed in by a link of somebody else', async () => {
  const url = await start();
  const begun = await fetch(`${url}/api/sign-in?to=%23%2Fs%2Fwho`, { redirect: 'manual' });
  expect(begun.status).toBe(303);
  const there = new URL(begun.headers.get('location') ?? '');
  expect(there.origin).toBe(provider.issuer);
  const state = there.searchParams.get('state') ?? '';
  const callback = `${url}/api/sign-in/callback?code=x&state=${state}`;
  // Another browser does not have the cookie of the browser that began the sign-in.
  const foreign = await fetch(callback, { redirect: 'manual' });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('set-cookie')).toBeNull();
  expect(await foreign.text()).toContain('This browser did not begin it here');
  // The attempt does not end the sign-in of the first browser, which finishes it once.
  const cookie = (begun.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const finish = () => fetch(callback, { redirect: 'manual', headers: { cookie } });
  expect(await (await finish()).text()).toContain('You cannot sign in here');
  expect(await (await finish()).text()).toContain('This sign-in counts no longer');
});

test('the page is come back to, and nothing else', async () => {
  const url = await start();
  for (const to of ['https://evil.example', '//evil.example', '/elsewhere', '#\nx']) {
    const begun = await fetch(`${url}/api/sign-in?to=${encodeURIComponent(to)}`, {
      redirect: 'manual',
    });
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = (begun.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    const back = await fetch(
      `${url}/api/sign-in/callback?error=access_denied&state=${state}&iss=${provider.issuer}`,
      {
        redirect: 'manual',
        headers: { cookie },
      },
    );
    const text = await back.text();
    expect(text).toContain('was canceled');
    const links = text.matchAll(/href="([^"]*)"/gu);
    const expected = [`${url}/api/sign-in?to=`, `${url}/`];
    expect([to, back.status, ...[...links].map(([, link]) => link)]).toEqual([
      to,
      403,
      ...expected,
    ]);
    expect(back.headers.get('set-cookie')).toMatch(/^formwork-visit-1=;/u);
  }
});
