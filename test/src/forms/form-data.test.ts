import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import {
  readChargePointForms,
  readJsonFormsExamples,
  readWebhookForms,
  type PublishedForm,
} from './published-forms.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
}, 60_000);
afterAll(() => pages.close());

/** What became of a value that was loaded and sent. */
async function loadAndSend({
  schema,
  value,
}: Pick<PublishedForm, 'schema' | 'value'>): Promise<string> {
  await draw(page, { schema, initialData: value });
  const state = await page.evaluate(async () => {
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    // Patterns are judged elsewhere: it is over when something was sent or said.
    for (let turns = 0; turns < 500; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      if (window.sent.length > 0 || document.querySelector('[data-fw-summary]') !== null) break;
    }
    return {
      sent: window.sent,
      changed: window.changed.length,
      problems: [...document.querySelectorAll('[data-fw-summary] a')].map((a) => a.textContent),
      isJson: document.querySelector('form > p') !== null,
    };
  });
  if (state.sent.length !== 1) return `not sent: ${state.problems.join('; ')}`;
  if (JSON.stringify(state.sent[0]) !== JSON.stringify(value)) {
    return `altered: ${JSON.stringify(value)} became ${JSON.stringify(state.sent[0])}`;
  }
  if (state.changed > 0) return 'reported as changed';
  return state.isJson ? 'unchanged, as JSON' : 'unchanged';
}

async function listAltered(forms: readonly PublishedForm[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const form of forms) {
    const outcome = await loadAndSend(form);
    if (outcome !== 'unchanged') found.push(`${form.name}: ${outcome}`);
  }
  return found;
}

test('a value with everything in it comes back as it was', async () => {
  expect(await loadAndSend({ schema: TRIP, value: TRIP_DATA })).toBe('unchanged');
});

test('data of @jsonforms/examples come back as they were', async () => {
  const forms = readJsonFormsExamples();
  expect(forms.length).toBeGreaterThan(40);
  expect(await listAltered(forms)).toEqual([]);
}, 60_000);

test('messages of charge points come back as they were', async () => {
  const forms = readChargePointForms();
  expect(forms.length).toBeGreaterThan(60);
  expect(await listAltered(forms)).toEqual([]);
}, 120_000);

test('parts of webhooks come back as they were; the largest are edited as JSON', async () => {
  const forms = readWebhookForms();
  expect(forms.length).toBeGreaterThan(100);
  const names = ['', '_review', '_review_comment', '_review_thread'];
  expect(await listAltered(forms)).toEqual(
    names.map((name) => `github pull_request${name}_event: unchanged, as JSON`),
  );
}, 120_000);
