// Not over every binding: a probe.
import { createFormsServer } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryEngine, createMemoryRecords } from '@formwork/runtime';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { defineAgent, defineSkill } from '@formwork/core';
import { test } from 'vitest';
import { appendFileSync } from 'node:fs';
import { shareBrowser } from '../support/share-browser.ts';

const OUT = process.env['PROBE_OUT'] ?? '/tmp/h/probe.out';
const say = (...all: unknown[]): void => appendFileSync(OUT, `${all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ')}\n`);
const decision = { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] } as const;
const agent = defineAgent({ name: 'Office', version: '1.0.0', skills: [
  defineSkill({ id: 'spend', name: 'Spend', description: 'Spends.', tags: [],
    input: { purchase: { type: 'object', properties: { euros: { type: 'number' }, note: { type: 'string' } }, required: ['euros'] } },
    output: { receipt: { type: 'object', properties: { euros: { type: 'number' } } } },
    async run({ input: { euros }, task }) { await task.ask(`Spend ${euros} EUR?`, { name: 'decision', schema: decision, to: ['role:approver'] }); return { euros }; } }),
  defineSkill({ id: 'nest', name: 'Nest', description: 'Nests.', tags: [],
    input: { note: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] } },
    output: { nested: { type: 'object' } },
    run: ({ input: { words } }) => ({ order: { customer: { place: { address: { street: 1, city: 2, zip: 3 } }, words } } }) }),
] });

