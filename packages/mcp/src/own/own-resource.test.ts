import { expect, test } from 'vitest';
import { type OwnResource, readOwnResource } from './own-resource.ts';

function createTemplate(uri: string): OwnResource {
  return { uri, name: 'Notes', mimeType: 'text/plain', text: '{year}: {month}' };
}

test('a template fills its text in', () => {
  const resources = [createTemplate('notes://{year}-{month}')];
  expect(readOwnResource(resources, 'notes://2026-11')).toMatchObject({ text: '2026: 11' });
  expect(readOwnResource(resources, 'notes://2026')).toBeUndefined();
});

test.each([
  ['notes://{year}-{month}', '-', '/'],
  ['notes://{+year}/{+month}', '/', '\n'],
])('a long address is not compared with %s', (uri, repeated, end) => {
  // Comparing this one would take hours.
  const address = `notes://${repeated.repeat(900_000)}${end}`;
  expect(readOwnResource([createTemplate(uri)], address)).toBeUndefined();
});
