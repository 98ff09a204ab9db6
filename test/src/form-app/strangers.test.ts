import { TaskState } from '@a2a-js/sdk';
import { demoAgent } from '@formwork/demo';
import { createBearerAuthentication } from '@formwork/server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExecutor, declared, extension, pair } from '../support/fight-agents.ts';
import { listViolations } from '../support/list-violations.ts';
import { startServer } from '../support/start-server.ts';
import { startStockAgent } from '../support/stock-agents.ts';
import { toExecutor, toText } from '../support/stock-executor.ts';
import { openFormApp, type FormApp } from './open-app.ts';

let app: FormApp;
let page: Page;
beforeAll(async () => {
  app = await openFormApp({ mode: 'many' });
  page = await app.open();
  await page.getByRole('heading', { name: 'Which agent do you want to work with?' }).waitFor();
});
afterAll(() => app.close());

/** The metadata by which a part is marked as data of the schema `winner`. */
const MODE = { mimeType: 'application/json;schema=winner' };

/** Opens an agent in the forms page by entering its address. */
async function openAgent(url: string): Promise<void> {
  await page.goto(`${app.url}/#`);
  const address = page.getByLabel('Address of an agent');
  await address.fill(url);
  await address.press('Enter');
}

test('agents are opened by their address, listed, and removed', async () => {
  expect(await listViolations(page)).toEqual([]);
  await openAgent('not an address');
  await page.getByText('Enter an address that begins with').waitFor();
  await openAgent(app.demo);
  await page.getByRole('heading', { name: 'Formwork demo' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.goto(`${app.url}/#`);
  await page.getByRole('link', { name: /Formwork demo/ }).waitFor();
  await page.getByRole('button', { name: 'Remove Formwork demo' }).click();
  await expect.poll(() => page.getByRole('link', { name: /Formwork demo/ }).count()).toBe(0);
});

test('a skill of the stock SDK with schemas in its card has a form; what came back differently says so', async () => {
  const strict = { type: 'object', properties: { winner: { type: 'integer' } } };
  const card = {
    ...declared,
    name: 'Stock',
    capabilities: { streaming: true, extensions: [extension({ pair, winner: strict })] },
  };
  await openAgent(await startStockAgent(createExecutor('application/json;schema=winner'), card));
  await page.locator('.fw-form form').waitFor();
  for (const field of await page.locator('.fw-form input.fw-input').all()) await field.fill('Ant');
  await page.keyboard.press('Control+Enter');
  // The body of a result is drawn by a part of the page that comes later.
  await page.locator('.fw-result').getByText('Ant').first().waitFor();
  const text = await page.locator('.fw-result').textContent();
  expect(text).not.toContain('Checked');
  expect(text).toMatch(/problem|differ|whole number|integer/iu);
  expect(await listViolations(page)).toEqual([]);
});

test('a schema that is refused is explained, and text does instead', async () => {
  const executor = toExecutor(({ message }, say) => {
    const [part] = message.parts;
    const said = part?.content?.$case === 'text' ? part.content.value : 'nothing';
    const tag = part?.mediaType === '' && part.metadata === undefined ? 'untagged' : 'tagged';
    say(TaskState.TASK_STATE_COMPLETED, [toText(`${tag}: ${said}`)]);
  });
  const bad = { type: 'object', properties: { a: { $ref: 'https://evil.example/schema.json' } } };
  const [first] = declared.skills;
  const card = {
    ...declared,
    skills: [{ ...first, inputModes: [...(first?.inputModes ?? []), 'text/plain'] }],
    capabilities: { streaming: true, extensions: [extension({ pair: bad, winner: {} })] },
  };
  await openAgent(await startStockAgent(executor, card));
  await page.getByRole('heading', { name: /The form “pair” cannot be shown safely/ }).waitFor();
  await expect
    .poll(() => page.locator('main .card li').first().textContent())
    .toContain('evil.example');
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Lion against Tiger');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('untagged: Lion against Tiger').waitFor();
});

test('a skill without input is a button; a secret is warned of and kept nowhere', async () => {
  const [first] = declared.skills;
  const card = (schema: object): object => ({
    ...declared,
    skills: [{ ...first, name: 'Refresh' }],
    capabilities: { streaming: true, extensions: [extension({ pair: schema, winner: {} })] },
  });
  const executor = toExecutor((_turn, say) => say(TaskState.TASK_STATE_COMPLETED, [toText('ok')]));
  await openAgent(await startStockAgent(executor, { ...card({ type: 'object' }) }));
  await page.getByRole('button', { name: 'Run “Refresh”' }).click();
  await page.getByText('ok', { exact: true }).first().waitFor();

  const schema = {
    type: 'object',
    properties: { user: { type: 'string' }, pin: { type: 'string', format: 'password' } },
  };
  await openAgent(await startStockAgent(executor, { ...card(schema) }));
  await page.getByText('This form asks for a secret.').waitFor();
  await page.getByLabel(/^User/).fill('ada');
  await page.locator('input[type=password]').fill('hunter2-secret');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('ada');
  await page.keyboard.press('Control+Enter');
  await page.getByText('ok', { exact: true }).first().waitFor();
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + window.location.href);
  expect(kept).toContain('ada');
  expect(kept).not.toContain('hunter2');
});

test('what turns the order of letters is shown wherever the agent or a person says it', async () => {
  const turn = '\u202E';
  const [first] = declared.skills;
  const schema = {
    type: 'object',
    title: `Pair ${turn}riap`,
    properties: { a: { type: 'string', title: `First ${turn}tsrif` } },
  };
  const card = {
    ...declared,
    name: `Stock ${turn}kcots`,
    skills: [{ ...first, name: `Fight ${turn}thgif`, description: `Fights ${turn}sthgif` }],
    capabilities: { streaming: true, extensions: [extension({ pair: schema, winner: {} })] },
  };
  const data = { winner: `Pay ${turn}001`, rows: [{ [`x${turn}`]: `y ${turn}z`, n: 1 }] };
  const executor = toExecutor((_turn, say) => {
    say(TaskState.TASK_STATE_WORKING, [toText(`Looking ${turn}gnikool`)]);
    say(TaskState.TASK_STATE_COMPLETED, [
      { ...toText(''), content: { $case: 'data', value: data }, metadata: MODE },
      toText(`Said ${turn}dias`),
    ]);
  });
  await openAgent(await startStockAgent(executor, card));
  await page.locator('.fw-form input.fw-input').fill(`Lion ${turn}noil`);
  await page.keyboard.press('Control+Enter');
  await page.locator('.fw-result[aria-busy=false]').waitFor();
  const shown = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
  expect(shown).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
  for (const words of ['Stock [', 'Fight [', 'Lion [', 'Pay [', 'y [', 'Said [']) {
    expect(shown).toContain(`${words}U+202E]`);
  }
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect
    .poll(() => page.locator('.fw-result pre').textContent())
    .toContain(String.raw`"winner": "Pay \u202e001"`);
});

test('a card of thousands of skills is listed in part, and searched', async () => {
  const skills = Array.from({ length: 5000 }, (_, n) => ({
    id: `s${n}`,
    name: `Skill ${n}`,
    description: `Does ${n}.`,
    tags: [],
    inputModes: ['text/plain'],
    outputModes: ['text/plain'],
  }));
  const executor = toExecutor((_turn, say) => say(TaskState.TASK_STATE_COMPLETED, [toText('ok')]));
  await openAgent(await startStockAgent(executor, { skills }));
  await page.getByRole('heading', { name: 'Choose what you want done' }).waitFor();
  await expect.poll(() => page.locator('.choices li').count()).toBe(8);
  await expect.poll(() => page.locator('.links a').count()).toBeLessThan(100);
  await expect.poll(() => page.locator('.side').textContent()).toContain('4940 more');
  expect(await listViolations(page)).toEqual([]);
  await page.locator('main').getByRole('button', { name: '4992 more' }).click();
  await page.getByRole('combobox').fill('skill 4999');
  await expect.poll(() => page.getByRole('option').allTextContents()).toHaveLength(1);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Skill 4999' }).waitFor();
});

test('credentials go to their agent alone, and live as long as the page', async () => {
  const token = 'token-of-ada-which-is-long';
  const authenticate = createBearerAuthentication({
    verify: (given) => (given === token ? { id: 'ada' } : undefined),
  });
  const { url } = await startServer(demoAgent, { authenticate, requireAuthentication: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    const header = request.headers()['x-formwork-agent-headers'];
    if (header !== undefined) sent.push(`${request.postData()} ${header}`);
  });
  await openAgent(url);
  await page.getByText('Sign in to this agent').click();
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Signed in', { exact: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page
    .getByRole('link', { name: /Fight Comparison/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'A (required)' }).fill('Lion');
  await page.getByRole('textbox', { name: 'B (required)' }).fill('Tiger');
  await page.keyboard.press('Control+Enter');
  await page.locator('.fw-result').waitFor();
  await page.locator('.details-button').click();
  await page.locator('.details pre').first().waitFor();
  await expect.poll(() => page.locator('.details').textContent()).toContain('Bearer $TOKEN');
  const everything = await page.evaluate(
    () => JSON.stringify(localStorage) + window.location.href + document.body.textContent,
  );
  expect(everything).not.toContain(token);
  await openAgent(app.demo);
  await page.getByRole('heading', { name: 'Formwork demo' }).waitFor();
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.every((text) => text.includes(url) && !text.includes(app.demo))).toBe(true);
  await page.goto(`${app.url}/#agent=${encodeURIComponent(url)}`);
  await page.reload();
  await page.getByText('Sign in to this agent').waitFor();
  expect(app.errors).toEqual([]);
});
