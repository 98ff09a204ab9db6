import { AxeBuilder } from '@axe-core/playwright';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startFileAgent, toArtifact, toRawPart, toUrlPart } from '../support/file-agent.ts';
import { openAppHosts, poll, type App, type AppHosts } from './app-host/open-app-host.ts';
import { findFaults } from './app-host/find-faults.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { ATTACK, createHostileAgent } from './hostile-view-agent.ts';
import { serveBridge } from './hosts.ts';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ends: (() => Promise<void>)[] = [];
let hosts: AppHosts;
beforeAll(async () => {
  const agents = await Promise.all(
    [createFixtureAgent(), createHostileAgent(), createLargeAgent()].map(async (agent, at) => {
      const server = createServer(agent, { openTasks: true });
      const { url } = await server.listen({ port: 0 });
      ends.unshift(() => server.close());
      return { alias: ['fix', 'bad', 'big'][at] ?? '', url };
    }),
  );
  const bridge = await serveBridge({ agents, budgetMs: 500 }, {}, (end) => {
    ends.unshift(end);
  });
  hosts = await openAppHosts(bridge);
  ends.unshift(() => hosts.close());
}, 60_000);
afterAll(async () => {
  for (const end of ends) await end();
});

/** A picture of one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An agent whose result is too large for an answer. */
function createLargeAgent(): Agent {
  const words = Array.from({ length: 3000 }, (_, at) => ({ word: `long word number ${at}` }));
  const large = defineSkill({
    id: 'large',
    name: 'Large',
    description: 'Says much.',
    tags: [],
    input: { any: { type: 'object' } },
    output: {
      page: {
        type: 'object',
        properties: { last: { type: 'string' }, words: { type: 'array' } },
      },
      none: { type: 'object' },
    },
    run: () => ({ schema: 'page' as const, data: { last: 'the last word', words } }),
  });
  return defineAgent({ name: 'Large', version: '1', skills: [large] });
}

const TOLD = 'ui/update-model-context';

/** Nothing was loaded but the page, the browser refused nothing, and all that was said is MCP Apps. */
function expectQuiet({ requests, faults, said }: App): void {
  expect(requests).toEqual(['/', '/view']);
  expect(faults).toEqual([]);
  for (const message of said) expect(findFaults(message)).toEqual([]);
}

async function expectAccessible({ page }: App): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('shows what the model fills in, draws the result, and sends what a person changes', async () => {
  const app = await hosts.open('fix_compare');
  const { view } = app;
  expect(app.said.slice(0, 2)).toMatchObject([
    { method: 'ui/initialize', params: { protocolVersion: '2026-01-26' } },
    { method: 'ui/notifications/initialized' },
  ]);
  await app.notify('ui/notifications/tool-input-partial', { arguments: { a: 'Li' } });
  await view.getByText('The assistant fills in the form.').waitFor();
  await view.getByText('Li', { exact: true }).waitFor();
  await app.call({ a: 'Lion', b: 'Ox' });
  await view.getByText('Done', { exact: true }).waitFor();
  expect(await view.locator('.fw-result').textContent()).toContain('Lion');
  // The model knows this result from the host.
  expect(app.last(TOLD)).toBeUndefined();

  await view.getByRole('button', { name: 'Change and send again' }).click();
  const first = view.getByRole('textbox', { name: 'A' });
  expect(await first.inputValue()).toBe('Lion');
  expect(await view.getByRole('textbox', { name: 'B' }).inputValue()).toBe('Ox');
  await first.fill('');
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.locator('.fw-error').first().waitFor();
  await first.fill('Ant');
  await view.getByRole('textbox', { name: 'B' }).fill('Anteater');
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.locator('.fw-result').getByText('Anteater').waitFor();
  expect(app.last('tools/call')).toEqual({
    name: 'a2a_submit',
    arguments: { tool: 'fix_compare', arguments: { a: 'Ant', b: 'Anteater' } },
  });
  const told = await poll(() => app.last(TOLD));
  expect(told['structuredContent']).toEqual({
    tool: 'fix_compare',
    arguments: { a: 'Ant', b: 'Anteater' },
    state: 'completed',
    output: { winner: 'Anteater' },
  });
  expect(told['content']).toMatchObject([{ type: 'text' }]);
  await view.getByRole('button', { name: 'Go on in the chat' }).click();
  expect(await poll(() => app.last('ui/message'))).toMatchObject({ role: 'user' });
  // What was saved goes through the host.
  await view.getByRole('button', { name: 'Download JSON' }).click();
  const [file] = (await poll(() => app.last('ui/download-file')))['contents'] as {
    resource: { blob: string };
  }[];
  const saved = Buffer.from(file?.resource.blob ?? '', 'base64').toString();
  expect(JSON.parse(saved)).toEqual({ winner: 'Anteater' });
  expectQuiet(app);
});

