import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { expect, onTestFinished, test } from 'vitest';
import { startFileAgent, toArtifact, toRawPart, toUrlPart } from '../support/file-agent.ts';
import { pollUntil } from '../support/poll-until.ts';
import { beginCall, expectAccessible, expectQuiet } from './app-host/expect-page.ts';
import { openAppHosts } from './app-host/open-app-host.ts';
import { startAppHosts } from './app-host/start-app-hosts.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { ATTACK, createHostileAgent } from './hostile-view-agent.ts';
import { serveBridge } from './hosts.ts';

const hosts = startAppHosts({
  fix: createFixtureAgent(),
  bad: createHostileAgent(),
  big: createLargeAgent(),
});

/** A PNG image of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes an agent whose result is too large for one MCP answer. */
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
  expect(await pollUntil(() => app.last('ui/open-link'))).toEqual({
    url: 'https://evil.example/path?from=you',
  });
  await view.getByRole('button', { name: 'Change and send again' }).click();
  await view.getByRole('textbox').first().waitFor();
  expect(await view.locator('img').count()).toBe(0);
  expectQuiet(app);
  const asking = await hosts.open('bad_tell');
  await beginCall(asking, 'bad_tell');
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
  // A file whose bytes are in the answer gets a button; a file at an address gets a link.
  await files.view.getByRole('button', { name: /data\.bin/u }).click();
  const saved = await pollUntil(() => files.last('ui/download-file'));
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
    // The host's theme overrides the colour scheme of the operating system.
    colorScheme: theme === 'light' ? 'dark' : 'light',
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
  const before = Number(
    (await pollUntil(() => app.last('ui/notifications/size-changed')))['height'],
  );
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
  // The policy is in force: it refuses this request, and would have refused others above.
  await frame?.evaluate("fetch('https://evil.example/').catch(() => {})");
  await pollUntil(() => app.faults.find((fault) => fault.includes('connect-src')));
  expect(await app.ask('ping', {})).toMatchObject({ result: {} });
  expect(await app.ask('no/such', {})).toMatchObject({ error: { code: -32_601 } });
  expect(await app.ask('ui/resource-teardown', { reason: 'over' })).toMatchObject({ result: {} });
  expect(await view.locator('#root').innerHTML()).toBe('');
});
