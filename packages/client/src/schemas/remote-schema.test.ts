import { expect, test } from 'vitest';
import { readSchemas } from './remote-schema.ts';
import { vetRemote } from './vet-schema.ts';

test('only schemas that the card declares are kept', () => {
  const schemas = readSchemas(
    { schemas: { order: { type: 'object' } } },
    { vet: (schema) => vetRemote(schema, {}, {}), readsRoot: true },
  );
  expect(schemas.get('order')).toBe(schemas.get('order'));
  // An agent's messages may name other schemas without end.
  expect(schemas.get('other')).toMatchObject({ kind: 'refused' });
  expect(schemas.get('other')).not.toBe(schemas.get('other'));
});
