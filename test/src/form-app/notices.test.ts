import { afterAll, expect, test } from 'vitest';
import { openFormApp } from './open-app.ts';

const app = await openFormApp();
afterAll(() => app.close());

declare global {
  interface Window {
    notices: string[];
  }
}

test('a long task that ends while nobody looks is told of', async () => {
  const page = await app.open('about:blank', { permissions: ['notifications'] });
  // A browser without a screen never hides a page and shows no notifications, so the test counts
  // those that the page makes. This browser may also report permission as denied although it is
  // granted.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    window.notices = [];
    const Shown = window.Notification;
    let granted: NotificationPermission = 'default';
    void navigator.permissions.query({ name: 'notifications' }).then(({ state }) => {
      if (state !== 'prompt') granted = state;
      return state;
    });
    window.Notification = class extends Shown {
      static override get permission(): NotificationPermission {
        return granted;
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        window.notices.push(`${title}: ${options?.body ?? ''}`);
      }
    };
  });
  const contacts = Array.from({ length: 6 }, (_, n) => ({ name: `P${n}`, email: `p${n}@x.org` }));
  const data = { contacts, batchSize: 1, pauseMs: 2000 };
  const encoded = Buffer.from(JSON.stringify(data)).toString('base64url');
  await page.goto(`${app.url}/#skill=import-contacts&data=${encoded}`);
  await page.locator('.fw-form button[type=submit]').click();
  await expect
    .poll(() => page.evaluate(() => window.notices))
    .toEqual([expect.stringContaining('Import Contacts')]);
  await app.leave(page);
});
