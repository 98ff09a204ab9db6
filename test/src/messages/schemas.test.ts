import { isRecord, resolvePointer } from '@formwork/schema/json';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findWrong, listReasons, readCitedExamples } from '../schemas/cited-examples.ts';
import { readSchemaFiles, SCHEMAS_FOLDER } from '../schemas/schema-files.ts';
import { walkSchemas } from '../schemas/walk-schemas.ts';
import { verifiesMessages } from './verifies-messages.ts';

const files = readSchemaFiles().filter(({ path }) => path.startsWith('messages/'));
const examples = readCitedExamples('messages/v1');

/** All schemas in all documents of message envelopes, each with its place as "FILE#POINTER". */
const schemas = files.flatMap(({ path, content }) => {
  const [name = ''] = path.split('/').slice(-1);
  return walkSchemas(content).map(({ pointer, schema }) => ({
    id: String(content['$id']),
    place: `${name.replace('-message.json', '')}#${pointer}`,
    pointer,
    schema,
  }));
});

verifiesMessages(['format.json-schema'], 'each document is draft-07, under its own address', () => {
  for (const { path, content } of files) {
    const name = path.replace('messages/v1/', '');
    expect(content['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(content['$id']).toBe(`https://a2a-protocol.org/schemas/${name}`);
  }
});

verifiesMessages(['practice.versions'], 'each document stands in the folder of its version', () => {
  expect(files.length).toBe(10);
  expect(files.filter(({ path }) => !/^messages\/v\d+\/[a-z-]+\.json$/u.test(path))).toEqual([]);
});

verifiesMessages(['practice.closed'], 'only these objects take further fields', () => {
  const open = schemas.filter(
    ({ schema }) => schema['type'] === 'object' && schema['additionalProperties'] !== false,
  );
  // Most are open in the reference document, too; those for answers to handshakes and for goodbye
  // are our choice.
  expect(open.map(({ place }) => place)).toMatchInlineSnapshot(`
    [
      "agent-announcement#/allOf/1/properties/payload/properties/agents/items",
      "base#/properties/payload",
      "base#/properties/auth",
      "discover-agents#/allOf/1/properties/payload/properties/filters",
      "error#/allOf/1/properties/payload/properties/error/properties/details",
      "goodbye#/allOf/1/properties/payload",
      "handshake-ack#/allOf/1/properties/payload",
      "handshake#/definitions/agent_card/properties/metadata",
      "request#/allOf/1/properties/payload/properties/parameters",
      "response#/allOf/1/properties/payload/properties/data",
      "response#/allOf/1/properties/payload/properties/error",
      "response#/allOf/1/properties/payload/properties/error/properties/details",
      "response#/allOf/1/properties/payload/oneOf/0/properties/data",
      "response#/allOf/1/properties/payload/oneOf/1/properties/error",
    ]
  `);
});

verifiesMessages(['practice.required'], 'a tag misses nothing that proves who sent it', () => {
  const tags = schemas.filter(({ pointer }) => pointer.endsWith('/properties/auth'));
  expect(tags.length).toBe(2);
  for (const { schema } of tags) {
    expect(schema['required']).toEqual(['agent_id', 'timestamp', 'nonce', 'signature']);
  }
});

verifiesMessages(['practice.enums'], 'every type has a schema, and states are listed', () => {
  const types = schemas.flatMap(({ pointer, schema }) =>
    pointer.endsWith('/message_type') && 'const' in schema ? [schema['const']] : [],
  );
  const enums = schemas.filter(({ schema }) => 'enum' in schema);
  const all = enums.find(({ pointer }) => pointer === '/properties/message_type')?.schema['enum'];
  expect(new Set(types)).toEqual(new Set(all as readonly string[]));
  expect(types.length).toBe(8);
  const states = schemas.filter(({ pointer }) => /\/(?:status|message_type)$/u.test(pointer));
  expect(states.filter(({ schema }) => !('enum' in schema) && !('const' in schema))).toEqual([]);
});

verifiesMessages(['practice.descriptions'], 'every field, and every document, is described', () => {
  const bare = schemas.filter(
    ({ pointer, schema }) =>
      // Alternatives repeat fields that are described beside them, and a reference is described by
      // its target.
      /^$|\/properties\/[^/]+$/u.test(pointer) &&
      !pointer.includes('/oneOf/') &&
      !('$ref' in schema) &&
      typeof schema['description'] !== 'string',
  );
  expect(bare.map(({ place }) => place)).toEqual([]);
});

verifiesMessages(['practice.examples'], 'what a schema shows as an example fits it', () => {
  const shown = schemas.flatMap(({ id, pointer, schema }) =>
    (Array.isArray(schema['examples']) ? schema['examples'] : []).map((value: unknown) => ({
      address: `${id}#${pointer}`,
      value,
    })),
  );
  expect(shown.length).toBeGreaterThan(4);
  expect(shown.filter(({ address, value }) => findWrong(address, value).length > 0)).toEqual([]);
});

verifiesMessages(['docs.examples'], 'every schema has valid and invalid examples', () => {
  const lacking = files.filter(({ content }) => {
    const own = examples.filter(({ schema }) => schema === content['$id']);
    return new Set(own.map(({ verdict }) => verdict)).size < 2;
  });
  expect(lacking).toEqual([]);
});

verifiesMessages(['validate.formats'], 'every format that is used refuses something', () => {
  const used = schemas.filter(({ schema }) => typeof schema['format'] === 'string');
  const formats = new Set(used.map(({ schema }) => schema['format']));
  expect(formats).toEqual(new Set(['date-time', 'uri']));
  const refusing = examples.flatMap((example) =>
    listReasons(example)
      .filter((reason) => reason.endsWith(' format'))
      .map((reason) => ({ schema: example.schema, field: reason.replace(/^.*\/| format$/gu, '') })),
  );
  const unrefused = used.filter(
    ({ id, pointer }) =>
      !refusing.some(({ schema, field }) => schema === id && pointer.endsWith(`/${field}`)),
  );
  expect(unrefused.map(({ place }) => place)).toEqual([]);
});

verifiesMessages(['format.types'], 'every document has a type', () => {
  const types = readFileSync(join(SCHEMAS_FOLDER, 'types/messages-v1.d.ts'), 'utf8');
  const exported = [...types.matchAll(/^export (?:type|interface) (?<name>\w+)/gmu)];
  const names = exported.map(({ groups }) => groups?.['name']?.toLowerCase());
  const stems = files.map(({ path }) => path.replace(/^.*\/|\.json$/gu, '').replaceAll('-', ''));
  expect(names).toEqual(expect.arrayContaining(stems));
});

verifiesMessages(['docs.in-step'], 'types and models repeat every field of the schemas', () => {
  const types = readFileSync(join(SCHEMAS_FOLDER, 'types/messages-v1.d.ts'), 'utf8');
  const models = readFileSync(join(SCHEMAS_FOLDER, 'messages/v1/python/models.py'), 'utf8');
  for (const { content } of files) {
    const properties = resolvePointer(content, '/allOf/1/properties/payload/properties');
    for (const field of Object.keys(isRecord(properties) ? properties : {})) {
      expect(types).toMatch(new RegExp(`\\b${field}\\??: `, 'u'));
      expect(models).toContain(`    ${field}: `);
    }
  }
});
