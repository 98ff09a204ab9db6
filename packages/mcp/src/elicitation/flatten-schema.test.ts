import {
  createExample,
  createRemoteValidator,
  type Json,
  type JsonSchema,
  vetSchema,
} from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rebuildValue } from '../calls/ask-person.ts';
import { flattenSchema } from './flatten-schema.ts';
import type { FlatForm } from './form-field.ts';

const text = { type: 'string' } as const;
const address = {
  type: 'object',
  properties: { street: text, zip: { type: 'string', pattern: '^\\d{5}$' } },
  required: ['street', 'zip'],
  additionalProperties: false,
} as const;
const of = (properties: object, keywords: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...keywords,
});

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  text,
  'text with bounds': { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
  number: { type: 'number', exclusiveMinimum: 0, maximum: 10 },
  integer: { type: 'integer', minimum: 1, multipleOf: 5 },
  boolean: { type: 'boolean', default: true },
  null: { type: 'null' },
  const: { const: { a: [1] } },
  enum: { enum: ['a', 'b'] },
  'mixed enum': { enum: ['a', 1, null, { b: true }] },
  'enum of one': { enum: ['only'] },
  'titled choices': {
    oneOf: [
      { const: 'a', title: 'First' },
      { const: 'b', title: 'Second' },
    ],
  },
  'list of text': { type: 'array', items: text, minItems: 1 },
  'several choices': {
    type: 'array',
    items: { enum: ['a', 'b', 'c'] },
    minItems: 1,
    uniqueItems: true,
  },
  'several titled choices': {
    type: 'array',
    items: {
      anyOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
  },
  'list of objects': { type: 'array', items: address },
  tuple: { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 2, items: false },
  anything: {},
  'no type': { properties: { a: text }, required: ['a'] },
  empty: { type: 'object', properties: {}, additionalProperties: false },
  map: { type: 'object', additionalProperties: { type: 'number' } },
  'map in object': of({ counts: { type: 'object', additionalProperties: { type: 'number' } } }),
  nested: of({ to: address }),
  'twice nested': of({ a: of({ b: of({ c: { type: 'integer' } }) }) }),
  'deeply nested': Array.from({ length: 7 }).reduce<JsonSchema>((inner) => of({ n: inner }), text),
  'optional object': { type: 'object', properties: { to: address, note: text } },
  'required and empty object': of({
    meta: { type: 'object', properties: {}, additionalProperties: false },
  }),
  nullable: of({ when: { type: ['string', 'null'], format: 'date' } }),
  'nullable by union': of({ when: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  'nullable object': of({ to: { anyOf: [address, { type: 'null' }] } }),
  'nullable enum': of({ size: { type: ['string', 'null'], enum: ['s', 'm', null] } }),
  'OpenAPI nullable': of({ a: { type: 'string', nullable: true } }),
  references: {
    ...of({ from: { $ref: '#/$defs/a' }, to: { $ref: '#/$defs/a' } }),
    $defs: { a: address },
  },
  recursive: of({ name: text, child: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }),
  kinds: {
    oneOf: [
      of({ kind: { const: 'circle' }, radius: { type: 'number' } }),
      of({ kind: { const: 'square' }, side: { type: 'number' } }),
    ],
  },
  'kinds within': of({ pay: { oneOf: [of({ card: text }), of({ cash: { type: 'number' } })] } }),
  'all of': { allOf: [of({ a: text }), of({ b: { type: 'integer' } })] },
  'all of within': of({ x: { allOf: [of({ a: text }), of({ b: text })] } }),
  condition: {
    ...of({ a: { type: 'boolean' } }),
    if: of({ a: { const: true } }),
    then: { minProperties: 1 },
  },
  'names with dots': of({ 'a.b': text, a: of({ b: { type: 'integer' } }) }),
  'odd names': of({ 'a/b~c': text, 'with space': text, ü: text, constructor: text }),
  'fixed members': of({ version: { const: 2 }, body: of({ kind: { const: 'note' }, text }) }),
  'fixed in optional': { type: 'object', properties: { a: of({ kind: { const: 'x' }, v: text }) } },
  formats: of({
    mail: { type: 'string', format: 'email' },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    id: { type: 'string', format: 'uuid' },
  }),
  defaults: {
    type: 'object',
    properties: { a: { type: 'string', default: 'x' }, b: { type: 'array', default: [1] } },
  },
};

/** Fills a form in as a person would who means this value. */
function fillIn({ fields }: FlatForm, value: Json): Record<string, unknown> {
  const content: Record<string, unknown> = {};
  for (const { key, path, kind, orNull } of fields) {
    let at: unknown = value;
    for (const name of path) at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    if (at === undefined || (at === null && orNull)) continue;
    content[key] = kind === 'json' ? JSON.stringify(at) : at;
  }
  return content;
}

const ANY_SIZE = { maxFields: 1000 };

describe('schemas as forms of MCP', () => {
  test.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    // A machine that is busy must not make a pattern look slow.
    const vetted = vetSchema(schema);
    if (vetted.kind === 'refused') throw new Error(JSON.stringify(vetted.issues));
    const validator = createRemoteValidator(vetted.vetted);
    const example = createExample(vetted.vetted.schema, validator);
    if (example === undefined) throw new Error('There is no example.');
    const form = flattenSchema(vetted.vetted.schema, ANY_SIZE);
    if (form === undefined) throw new Error('There is no form.');
    const request = { message: 'm', requestedSchema: form.requestedSchema };
    const onWire = specTypeSchemas.ElicitRequestFormParams['~standard'].validate(request);
    expect(onWire).not.toHaveProperty('issues');
    const content = fillIn(form, example);
    const answer = specTypeSchemas.ElicitResult['~standard'].validate({
      action: 'accept',
      content,
    });
    expect(answer).not.toHaveProperty('issues');
    for (const { key, required } of form.fields)
      if (required) expect(content).toHaveProperty([key]);
    const rebuilt = rebuildValue(form, content);
    if (rebuilt.kind === 'unreadable') throw new Error(rebuilt.problem);
    expect(validator.check(rebuilt.value)).toEqual([]);
    expect(rebuilt.value).toEqual(example);
  });

  test('there are enough of them', () => {
    expect(Object.keys(SCHEMAS).length).toBeGreaterThanOrEqual(40);
  });
});

test('leaves out of an optional object what was not filled in', () => {
  const form = flattenSchema(SCHEMAS['fixed in optional'] ?? {}, ANY_SIZE);
  if (form === undefined) throw new Error('There is no form.');
  expect(rebuildValue(form, {})).toEqual({ kind: 'rebuilt', value: {} });
  const value = { a: { kind: 'x', v: 'y' } };
  expect(rebuildValue(form, { 'a.v': 'y' })).toEqual({ kind: 'rebuilt', value });
});

test('says which text is no JSON', () => {
  const form = flattenSchema(of({ list: { type: 'array', items: text } }), ANY_SIZE);
  if (form === undefined) throw new Error('There is no form.');
  expect(rebuildValue(form, { list: 'a, b' })).toEqual({
    kind: 'unreadable',
    problem: '"list" must be JSON but is "a, b"',
  });
});

test('members named like those of every object are asked for and rebuilt', () => {
  // Hosts lose `__proto__`: a schema with it is not shown as a form.
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');
  const withNames = (value: unknown): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, value]));
  const schema = of({ ...withNames(text), inner: of(withNames(text)) });
  const form = flattenSchema(schema, ANY_SIZE);
  if (form === undefined) throw new Error('There must be a form');
  const content = Object.fromEntries(form.fields.map(({ key }) => [key, 'x']));
  expect(rebuildValue(form, content)).toEqual({
    kind: 'rebuilt',
    value: { ...withNames('x'), inner: withNames('x') },
  });
  expect(form.fields.length).toBe(2 * names.length);
});

test('no work is done for more fields than a form may have', () => {
  // Fields whose names begin alike are numbered, each after all before it.
  const many = Array.from({ length: 2000 }, (_, n) => [`field${n}`, text] as const);
  const schema = of({ ['long'.repeat(25)]: of(Object.fromEntries(many)) });
  expect(flattenSchema(schema, { maxFields: 1999 })).toBeUndefined();
  expect(flattenSchema(schema, { maxFields: 2000 })?.fields).toHaveLength(2000);
  const pick = vi.spyOn(Set.prototype, 'has');
  onTestFinished(() => pick.mockRestore());
  expect(flattenSchema(schema, { maxFields: 12 })).toBeUndefined();
  const compared = pick.mock.calls.filter(([key]) => String(key).startsWith('long')).length;
  expect(compared).toBeLessThan(200);
});

test('labels of values are titles of choices, also beside null', () => {
  const enumNames = ['Small', 'Nothing', 'Large'];
  const size = { type: ['string', 'null'], enum: ['s', null, 'l'], enumNames } as const;
  const form = flattenSchema(of({ size }), ANY_SIZE);
  expect(form?.fields.map((field) => field.schema)).toMatchObject([
    {
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
  ]);
});
