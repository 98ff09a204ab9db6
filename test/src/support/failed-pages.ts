import { afterEach } from 'vitest';
import { describeOpenPages } from './open-pages.ts';

// What did not come to a page is seldom the cause: what the page shows in its place says more, and a
// rare failure cannot be looked at again. Vitest runs this before each file.
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined) return;
  const pages = await describeOpenPages();
  if (pages.length > 0) error.message += `\n${pages.join('\n')}`;
});
