import { expect, test } from 'vitest';
import { type OperatorResource, readOperatorResource } from './operator-resource.ts';

function createTemplate(uri: string): OperatorResource {
  return { uri, name: 'Notes', mimeType: 'text/plain', text: '{year}: {month}' };
}

test('a template fills its text in', () => {
  const resources = [createTemplate('notes://{year}-{month}')];
  expect(readOperatorResource(resources, 'notes://2026-11')).toMatchObject({ text: '2026: 11' });
  expect(readOperatorResource(resources, 'notes://2026')).toBeUndefined();
});

test.each([
  ['notes://{year}-{month}', '-', '/'],
  ['notes://{+year}/{+month}', '/', '\n'],
])('a long address is not compared with %s', (uri, repeated, end) => {
  // Comparing this one would take hours.
  const address = `notes://${repeated.repeat(900_000)}${end}`;
  expect(readOperatorResource([createTemplate(uri)], address)).toBeUndefined();
});
