import { expect } from 'vitest';
import { readSchemaFiles } from '../schemas/schema-files.ts';
import { walkSchemas } from '../schemas/walk-schemas.ts';
import { verifiesSessions } from './verifies-sessions.ts';

const files = readSchemaFiles().filter(({ path }) => path.startsWith('sessions/'));
const schemas = files.flatMap(({ path, content }) =>
  walkSchemas(content).map((one) => ({ ...one, place: `${path}#${one.pointer}` })),
);

verifiesSessions(['format.json-schema'], 'each document is 2020-12, under its own name', () => {
  expect(files.length).toBe(10);
  for (const { path, content } of files) {
    const name = path.replace(/^sessions\/v1\/|\.json$/gu, '');
    expect(content['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(content['$id']).toBe(`urn:formwork:schemas:sessions:v1:${name}`);
  }
});

verifiesSessions(['guidance.unknown.accepted'], 'no schema closes an object', () => {
  const closed = ['additionalProperties', 'unevaluatedProperties', 'propertyNames'];
  const found = schemas.filter(({ schema }) => closed.some((keyword) => keyword in schema));
  expect(found.map(({ place }) => place)).toEqual([]);
});
