import { expect, test } from 'vitest';
import { draw, openFormPages } from './open-page.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

test('forms work with React 18 as well, and with all that the form library brings', async () => {
  const pages = await openFormPages({ react: 18, trims: false });
  try {
    expect(pages.modules.some((path) => path.includes('react-dom@18.3.1'))).toBe(true);
    expect(pages.modules.some((path) => path.includes('react-dom@19'))).toBe(false);
    const page = await pages.open();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await draw(page, { schema: TRIP, initialData: TRIP_DATA });
    await page.getByLabel('Name').first().fill('Grace');
    await page.getByRole('button', { name: 'Remove Tag 1' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => window.sent.length === 1);
    const [sent] = await page.evaluate(() => window.sent);
    expect(sent).toEqual({ ...TRIP_DATA, name: 'Grace', tags: ['sun'] });
    expect(errors).toEqual([]);
  } finally {
    await pages.close();
  }
});