test('opens the form with what the model got wrong, and says what', async () => {
  const app = await hosts.open('fix_compare');
  const { view } = app;
  await app.call({ a: 'Lion' });
  await view.getByText('Change what is named here and send it again.').waitFor();
  expect(await view.getByRole('textbox', { name: 'A' }).inputValue()).toBe('Lion');
  expect(await view.locator('.fw-task').textContent()).toContain('B');
  await view.getByRole('textbox', { name: 'B' }).fill('Ox');
  await expectAccessible(app);
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.getByText('Done', { exact: true }).waitFor();
  expectQuiet(app);
});

test('goes on with a running task until its result, and stops one', async () => {
  const app = await hosts.open('fix_work');
  const { view } = app;
  await app.call({ milliseconds: 4000, steps: 2 });
  await view.getByText('Working', { exact: true }).waitFor();
  // What the agent says of it comes with the looks at it.
  await view.getByText('step 2').waitFor();
  expect(await view.locator('progress[value]').count()).toBe(1);
  expect(app.last(TOLD)).toBeUndefined();
  await view.locator('.fw-result').getByText('worked').waitFor();
  const told = await poll(() => app.last(TOLD));
  expect(told['structuredContent']).toMatchObject({ state: 'completed', text: 'worked' });

  await view.getByRole('button', { name: 'Change and send again' }).click();
  await view.getByRole('textbox', { name: 'Milliseconds' }).fill('60000');
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.getByRole('button', { name: 'Cancel' }).click();
  await view.getByText('Cancelled').first().waitFor();
  expectQuiet(app);
});

/** The host makes the call without asking the person itself. */
function begin({ client }: App, tool: string): Promise<object> {
  return client.callTool({ name: 'a2a_submit', arguments: { tool, arguments: {} } });
}

test('draws a nested question whole, and answers it', async () => {
  const app = await hosts.open('fix_order');
  const { view } = app;
  // The host would have asked the person itself, in a form without nesting: it is the page that asks.
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  const result = await begin(app, 'fix_order');
  await app.page.getByLabel('Chat').focus();
  await app.notify('ui/notifications/tool-result', result);
  await view.getByText('Where to?').first().waitFor();
  // Whoever types in the chat goes on typing there.
  await app.page.keyboard.type('Hello');
  expect(await app.page.getByLabel('Chat').inputValue()).toBe('Hello');
  await view.getByRole('textbox', { name: 'Street' }).fill('Main Street 1');
  await view.getByRole('textbox', { name: 'Zip' }).fill('12');
  await view.getByRole('radio', { name: 'fast' }).check();
  await expectAccessible(app);
  await view.getByRole('button', { name: 'Answer' }).click();
  // Nothing runs the pattern here: the bridge does, and what was entered stands there still.
  await view.getByText('The answer was not taken').waitFor();
  expect(await view.getByRole('alert').textContent()).toContain('Zip');
  expect(await view.getByRole('textbox', { name: 'Street' }).inputValue()).toBe('Main Street 1');
  await expectAccessible(app);
  await view.getByRole('textbox', { name: 'Zip' }).fill('12345');
  await view.getByRole('button', { name: 'Answer' }).click();
  await view.locator('.fw-result').getByText('1 to Main Street 1, 12345, fast').waitFor();
  const told = await poll(() => app.last(TOLD));
  expect(told['structuredContent']).toMatchObject({ state: 'completed' });
  expectQuiet(app);
});

