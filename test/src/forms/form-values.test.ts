import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryForms, type FormTrial } from './corpus/try-forms.ts';
import { openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
  page.setDefaultTimeout(5000);
}, 60_000);
afterAll(() => pages.close());

const text = { type: 'string' } as const;

/** Names that JavaScript, or the form library, has a meaning for. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['length', 'prototype', 'a.b', 'a[0]', 'a/b', '', '0', ' ', '\0x', '\0constructor'],
  ...['__errors', '$id', '__additional_property', 'XxxOf', 'newKey', 'getMonth', 'lastModified'],
];

/** The data in every place of a form that may hold a member of any name. */
function toTrials(name: string): readonly FormTrial[] {
  const own = (value: unknown): never => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as never;
  const map = { type: 'object', additionalProperties: text } as const;
  const declared = { type: 'object', properties: own(text), additionalProperties: false } as const;
  return [
    { schema: map, data: own('x') },
    { schema: declared, data: own('x') },
    { schema: { ...declared, required: [name] }, data: own('x') },
    { schema: { type: 'object', properties: { b: text } }, data: own({ deep: own('x') }) },
    { schema: { type: 'object', properties: { b: map } }, data: { b: own('x') } as never },
    { schema: { type: 'array', items: map }, data: [own('x')] },
    { schema: { type: 'array', items: declared }, data: [own('x')] },
    { schema: { anyOf: [map, text] }, data: own('x') },
    { schema: { type: 'object', properties: { u: { oneOf: [text, declared] } } }, data: { u: own('x') } as never },
    { schema: { type: 'object', additionalProperties: map }, data: own(own('x')) },
    { schema: {}, data: own('x') },
  ];
}

test('a member of any name is sent as it came, and nobody is told of a change', async () => {
  const trials = NAMES.flatMap(toTrials);
  const outcomes = await tryForms(page, trials);
  const wrong = trials.flatMap(({ schema, data }, at) => {
    const { sent, changes, problems } = outcomes[at] ?? {};
    const isWhole = sent === JSON.stringify(data) && changes === 0;
    return isWhole ? [] : [{ schema: JSON.stringify(schema), data: JSON.stringify(data), sent, changes, problems }];
  });
  expect(wrong).toEqual([]);
}, 60_000);

test('a member that is not allowed is told, whatever its name', async () => {
  const schema = { type: 'object', properties: { a: text }, additionalProperties: false };
  const names = NAMES.filter((name) => name !== '');
  const trials = names.map((name) => ({
    schema,
    data: JSON.parse(`{"a":"x",${JSON.stringify(name)}:"y"}`) as never,
  }));
  const outcomes = await tryForms(page, trials);
  expect(names.filter((_name, at) => outcomes[at]?.sent !== undefined)).toEqual([]);
});

test('null at the root stays null', async () => {
  const properties = { a: text };
  const schemas = [
    { type: ['object', 'null'], properties },
    { type: ['object', 'null'], additionalProperties: text },
    { type: ['array', 'null'], items: text },
    { type: ['string', 'null'] },
    { type: ['object', 'array', 'null'] },
    { type: 'object', nullable: true, properties },
    { anyOf: [{ type: 'object', properties }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { type: 'array', items: text }] },
    { $ref: '#/$defs/a', $defs: { a: { type: ['object', 'null'], properties } } },
    { allOf: [{ type: ['object', 'null'], properties }] },
    {},
  ];
  const outcomes = await tryForms(page, schemas.map((schema) => ({ schema, data: null })));
  expect(outcomes.map(({ sent, changes }) => ({ sent, changes }))).toEqual(
    schemas.map(() => ({ sent: 'null', changes: 0 })),
  );
});
