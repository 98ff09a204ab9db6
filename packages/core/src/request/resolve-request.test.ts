import { Role, type Message, type Part } from '@a2a-js/sdk';
import { createNamedSchema, type NamedSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { matchUntagged } from './match-untagged.ts';
import { findTaggedPart, resolveRequest } from './resolve-request.ts';

function named(name: string, ...required: string[]): [string, NamedSchema] {
  const properties = Object.fromEntries(required.map((key) => [key, { type: 'string' }]));
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const result = createNamedSchema(name, schema, { direction: 'input', where: name });
  if (result.named === undefined) throw new Error(JSON.stringify(result.issues));
  return [name, result.named];
}

const noPause = (): Promise<void> => Promise.resolve();

const schemas = new Map([named('fight', 'a', 'b'), named('solo', 'a')]);

function message(...parts: Partial<Part>[]): Message {
  return {
    messageId: 'm',
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: parts.map((part) => ({ metadata: undefined, filename: '', mediaType: '', ...part })),
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

function tagged(schema: string, value: unknown): Partial<Part> {
  const metadata = { mimeType: `application/json;schema=${schema}` };
  return { content: { $case: 'data', value }, metadata };
}

const text = (value: string): Partial<Part> => ({ content: { $case: 'text', value } });

test('resolveRequest() sets the structured input', () => {
  const data = { a: 'Lion', b: 'Tiger' };
  expect(resolveRequest(message(text('Fight!'), tagged('fight', data)), { schemas })).toEqual({
    kind: 'structured-input',
    schema: 'fight',
    data,
    partIndex: 1,
  });
});

test('resolveRequest() refuses a name that is not declared', () => {
  expect(resolveRequest(message(tagged('ghost', {})), { schemas })).toMatchObject({
    kind: 'structured-input-error',
    reason: 'STRUCTURED_SCHEMA_UNKNOWN',
    schema: 'ghost',
  });
});

test('resolveRequest() refuses data that does not fit, and says how', () => {
  expect(resolveRequest(message(tagged('fight', { a: 'Lion' })), { schemas })).toMatchObject({
    kind: 'structured-input-error',
    reason: 'STRUCTURED_INPUT_INVALID',
    problems: [{ pointer: '/b', keyword: 'required' }],
  });
});

test('resolveRequest() looks at the first tagged part only, even when a later one would do', () => {
  const good = tagged('fight', { a: 'Lion', b: 'Tiger' });
  const outcome = resolveRequest(message(tagged('fight', {}), good), { schemas });
  expect(outcome).toMatchObject({ reason: 'STRUCTURED_INPUT_INVALID', partIndex: 0 });
});

test.each([
  ['valid', { a: 'Lion', b: 'Tiger' }, 'fight'],
  ['invalid', {}, 'fight'],
  ['unknown', {}, 'ghost'],
])('resolveRequest() refuses %s data for a task that exists', (_name, data, schema) => {
  expect(
    resolveRequest(message(tagged(schema, data)), { schemas, taskExists: true }),
  ).toMatchObject({ reason: 'STRUCTURED_INPUT_TASK_EXISTS', problems: [] });
});

test('resolveRequest() says none for messages without a tag, task or no task', () => {
  const plain = message(text('hello'), { content: { $case: 'data', value: {} } });
  expect(resolveRequest(plain, { schemas })).toEqual({ kind: 'none' });
  expect(resolveRequest(plain, { schemas, taskExists: true })).toEqual({ kind: 'none' });
});

test.each([
  ['JSON text that fits one schema', message(text('{"a":"x","b":"y"}')), { schema: 'fight' }],
  ['text in pieces', message(text('{"a":'), text('"x"}')), { schema: 'solo' }],
  ['a lone data part', message({ content: { $case: 'data', value: { a: 'x' } } }), { kind: 'one' }],
  ['JSON that fits nothing', message(text('{"c":1}')), { kind: 'unclear', fits: [] }],
  ['prose', message(text('Who wins?')), { kind: 'none' }],
  ['broken JSON', message(text('{"a":')), { kind: 'none' }],
  ['a JSON list', message(text('[1]')), { kind: 'none' }],
])('matchUntagged() for %s', async (_name, input, match) => {
  expect(await matchUntagged(input, schemas, noPause)).toMatchObject(match);
});

test('matchUntagged() names all schemas that fit when there are several', async () => {
  const open = new Map([...schemas, named('same', 'a')]);
  expect(await matchUntagged(message(text('{"a":"x"}')), open, noPause)).toMatchObject({
    kind: 'unclear',
    fits: ['solo', 'same'],
  });
});

const MODE = 'application/json;schema=fight';

function partOf(fields: Partial<Part>): Part {
  return { metadata: undefined, filename: '', mediaType: '', ...fields };
}

function messageOf(...parts: Part[]): Message {
  return {
    messageId: 'm',
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

const data = { $case: 'data', value: { a: 'Lion' } } as const;

test('findTaggedPart() finds a data part by metadata.mimeType', () => {
  expect(
    findTaggedPart(messageOf(partOf({ content: data, metadata: { mimeType: MODE } }))),
  ).toEqual({
    partIndex: 0,
    schema: 'fight',
    data: { a: 'Lion' },
  });
});

test('findTaggedPart() finds a data part by mediaType, which A2A 1.0 has', () => {
  expect(findTaggedPart(messageOf(partOf({ content: data, mediaType: MODE })))?.schema).toBe(
    'fight',
  );
});

test('findTaggedPart() prefers metadata.mimeType, and falls back when it names no schema', () => {
  const other = 'application/json;schema=other';
  const both = partOf({ content: data, metadata: { mimeType: other }, mediaType: MODE });
  expect(findTaggedPart(messageOf(both))?.schema).toBe('other');
  const plain = partOf({
    content: data,
    metadata: { mimeType: 'application/json' },
    mediaType: MODE,
  });
  expect(findTaggedPart(messageOf(plain))?.schema).toBe('fight');
});

test('findTaggedPart() takes the first of several', () => {
  const first = partOf({ content: data, metadata: { mimeType: MODE } });
  const second = partOf({ content: data, metadata: { mimeType: 'application/json;schema=other' } });
  const plain = partOf({ content: { $case: 'text', value: 'hello' } });
  expect(findTaggedPart(messageOf(plain, first, second))).toMatchObject({
    partIndex: 1,
    schema: 'fight',
  });
});

test.each([
  [
    'a text part',
    partOf({ content: { $case: 'text', value: '{}' }, metadata: { mimeType: MODE } }),
  ],
  [
    'a url part',
    partOf({ content: { $case: 'url', value: 'https://example.com' }, mediaType: MODE }),
  ],
  ['an untagged data part', partOf({ content: data })],
  ['a mimeType that is no text', partOf({ content: data, metadata: { mimeType: 7 } })],
  ['plain JSON', partOf({ content: data, metadata: { mimeType: 'application/json' } })],
])('findTaggedPart() passes over %s', (_name, only) => {
  expect(findTaggedPart(messageOf(only))).toBeUndefined();
});

test('findTaggedPart() reads a tagged part whose data is null, which decoders drop', () => {
  expect(findTaggedPart(messageOf(partOf({ metadata: { mimeType: MODE } })))).toEqual({
    partIndex: 0,
    schema: 'fight',
    data: null,
  });
});

test('matchUntagged() says which number of a text JavaScript changes', async () => {
  const number = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const { named: schema } = createNamedSchema('number', number, { direction: 'input', where: '' });
  if (schema === undefined) throw new TypeError('The schema is not usable');
  const of = (value: string) =>
    matchUntagged(message(text(value)), new Map([['number', schema]]), noPause);
  expect(await of('{"id": 9007199254740993}')).toMatchObject({
    kind: 'changed',
    schema: 'number',
    problem: { pointer: '/id', keyword: 'exact-number', received: '9007199254740993' },
  });
  expect(await of('{"id": 9007199254740991}')).toMatchObject({ kind: 'one', schema: 'number' });
});