test('asks for words, and leads to a consent and back', async () => {
  const greeted = await hosts.open('fix_greet');
  await greeted.notify('ui/notifications/tool-input', { arguments: {} });
  await greeted.notify('ui/notifications/tool-result', await begin(greeted, 'fix_greet'));
  await greeted.view.getByRole('textbox', { name: 'Your answer' }).fill('5');
  await greeted.view.getByRole('button', { name: 'Answer' }).click();
  await greeted.view.locator('.fw-result').getByText('Hello, 5!').waitFor();
  const app = await hosts.open('fix_consent');
  const { view } = app;
  await app.notify('ui/notifications/tool-input', { arguments: {} });
  await app.notify('ui/notifications/tool-result', await begin(app, 'fix_consent'));
  await view.getByRole('link', { name: 'login.example.com' }).click();
  await view.getByRole('button', { name: 'Open' }).click();
  expect(await poll(() => app.last('ui/open-link'))).toEqual({
    url: 'https://login.example.com/go',
  });
  await view.getByRole('dialog').waitFor({ state: 'detached' });
  await view.locator('.fw-task-question button.fw-primary').click();
  await view.locator('.fw-result').getByText('thanks').waitFor();
  for (const one of [greeted, app]) expectQuiet(one);
});

test('says what failed, what was refused, and what was cancelled', async () => {
  const failed = await hosts.open('fix_fail');
  await failed.call({});
  await failed.view.getByText('The well is dry.').waitFor();
  const refused = await hosts.open('fix_compare', { refuses: ['tools/call', TOLD] });
  await refused.call({ a: 'Lion' });
  await refused.view.getByRole('textbox', { name: 'B' }).fill('Ox');
  await refused.view.getByRole('button', { name: 'Send', exact: true }).click();
  await refused.view.getByText('Denied by the user').waitFor({ state: 'attached' });
  const cancelled = await hosts.open('fix_compare', { tellsTool: false });
  await cancelled.notify('ui/notifications/tool-input', { arguments: { a: 'Lion' } });
  await cancelled.notify('ui/notifications/tool-cancelled', { reason: 'No time.' });
  await cancelled.view.getByText('No time.').waitFor();
  // Without a definition there is nothing to fill in.
  expect(await cancelled.view.getByRole('button', { name: 'Change and send again' }).count()).toBe(
    0,
  );
  for (const app of [failed, refused, cancelled]) expectQuiet(app);
});

test('takes no text for markup, and leads nowhere without asking', async () => {
  const app = await hosts.open('bad_grant');
  const { view } = app;
  await app.call({ wish: 'x', kind: 'plain' });
  await view.getByText('Done', { exact: true }).waitFor();
  expect(await view.locator('img, script[src], iframe, object, embed').count()).toBe(0);
  expect(await view.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await view.locator('.fw-result').textContent()).toContain(ATTACK);
  await view.locator('a[href^="https://evil.example/path"]').click();
  const dialog = view.getByRole('dialog', { name: 'Open evil.example?' });
  await dialog.getByText('https://evil.example/path?from=you').waitFor();
  expect(app.last('ui/open-link')).toBeUndefined();
  await expectAccessible(app);
  await dialog.getByRole('button', { name: 'Open' }).click();
  expect(await poll(() => app.last('ui/open-link'))).toEqual({
    url: 'https://evil.example/path?from=you',
  });
  await view.getByRole('button', { name: 'Change and send again' }).click();
  await view.getByRole('textbox').first().waitFor();
  expect(await view.locator('img').count()).toBe(0);
  expectQuiet(app);
  const asking = await hosts.open('bad_tell');
  const answer = await begin(asking, 'bad_tell');
  await asking.notify('ui/notifications/tool-input', { arguments: {} });
  await asking.notify('ui/notifications/tool-result', answer);
  await asking.view.getByRole('button', { name: 'Answer' }).waitFor();
  expect(await asking.view.locator('img').count()).toBe(0);
  expectQuiet(asking);
});

