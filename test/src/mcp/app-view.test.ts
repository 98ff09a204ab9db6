import { expect, test } from 'vitest';
import { pollUntil } from '../support/poll-until.ts';
import { beginCall, expectAccessible, expectQuiet } from './app-host/expect-page.ts';
import { startAppHosts } from './app-host/start-app-hosts.ts';
import { createFixtureAgent, createFixtureLog } from './fixture-agent.ts';

const log = createFixtureLog();
const hosts = startAppHosts({ fix: createFixtureAgent() });
/** Hosts whose calls end soon with a task that goes on. */
const brief = startAppHosts({ fix: createFixtureAgent(log) }, { budgetMs: 500 });

/** The MCP Apps method by which a page tells the model what happened on it. */
const TOLD = 'ui/update-model-context';

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
  // The host has already given this result to the model.
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
    arguments: {
      tool: 'fix_compare',
      arguments: { a: 'Ant', b: 'Anteater' },
      message_id: expect.any(String) as unknown,
    },
  });
  const told = await pollUntil(() => app.last(TOLD));
  expect(told['structuredContent']).toEqual({
    tool: 'fix_compare',
    arguments: { a: 'Ant', b: 'Anteater' },
    state: 'completed',
    output: { winner: 'Anteater' },
  });
  expect(told['content']).toMatchObject([{ type: 'text' }]);
  await view.getByRole('button', { name: 'Continue in the chat' }).click();
  expect(await pollUntil(() => app.last('ui/message'))).toMatchObject({ role: 'user' });
  // The page asks the host to save the file.
  await view.getByRole('button', { name: 'Download JSON' }).click();
  const [file] = (await pollUntil(() => app.last('ui/download-file')))['contents'] as {
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
  await view.getByText('Change what is listed here and send it again.').waitFor();
  expect(await view.getByRole('textbox', { name: 'A' }).inputValue()).toBe('Lion');
  expect(await view.locator('.fw-task').textContent()).toContain('B');
  await view.getByRole('textbox', { name: 'B' }).fill('Ox');
  await expectAccessible(app);
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.getByText('Done', { exact: true }).waitFor();
  expectQuiet(app);
});

test('says so if it cannot be drawn', async () => {
  const app = await hosts.open('fix_compare');
  const { view } = app;
  // The page reads the time while it draws what the model writes.
  await view.locator('body').evaluate(() => {
    Date.now = () => {
      throw new Error('The clock is broken.');
    };
  });
  await app.notify('ui/notifications/tool-input-partial', { arguments: { a: 'Li' } });
  await view.getByRole('alert').waitFor();
  expect(await view.getByRole('alert').textContent()).toBe(
    'This cannot be shown here. Continue in the chat.',
  );
});

test('goes on with a running task until its result, and stops one', async () => {
  const app = await brief.open('fix_work');
  const { view } = app;
  await app.call({ name: 'job', steps: 2 });
  await view.getByText('Working', { exact: true }).waitFor();
  log.steps.lift('job/1');
  // The text comes with the status that the page polls.
  await view.getByText('step 2').waitFor();
  expect(await view.locator('progress[value]').count()).toBe(1);
  expect(app.last(TOLD)).toBeUndefined();
  log.steps.lift('job/2');
  await view.locator('.fw-result').getByText('worked').waitFor();
  const told = await pollUntil(() => app.last(TOLD));
  expect(told['structuredContent']).toMatchObject({ state: 'completed', text: 'worked' });

  await view.getByRole('button', { name: 'Change and send again' }).click();
  await view.getByRole('textbox', { name: 'Name' }).fill('later');
  await view.getByRole('button', { name: 'Send', exact: true }).click();
  await view.getByRole('button', { name: 'Cancel' }).click();
  await view.getByText('Canceled').first().waitFor();
  expectQuiet(app);
});

test('draws a nested question whole, and answers it', async () => {
  const app = await hosts.open('fix_order');
  const { view } = app;
  // The host could ask the person only in a form without nested fields, so the page asks.
  await app.page.getByLabel('Chat').focus();
  await beginCall(app, 'fix_order');
  await view.getByText('Where to?').first().waitFor();
  // A person who types in the chat keeps the focus there.
  await app.page.keyboard.type('Hello');
  expect(await app.page.getByLabel('Chat').inputValue()).toBe('Hello');
  await view.getByRole('textbox', { name: 'Street' }).fill('Main Street 1');
  await view.getByRole('textbox', { name: 'Zip' }).fill('12');
  await view.getByRole('radio', { name: 'fast' }).check();
  await expectAccessible(app);
  await view.getByRole('button', { name: 'Answer' }).click();
  // The page does not check the pattern, but the bridge does; the answer stays in the form.
  await view.getByText('The answer was not taken').waitFor();
  expect(await view.getByRole('alert').textContent()).toContain('Zip');
  expect(await view.getByRole('textbox', { name: 'Street' }).inputValue()).toBe('Main Street 1');
  await expectAccessible(app);
  await view.getByRole('textbox', { name: 'Zip' }).fill('12345');
  await view.getByRole('button', { name: 'Answer' }).click();
  await view.locator('.fw-result').getByText('1 to Main Street 1, 12345, fast').waitFor();
  const told = await pollUntil(() => app.last(TOLD));
  expect(told['structuredContent']).toMatchObject({ state: 'completed' });
  expectQuiet(app);
});

test('asks for words, and leads to a consent and back', async () => {
  const greeted = await hosts.open('fix_greet');
  await beginCall(greeted, 'fix_greet');
  await greeted.view.getByRole('textbox', { name: 'Your answer' }).fill('5');
  await greeted.view.getByRole('button', { name: 'Answer' }).click();
  await greeted.view.locator('.fw-result').getByText('Hello, 5!').waitFor();
  expectQuiet(greeted);
  const app = await hosts.open('fix_consent');
  const { view } = app;
  await beginCall(app, 'fix_consent');
  await view.getByRole('link', { name: 'login.example.com' }).click();
  await view.getByRole('button', { name: 'Open' }).click();
  expect(await pollUntil(() => app.last('ui/open-link'))).toEqual({
    url: 'https://login.example.com/go',
  });
  await view.getByRole('dialog').waitFor({ state: 'detached' });
  await view.locator('.fw-task-question button.fw-primary').click();
  await view.locator('.fw-result').getByText('thanks').waitFor();
  expectQuiet(app);
});

test('says what failed, what was refused, and what was cancelled', async () => {
  const failed = await hosts.open('fix_fail');
  await failed.call({});
  await failed.view.getByText('The well is dry.').waitFor();
  expectQuiet(failed);
  const refused = await hosts.open('fix_compare', { refuses: ['tools/call', TOLD] });
  await refused.call({ a: 'Lion' });
  await refused.view.getByRole('textbox', { name: 'B' }).fill('Ox');
  await refused.view.getByRole('button', { name: 'Send', exact: true }).click();
  await refused.view.getByText('Denied by the user').waitFor({ state: 'attached' });
  expectQuiet(refused);
  const cancelled = await hosts.open('fix_compare', { tellsTool: false });
  await cancelled.notify('ui/notifications/tool-input', { arguments: { a: 'Lion' } });
  await cancelled.notify('ui/notifications/tool-cancelled', { reason: 'No time.' });
  await cancelled.view.getByText('No time.').waitFor();
  // The page cannot draw a form, because the host did not send the tool's definition.
  expect(await cancelled.view.getByRole('button', { name: 'Change and send again' }).count()).toBe(
    0,
  );
  expectQuiet(cancelled);
});
