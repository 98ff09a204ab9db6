import { createFormLink, readElementFile } from '@formwork/embed';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostSite, serveHost } from '../support/host-page.ts';
import { leavePage, takePage } from '../support/keep-page.ts';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolations, listViolationsInBoth } from '../support/list-violations.ts';
import { type PublishedAgent, publishAgent, SECRET } from '../support/publish-agent.ts';
import { type BrowserShare, shareBrowser } from '../support/share-browser.ts';

let agent: PublishedAgent;
let browser: BrowserShare;
let page: Page;
const errors: string[] = [];

beforeAll(async () => {
  agent = await publishAgent({
    // Only pages that name an address are limited.
    submissionsPerMinutePerAddress: 1,
    findAddress: ({ headers }) => headers['x-test-address']?.toString(),
  });
  browser = await shareBrowser();
  page = await takePage({ viewport: { width: 800, height: 900 }, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    const isOfNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isOfNetwork) errors.push(message.text());
  });
});
afterAll(async () => {
  await leavePage(page);
  await browser.close();
  await agent.close();
});

/** An event that a site has heard from an element. */
interface Heard {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Records the events of elements; they are kept in the page, whose policy allows no other script. */
async function hear(): Promise<() => Promise<readonly Heard[]>> {
  await page.evaluate(() => {
    const heard: Heard[] = [];
    Reflect.set(window, 'heard', heard);
    for (const name of ['ready', 'change', 'submit', 'question', 'result', 'error', 'resize']) {
      document.addEventListener(`formwork-${name}`, (event) => {
        if (event instanceof CustomEvent) heard.push({ name, detail: event.detail });
      });
    }
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard') as Heard[]);
}

/** Returns the text of the element with the focus, also within shadow roots. */
async function readFocus(): Promise<string> {
  return page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : '';
    return (label || (focused?.textContent ?? '')).trim().slice(0, 60);
  });
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('the element weighs at most 189 kB with all that a submission needs', () => {
  const { bytes } = readElementFile();
  const size = gzipSync(bytes, { level: 9 }).length;
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThan(189_000);
  // No second script, no generated code, no style that a policy would have to allow.
  expect(bytes.toString()).not.toMatch(/\bimport\(|\beval\(|new Function\b|new Worker\b/u);
});

test('under the strictest policy, the keyboard alone leads from the form over a question to the result', async () => {
  const host = await serveHost({
    agent: agent.url,
    body: `<formwork-form src="${agent.url}" skill="order"></formwork-form>`,
  });
  try {
    await page.goto(host.url);
    const heard = await hear();
    await page.getByLabel('Thing').waitFor();
    await page.getByText(`Answers go to ${new URL(agent.url).host}`).waitFor();
    expect(await listViolationsInBoth(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });

    await press('Tab');
    await expect.poll(() => readFocus()).toContain('Thing');
    await press('Control+Enter');
    await page.getByRole('alert').waitFor();
    await expect.poll(readFocus).toContain('1 thing is missing');
    expect(await listViolations(page)).toEqual([]);
    await press('Tab', 'Enter');
    await expect.poll(() => readFocus()).toContain('Thing');
    await page.keyboard.type('Tea');
    await press('Tab', 'Control+A');
    await page.keyboard.type('500');
    await press('Tab');
    // The pattern is checked on the page, without a worker.
    await page.keyboard.type('ab');
    await press('Control+Enter');
    await page
      .getByText(/Code must/u)
      .first()
      .waitFor();
    await page.getByLabel('Code').focus();
    await press('Control+A');
    await page.keyboard.type('AB-123');
    await press('Control+Enter');

    await page.getByRole('heading', { name: 'Really so many?' }).waitFor();
    await expect.poll(readFocus).toBe('Really so many?');
    const receipt = await page.getByRole('link', { name: /Your receipt/u }).getAttribute('href');
    expect(receipt).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/forms\/order#receipt=[\w-]{43}$/u);
    // The receipt stands first, as a field with two ways to keep it.
    expect(await page.getByLabel('Keep this link').inputValue()).toBe(receipt);
    const mail = await page.getByRole('link', { name: 'Send it to me' }).getAttribute('href');
    expect(mail).toBe(
      `mailto:?subject=Receipt%3A%20Order%20a%20thing&body=${encodeURIComponent(receipt ?? '')}`,
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receipt);
    expect(await listViolations(page)).toEqual([]);
    expect(await listLookFaults(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Really so many?' }).focus();
    await press('Tab');
    await page.keyboard.type('Party');
    await press('Control+Enter');
    await page.getByText('Total').waitFor();
    await page.getByText('1000').first().waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(await listLookFaults(page)).toEqual([]);

    // The page hears what happens, and no value that it has not asked for.
    const names = (await heard())
      .map(({ name }) => name)
      .filter((name) => !['ready', 'resize'].includes(name));
    expect([...new Set(names)]).toEqual(['change', 'submit', 'question', 'result']);
    expect(JSON.stringify(await heard())).not.toMatch(/Tea|500|AB-123|Party/u);
    expect((await heard()).at(-1)?.detail['height'] ?? 1).toBeGreaterThan(0);

    // The receipt, in a browser that knows nothing of the form, shows the same.
    await page.goto(receipt ?? '');
    await page.getByText('1000').first().waitFor();
    await expect
      .poll(() => page.getByRole('heading', { name: 'Receipt: Order a thing' }).count())
      .toBe(1);
    await expect.poll(() => page.getByText('Your answers are not shown here').count()).toBe(1);
    // Visitors see neither names of schemas nor JSON.
    expect(
      await page
        .locator('formwork-form')
        .getByText(/orderOutput|JSON/u)
        .count(),
    ).toBe(0);
    await expect.poll(() => page.getByLabel('Thing', { exact: true }).count()).toBe(0);
    expect(errors.splice(0)).toEqual([]);
  } finally {
    host.close();
  }
});

test('sites choose language, colours and values, ask for values, and reset and submit by methods', async () => {
  const host = await serveHost({
    agent: agent.url,
    css: 'formwork-form { --fw-accent: rgb(1, 2, 3); --fw-radius: 0px; } html { font-size: 40px; } body { background: #111; color: #eee; } * { letter-spacing: 20px; line-height: 3; text-align: center; text-transform: uppercase; }',
    body: `<formwork-form src="${agent.url}" skill="order" language="de" theme="dark" share-values values='{"thing": "Tee", "count": "7", "password": "x", "unknown": 1}'></formwork-form><formwork-form src="${agent.url}" skill="secret" language="ar"></formwork-form><formwork-form src="javascript:alert(1)" skill="order"></formwork-form>`,
  });
  try {
    await page.goto(host.url);
    const heard = await hear();
    const form = page.locator('formwork-form').first();
    await form.getByLabel('Thing').waitFor();
    await expect.poll(() => form.getByLabel('Thing').inputValue()).toBe('Tee');
    await expect.poll(() => form.getByLabel('Count').inputValue()).toBe('7');
    await expect.poll(() => form.getByLabel('Password').inputValue()).toBe('');
    await expect.poll(() => form.getByText('Schon ausgefüllt: Thing und Count.').count()).toBe(1);
    const looks = await form.getByRole('button', { name: 'Order now' }).evaluate((button) => {
      const { backgroundColor, color, letterSpacing, borderRadius } = getComputedStyle(button);
      const around = getComputedStyle(button.closest('.fw-form') ?? button);
      const { fontSize, colorScheme: scheme, lineHeight, textAlign, textTransform } = around;
      const spacing = around.letterSpacing;
      const text = { fontSize, lineHeight, textAlign, textTransform, spacing };
      return { backgroundColor, color, text, letterSpacing, borderRadius, scheme };
    });
    expect(looks).toEqual({
      backgroundColor: 'rgb(1, 2, 3)',
      // White, because the accent is dark.
      color: 'color(xyz-d65 0.95 1 1.09)',
      text: {
        fontSize: '16px',
        lineHeight: '24px',
        textAlign: 'start',
        textTransform: 'none',
        spacing: 'normal',
      },
      letterSpacing: 'normal',
      borderRadius: '0px',
      scheme: 'dark',
    });
    const [, unpublished, script] = await page.locator('formwork-form').all();
    // Without a theme, a form is dark on a dark page, which shows through it.
    const seen = await unpublished?.locator('.fw-embed').evaluate((element) => {
      const { colorScheme, backgroundColor } = getComputedStyle(element);
      return [colorScheme, backgroundColor];
    });
    expect(seen).toEqual(['dark', 'rgba(0, 0, 0, 0)']);
    await unpublished?.getByRole('alert').waitFor();
    await expect
      .poll(() => unpublished?.getByRole('alert').textContent())
      .toContain('لا يوجد نموذج');
    await expect
      .poll(() => script?.getByRole('alert').textContent())
      .toContain('does not say which form');
    expect(await listViolations(page)).toEqual([]);

    await form.getByLabel('Count').fill('8');
    const call = (method: 'submit' | 'reset'): Promise<unknown> =>
      form.evaluate(
        (element, name) => (Reflect.get(element, name) as () => void).call(element),
        method,
      );
    await call('submit');
    const values = { thing: 'Tee', count: 8 };
    const told = async (name: string): Promise<unknown> =>
      (await heard()).find((event) => event.name === name)?.detail;
    await expect.poll(() => told('submit')).toEqual({ values });
    await expect.poll(() => told('result')).toMatchObject({ data: { thing: 'Tee', total: 16 } });
    await form.getByText('16', { exact: true }).first().waitFor();
    await call('reset');
    await form.getByLabel('Thing').waitFor();
    await expect.poll(() => form.getByLabel('Count').inputValue()).toBe('7');

    // The receipt of a task that runs cancels it, on another device as well.
    await form.getByLabel('Thing').fill('Slow tea');
    await call('submit');
    await form.getByRole('button', { name: 'Abbrechen' }).waitFor();
    const receipt = await form.getByRole('link', { name: /Quittung/u }).getAttribute('href');
    const other = await page.context().newPage();
    await other.goto(receipt ?? '');
    await other.getByRole('button', { name: 'Cancel' }).press('Enter');
    await other.getByText('Canceled').first().waitFor();
    await other.close();
    await expect.poll(async () => (await heard()).at(-1)?.name).not.toBe('submit');
    const ends = async (): Promise<unknown> =>
      (await heard()).findLast(({ name }) => name === 'error')?.detail;
    await expect.poll(ends).toEqual({ reason: 'canceled' });

    // Files are checked before they are sent, and listed without a picture, which a policy may forbid.
    await page.goto(`${agent.url}/forms/photos`);
    await page.getByLabel('Files').setInputFiles([
      { name: 'a.txt', mimeType: 'text/html', buffer: Buffer.from('x') },
      { name: 'b.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000) },
      { name: 'c.png', mimeType: 'image/png', buffer: Buffer.alloc(9) },
    ]);
    await page.getByText('“a.txt” was not added: this field takes only pictures.').waitFor();
    await page.getByText('“b.png” was not added: it has 3 kB').waitFor();
    await page.getByRole('button', { name: 'Remove c.png' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
    await page.getByLabel('Place').fill('Park');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Park: c.png of 9 bytes').first().waitFor();
    expect(errors.splice(0)).toEqual([]);
  } finally {
    host.close();
  }
});

test('the page of a form takes values and signed links, and tells a frame only its height', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${agent.form}#thing=Cup&count=3&password=x&__proto__=1`);
  await page.getByLabel('Thing').waitFor();
  await expect.poll(() => page.getByLabel('Thing').inputValue()).toBe('Cup');
  await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('');
  await expect
    .poll(() => page.getByText('Your link has filled in Thing and Count.').count())
    .toBe(1);
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  const isNarrow = await page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
  expect(isNarrow).toBe(true);

  const link = createFormLink(agent.form, { secret: SECRET, values: { thing: 'Tea' }, once: true });
  await page.goto(link);
  await page.getByText('Set by your link and cannot be changed: Thing.').waitFor();
  await expect.poll(() => page.getByLabel('Thing').getAttribute('readonly')).not.toBeNull();
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByText('Total').waitFor();
  await page.getByRole('link', { name: /Your receipt/u }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#receipt=[\w-]{22}\.[\w-]{43}$/u);
  expect(await listViolationsInBoth(page)).toEqual([]);
  await page.reload();
  await page.getByText('Total').waitFor();
  expect(await listLookFaults(page)).toEqual([]);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('This link worked once and has been used.').waitFor();
  await expect.poll(() => page.getByLabel('Thing').count()).toBe(0);

  // The answer is lost with the page, which asks for it once it is loaded again.
  const lost = createFormLink(`${agent.url}/forms/photos`, { secret: SECRET, once: true });
  await page.goto(lost);
  await page.route('**/forms/photos/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel('Place').fill('Porto');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Not sent yet').waitFor();
  await page.unroute('**/forms/photos/send');
  await page.reload();
  await page.getByText('Porto:').waitFor();

  // Somebody else uses the link while the form is filled in, which loses nothing.
  const shared = createFormLink(agent.form, { secret: SECRET, once: true });
  await page.goto(shared);
  await page.getByLabel('Thing').waitFor();
  const sent = await fetch(`${agent.form}/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'input',
      messageId: randomUUID(),
      schema: 'orderInput',
      data: { thing: 'Tea', count: 1 },
      link: new URLSearchParams(new URL(shared).hash.slice(1)).get('link'),
    }),
  });
  expect(await sent.text()).toContain('"result"');
  for (const thing of ['Cup', 'Mug']) {
    await page.getByLabel('Thing').fill(thing);
    await page.getByRole('button', { name: 'Order now' }).click();
    await page.getByText('Nothing was sent. Your answers are still here').waitFor();
    await expect.poll(readFocus).toBe('Order a thing');
    await expect.poll(() => page.getByLabel('Thing').inputValue()).toBe(thing);
  }
  expect(await listViolations(page)).toEqual([]);

  const misfit = createFormLink(agent.form, { secret: SECRET, values: { count: 'many' } });
  await page.goto(misfit);
  await page.getByText('This link fills in something that the form does not take').waitFor();

  // Whoever sends too often is told when to try again.
  await page.setExtraHTTPHeaders({ 'x-test-address': '192.0.2.9' });
  await page.goto(`${agent.form}#thing=Tea`);
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByRole('button', { name: 'Fill it in again' }).click();
  await page.getByLabel('Thing').fill('Cup');
  await page.getByRole('button', { name: 'Order now' }).click();
  await page.getByText(/You can try again in [1-6]?\d (?:sec|min)/u).waitFor();
  await page.setExtraHTTPHeaders({});
  await page.goto('about:blank');
  await page.goto(`${link.slice(0, -3)}AAA`);
  await page.getByText('This link has been changed, or is not for this form.').waitFor();
  await expect.poll(() => page.getByLabel('Thing').count()).toBe(0);
  expect(await listViolations(page)).toEqual([]);

  const host: HostSite = await serveHost({
    agent: agent.url,
    isFramed: true,
    body: `<iframe src="${agent.form}?embed" title="Order" width="380" height="200"></iframe><iframe src="${agent.form}" title="Not for frames"></iframe>`,
  });
  try {
    await page.goto(host.url);
    await page.evaluate(() => {
      const heights: unknown[] = [];
      Reflect.set(window, 'heights', heights);
      addEventListener('message', ({ data }) => heights.push(data));
    });
    const frame = page.frameLocator('iframe').first();
    await frame.getByRole('button', { name: 'Order now' }).click();
    await frame.getByRole('alert').waitFor();
    const read = (): Promise<readonly unknown[]> =>
      page.evaluate(() => Reflect.get(window, 'heights') as unknown[]);
    // The first heights may be those of a form that still loads.
    await expect.poll(async () => Number((await read()).at(-1))).toBeGreaterThan(300);
    expect((await read()).every((height) => typeof height === 'number')).toBe(true);
    expect(errors.splice(0).join('\n')).toContain("frame-ancestors 'none'");
    const reads = await page
      .locator('iframe')
      .first()
      .evaluate((element) => {
        return element instanceof HTMLIFrameElement ? element.contentDocument : undefined;
      });
    expect(reads).toBeNull();
  } finally {
    host.close();
  }
});
