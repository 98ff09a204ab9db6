import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { leavePage, takePage } from '../support/keep-page.ts';
import { runProgram } from '../support/run-program.ts';
import { onTestFinished } from '../support/test-end.ts';
import { takeBuiltPage } from './open-page.ts';

test('the example of an app draws the form of a skill, then its question, then the result', async () => {
  const { files } = await takeBuiltPage({ folder: 'example', react: 19, trims: false });
  const folder = mkdtempSync(join(tmpdir(), 'formwork-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const env = { PAGE: folder, PORT: '0' };
  const program = runProgram('apps/examples/dist/react-app/server.js', env);
  const [, url = ''] = await program.waitFor(/The page is at (\S+)/u);
  const page = await takePage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);

  // A form without a name is not sent.
  await page.getByLabel('Guests').fill('12');
  await page.getByRole('button', { name: 'Reserve' }).click();
  await page.getByRole('alert').getByText('Name').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('button', { name: 'Reserve' }).click();

  await page.getByRole('heading', { name: 'pays a deposit of 50 EUR' }).waitFor();
  await page.getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('Table', { exact: true }).waitFor();
  expect(await page.locator('#root').textContent()).toContain('NameAdaTable1');
  expect(errors).toEqual([]);
  await leavePage(page);
});