test('probe', async () => {
  const engine = createMemoryEngine();
  const server = createServer(agent, { engine, logger: { info() {}, warn() {}, error() {} },
    adapters: [createPeopleAdapter({ records: createMemoryRecords() })], requireAuthentication: true,
    authenticate: createApiKeyAuthentication({ keys: { 'key-of-ada': { id: 'ada' }, 'key-of-kim': { id: 'kim', scopes: ['role:approver'] } } }) });
  const { url: agentUrl } = await server.listen({ port: 0 });
  const forms = createFormsServer({ mode: 'one', agentUrl, ...(process.env['PROBE_NEW'] && { consoleUrl: '/console/' }) } as Parameters<typeof createFormsServer>[0]);
  const { url } = await forms.listen({ port: 0 });
  const browser = await shareBrowser();
  const open = async (hash: string, locale = 'en-US') => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.on('pageerror', (error) => say('PAGEERROR', String(error)));
    await page.goto(`${url}/${hash}`);
    return page;
  };
  type P = Awaited<ReturnType<typeof open>>;
  const enter = async (page: P, name: string) => {
    const place = page.locator('.side details.access');
    await place.locator('summary').click();
    await place.getByLabel(/x-api-key/u).fill(`key-of-${name}`);
    await place.locator('button').first().click();
  };
  const step = async (name: string, act: () => Promise<void>) => { try { await act(); } catch (error) { say('FAIL', name, String(error).slice(0, 300)); } };
  const ask = async (path: string, key = 'key-of-ada', init: RequestInit = {}) => (await fetch(`${agentUrl}/people${path}`, { ...init, headers: { 'x-api-key': key, 'content-type': 'application/json' } })).text();

  const a = await open('#view=history');
  await step('8', async () => {
    await a.waitForTimeout(1500);
    say('8 stranger:', await a.locator('#main').innerText());
    await enter(a, 'ada'); await a.waitForTimeout(2000);
    say('8 signed in:', await a.locator('#main').innerText());
  });
  await step('28', async () => {
    await a.goto(`${url}/#skill=nest`);
    await a.locator('.fw-form form input').first().fill('gargoyle');
    await a.locator('.fw-form form input').first().press('Enter');
    await a.locator('.fw-result').waitFor();
    say('28 result:', await a.locator('.fw-result').innerText());
    await a.locator('.fw-result').screenshot({ path: OUT + '.28.png' });
  });
  await step('14', async () => {
    await a.locator('.share-task summary').click();
    const field = a.locator('.share-task form input');
    const share = async (whom: string) => { await field.fill(whom); await a.locator('.share-task form button').click(); await a.waitForTimeout(500); say('14', whom, '->', await a.locator('.share-task p[role=status]').innerText()); };
    for (const whom of ['user:kim', 'kim', 'role:approver', 'ada']) await share(whom);
    await a.locator('.share-task').screenshot({ path: OUT + '.14.png' });
    say('14 kim sees', await ask('/shared', 'key-of-kim'));
  });
  await step('15', async () => {
    const { tasks } = JSON.parse(await ask('/tasks')) as { tasks: { id: string }[] };
    const { toPrincipalScope } = await import('@formwork/runtime/internal');
    await engine.delete(toPrincipalScope({ id: 'ada' }), tasks[0]?.id ?? '');
    say('15 shares after deletion', await ask('/shares'), await ask('/shared', 'key-of-kim'));
  });
  await step('27', async () => {
    await a.goto(`${url}/#skill=spend`);
    await a.locator('.fw-form form input').first().fill('7');
    await a.locator('.fw-form form input').first().press('Enter');
    await a.locator('.fw-task-others, .fw-task').first().waitFor();
    await a.waitForTimeout(1500);
    say('27 side:', await a.locator('.side-recent').innerText(), '| title', await a.title());
    await a.goto(`${url}/#`); await a.waitForTimeout(700);
    say('27 landing:', (await a.locator('#main').innerText()).slice(0, 900));
    await a.goto(`${url}/#view=history`); await a.waitForTimeout(1200);
    say('27 history:', await a.locator('.people .links').first().innerText());
  });
  await step('26', async () => {
    await a.goto(`${url}/#view=history&state=done&from=yesterday&find=a+b+c+d+e+f+g+h+i+j`); await a.waitForTimeout(1200);
    say('26:', await a.locator('#main').innerText());
    await a.screenshot({ path: OUT + '.26.png' });
  });
  await step('22', async () => {
    // A task that this browser does not know, found by words of its result.
    const c = await open('#'); await enter(c, 'ada'); await c.waitForTimeout(1500);
    await c.keyboard.press('Control+k');
    const field = c.getByRole('combobox');
    for (const words of ['7', 'spend', 'console', 'language', 'german', 'sprache']) {
      await field.fill(words); await c.waitForTimeout(900);
      say('22', words, '->', await c.locator('.palette-option').allInnerTexts());
    }
    await field.fill('purchase'); await c.waitForTimeout(300);
    await field.fill('spend'); await c.waitForTimeout(900);
    const last = c.locator('.palette-option').last();
    await c.screenshot({ path: OUT + '.22.png' });
    await last.click(); await c.waitForTimeout(1500);
    say('22 opened:', c.url().replace(url, ''), (await c.locator('#main').innerText()).slice(0, 200));
    await c.context().close();
  });
  await step('24', async () => {
    await a.goto(`${url}/#skill=nest`);
    await a.locator('.fw-form form input').first().fill('first');
    await a.waitForTimeout(6500);
    say('24 synced:', await ask('/drafts'));
    await a.locator('.fw-form form input').first().fill('closed at once');
    await a.waitForTimeout(50);
    await a.close({ runBeforeUnload: true }); 
    await new Promise((resolve) => setTimeout(resolve, 1500));
    say('24 after closing:', await ask('/drafts'));
    const [one, two] = [await open('#skill=nest'), await open('#skill=nest')];
    for (const page of [one, two]) { await enter(page, 'ada'); }
    await one.waitForTimeout(2500);
    for (const page of [one, two]) { await page.reload(); await enter(page, 'ada'); await page.waitForTimeout(2000); say('24 device shows', await page.locator('.fw-form form input').first().inputValue()); }
    await two.locator('.fw-form form input').first().fill('newer on two');
    await two.waitForTimeout(6500);
    say('24 two stored:', await ask('/drafts'));
    await one.locator('.fw-form form input').first().press('Enter');
    await one.locator('.fw-result').waitFor();
    await one.waitForTimeout(6500);
    say('24 after one has sent:', await ask('/drafts'), '| two shows', await two.locator('.fw-form form input').first().inputValue());
    await one.context().close(); await two.context().close();
  });
  await step('28b', async () => {
    for (const locale of ['en-US', 'de-DE', 'ar']) {
      const d = await open('#', locale); await d.waitForTimeout(800);
      await d.route('**/api/describe', (route) => route.abort());
      await d.reload(); await d.waitForTimeout(1200);
      say('28b', locale, 'describe:', await d.locator('#main').innerText());
      await d.route('**/api/config', (route) => route.abort());
      await d.reload(); await d.waitForTimeout(1200);
      say('28b', locale, 'config:', await d.locator('#root').innerText());
      await d.context().close();
    }
  });
  await step('8de', async () => {
    for (const locale of ['de-DE', 'ar']) {
      const d = await open('#view=history&state=done', locale); await d.waitForTimeout(1000);
      say('8', locale, await d.locator('#main').innerText());
      await enter(d, 'ada'); await d.waitForTimeout(2000);
      say('26', locale, await d.locator('#main').innerText());
      await d.context().close();
    }
  });
  await browser.close(); await forms.close(); await server.close(); await engine.close();
}, 240_000);
