import { defineAgent, defineSkill } from '@formwork/core';
import { createFormsServer } from '@formwork/forms';
import { createServer } from '@formwork/server';
import { expect, test } from 'vitest';
import { shareBrowser } from '../support/share-browser.ts';

/** A schema with more, longer and larger parts than a stranger's may have. */
const LARGE = {
  type: 'object',
  properties: {
    machine: { type: 'string', enum: Array.from({ length: 2500 }, (_, n) => `machine-${n}`) },
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `job${n}`,
        {
          type: 'object',
          description: 'The words of a long documentation. '.repeat(900),
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_step, at) => [
              `step${at}`,
              { type: 'string', maxLength: 3 },
            ]),
          ),
        },
      ]),
    ),
  },
} as const;

test('the page of one agent draws and checks what is too large for a stranger', async () => {
  const inputs: unknown[] = [];
  const agent = defineAgent({
    name: 'Own agent',
    description: 'Has a large schema.',
    version: '1.0.0',
    skills: [
      defineSkill({
        id: 'build',
        name: 'Build',
        description: 'Builds.',
        tags: [],
        input: { plan: LARGE },
        output: { done: { type: 'object' } },
        run({ input }) {
          inputs.push(input);
          return {};
        },
      }),
    ],
  });
  const server = createServer(agent);
  const { url: agentUrl } = await server.listen({ port: 0 });
  const forms = createFormsServer({ mode: 'one', agentUrl });
  const { url } = await forms.listen({ port: 0 });
  const browser = await shareBrowser();
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  try {
    expect(JSON.stringify(LARGE).length).toBeGreaterThan(1_500_000);
    await page.goto(`${url}/#skill=build`);
    await page.getByRole('button', { name: 'Add Job0' }).click();
    const step = page.getByRole('textbox', { name: 'Step39' });
    await step.fill('long');
    await page.locator('.fw-form button[type=submit]').click();
    await page.getByText('Step39 must have at most 3 characters').first().waitFor();
    await step.fill('abc');
    await page.locator('.fw-form button[type=submit]').click();
    await expect.poll(() => inputs).toEqual([{ job0: { step39: 'abc' } }]);
  } finally {
    await page.context().close();
    await forms.close();
    await server.close();
  }
});