test('draws files, and reads what is too large for an answer', async () => {
  const url = await startFileAgent([
    toArtifact('drawings', [
      { ...toRawPart('dot.png', '', 'image/png'), content: { $case: 'raw', value: DOT } },
      toRawPart('data.bin', 'x'.repeat(2000), 'application/x-thing'),
      toUrlPart('far.pdf', 'https://files.example.com/far.pdf', 'application/pdf'),
    ]),
  ]);
  const others = await openAppHosts(await serveBridge({ agents: [{ alias: 'art', url }] }));
  onTestFinished(() => others.close());
  const files = await others.open('art_draw');
  await files.call({ message: 'a dot' });
  await files.view.getByRole('img', { name: 'dot.png' }).waitFor();
  // Bytes are here already; what stands elsewhere is a link.
  await files.view.getByRole('button', { name: /data\.bin/u }).click();
  const saved = await poll(() => files.last('ui/download-file'));
  expect(JSON.stringify(saved)).toContain(Buffer.from('x'.repeat(2000)).toString('base64'));
  expect(files.last('resources/read')?.['uri']).toMatch(/^a2a:/u);
  await files.view.locator('a[href="https://files.example.com/far.pdf"]').waitFor();
  expectQuiet(files);
  const large = await hosts.open('big_large');
  await large.call({});
  await large.view.getByText('the last word').waitFor();
  expectQuiet(large);
});

test.each(['light', 'dark'] as const)('looks like its host: %s', async (theme) => {
  const app = await hosts.open('fix_compare', {
    theme,
    locale: 'de-AT',
    variables: {
      '--color-background-primary': 'light-dark(#fefefe, #101010)',
      '--font-sans': 'url(https://evil.example/font)',
    },
    // What the system has does not count.
    browser: { colorScheme: theme === 'light' ? 'dark' : 'light' },
  });
  const { view } = app;
  await app.call({ a: 'Lion' });
  await view.getByRole('textbox', { name: 'B' }).waitFor();
  const color = theme === 'light' ? 'rgb(254, 254, 254)' : 'rgb(16, 16, 16)';
  const read = 'getComputedStyle(document.body).backgroundColor';
  const frame = app.page.frames()[1];
  expect(await frame?.evaluate(read)).toBe(color);
  expect(await frame?.evaluate('document.documentElement.lang')).toBe('de');
  await expectAccessible(app);
  const before = Number((await poll(() => app.last('ui/notifications/size-changed')))['height']);
  await view.getByRole('textbox', { name: 'B' }).fill('Ox');
  await view.getByRole('button', { name: 'Senden', exact: true }).click();
  await view.getByText('Fertig', { exact: true }).waitFor();
  await expectAccessible(app);
  const height = Number(app.last('ui/notifications/size-changed')?.['height']);
  expect(height).not.toBe(before);
  expect(height).toBe(
    await frame?.evaluate(
      "Math.ceil(document.querySelector('#root').getBoundingClientRect().height)",
    ),
  );
  await app.notify('ui/notifications/host-context-changed', {
    theme: theme === 'light' ? 'dark' : 'light',
    locale: 'ar',
  });
  await view.locator('[dir=rtl]').first().waitFor();
  expect(await frame?.evaluate(read)).not.toBe(color);
  expectQuiet(app);
  // The policy is one: what it forbids would have been seen above.
  await frame?.evaluate("fetch('https://evil.example/').catch(() => {})");
  await poll(() => app.faults.find((fault) => fault.includes('connect-src')));
  expect(await app.ask('ping', {})).toMatchObject({ result: {} });
  expect(await app.ask('no/such', {})).toMatchObject({ error: { code: -32_601 } });
  expect(await app.ask('ui/resource-teardown', { reason: 'over' })).toMatchObject({ result: {} });
  expect(await view.locator('#root').innerHTML()).toBe('');
});
