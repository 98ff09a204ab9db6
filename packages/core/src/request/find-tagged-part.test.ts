import { Role, type Message, type Part } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { findTaggedPart } from './find-tagged-part.ts';

const MODE = 'application/json;schema=fight';

function part(fields: Partial<Part>): Part {
  return { metadata: undefined, filename: '', mediaType: '', ...fields };
}

function message(...parts: Part[]): Message {
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
  expect(findTaggedPart(message(part({ content: data, metadata: { mimeType: MODE } })))).toEqual({
    partIndex: 0,
    schema: 'fight',
    data: { a: 'Lion' },
  });
});

test('findTaggedPart() finds a data part by mediaType, which A2A 1.0 has', () => {
  expect(findTaggedPart(message(part({ content: data, mediaType: MODE })))?.schema).toBe('fight');
});

test('findTaggedPart() prefers metadata.mimeType, and falls back when it names no schema', () => {
  const other = 'application/json;schema=other';
  const both = part({ content: data, metadata: { mimeType: other }, mediaType: MODE });
  expect(findTaggedPart(message(both))?.schema).toBe('other');
  const plain = part({
    content: data,
    metadata: { mimeType: 'application/json' },
    mediaType: MODE,
  });
  expect(findTaggedPart(message(plain))?.schema).toBe('fight');
});

test('findTaggedPart() takes the first of several', () => {
  const first = part({ content: data, metadata: { mimeType: MODE } });
  const second = part({ content: data, metadata: { mimeType: 'application/json;schema=other' } });
  const text = part({ content: { $case: 'text', value: 'hello' } });
  expect(findTaggedPart(message(text, first, second))).toMatchObject({
    partIndex: 1,
    schema: 'fight',
  });
});

test.each([
  ['a text part', part({ content: { $case: 'text', value: '{}' }, metadata: { mimeType: MODE } })],
  [
    'a url part',
    part({ content: { $case: 'url', value: 'https://example.com' }, mediaType: MODE }),
  ],
  ['an untagged data part', part({ content: data })],
  ['a mimeType that is no text', part({ content: data, metadata: { mimeType: 7 } })],
  ['plain JSON', part({ content: data, metadata: { mimeType: 'application/json' } })],
])('findTaggedPart() passes over %s', (_name, only) => {
  expect(findTaggedPart(message(only))).toBeUndefined();
});

test('findTaggedPart() reads a tagged part whose data is null, which decoders drop', () => {
  expect(findTaggedPart(message(part({ metadata: { mimeType: MODE } })))).toEqual({
    partIndex: 0,
    schema: 'fight',
    data: null,
  });
});
