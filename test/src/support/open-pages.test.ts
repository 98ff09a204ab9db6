import { expect, test } from 'vitest';
import { leavePage, takePage } from './keep-page.ts';
import { describeOpenPages } from './open-pages.ts';

test('a page says what it shows and what has the focus, until it is left', async () => {
  const page = await takePage();
  await page.goto('data:text/html,<h1>Late</h1><button id=go autofocus>Go</button>');
  await page.locator('#go').focus();
  const [description = ''] = await describeOpenPages();
  expect(description).toContain('heading "Late"');
  expect(description).toContain('The focus is on: <button id="go"');
  await page.goto('about:blank');
  await leavePage(page);
  expect(await describeOpenPages()).toEqual([]);
});
