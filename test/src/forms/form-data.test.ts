import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryForms } from './corpus/try-forms.ts';
import { openFormPages, type FormPages } from './open-page.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages();
});
afterAll(() => pages.close());

test('a value with everything in it comes back as it was', async () => {
  const [outcome] = await tryForms(await pages.open(), [{ schema: TRIP, data: TRIP_DATA }]);
  expect(outcome).toMatchObject({ drawn: 'fields', sent: JSON.stringify(TRIP_DATA), changes: 0 });
});
