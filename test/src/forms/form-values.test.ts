import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { tryForms, type FormTrial } from './corpus/try-forms.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

const text = { type: 'string' } as const;

/** Property names with a meaning in JavaScript or in the form library. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  'length',
  'prototype',
  'a.b',
  'a[0]',
  'a/b',
  '',
  '0',
  ' ',
  '\0x',
  '\0constructor',
  '__errors',
  '$id',
  '__additional_property',
  'XxxOf',
  'newKey',
  'getMonth',
  'lastModified',
];

/** Returns forms and data that have a member of the given name in every possible place. */
function toTrials(name: string): readonly FormTrial[] {
  const own = (value: unknown): never =>
    JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as never;
  const map = { type: 'object', additionalProperties: text } as const;
  const declared = { type: 'object', properties: own(text), additionalProperties: false } as const;
  return [
    { schema: map, data: own('x') },
    { schema: declared, data: own('x') },
    { schema: { ...declared, required: [name] }, data: own('x') },
    { schema: { type: 'object', properties: { b: text } }, data: own({ deep: own('x') }) },
    { schema: { type: 'object', properties: { b: map } }, data: { b: own('x') } },
    { schema: { type: 'array', items: map }, data: [own('x')] },
    { schema: { type: 'array', items: declared }, data: [own('x')] },
    { schema: { anyOf: [map, text] }, data: own('x') },
    {
      schema: { type: 'object', properties: { u: { oneOf: [text, declared] } } },
      data: { u: own('x') },
    },
    { schema: { type: 'object', additionalProperties: map }, data: own(own('x')) },
    { schema: {}, data: own('x') },
  ];
}

let hidden: Page;
beforeAll(async () => {
  hidden = await pages.open();
});

test('a member of any name is sent as it came, and nobody is told of a change', async () => {
  const trials = NAMES.flatMap(toTrials);
  const outcomes = await tryForms(hidden, trials);
  const wrong = trials.flatMap(({ schema, data }, at) => {
    const { sent, changes, problems } = outcomes[at] ?? {};
    const isWhole = sent === JSON.stringify(data) && changes === 0;
    return isWhole
      ? []
      : [{ schema: JSON.stringify(schema), data: JSON.stringify(data), sent, changes, problems }];
  });
  expect(wrong).toEqual([]);
});

test('a member that is not allowed is told, whatever its name', async () => {
  const schema = { type: 'object', properties: { a: text }, additionalProperties: false };
  const names = NAMES.filter((name) => name !== '');
  const trials = names.map((name) => ({
    schema,
    data: JSON.parse(`{"a":"x",${JSON.stringify(name)}:"y"}`) as never,
  }));
  const outcomes = await tryForms(hidden, trials);
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
  const outcomes = await tryForms(
    hidden,
    schemas.map((schema) => ({ schema, data: null })),
  );
  expect(outcomes.map(({ sent, changes }) => ({ sent, changes }))).toEqual(
    schemas.map(() => ({ sent: 'null', changes: 0 })),
  );
});

async function send(): Promise<unknown> {
  await page.locator('button[type=submit]').click();
  return page.evaluate(() => window.sent.at(-1));
}

async function readChanged(): Promise<readonly unknown[]> {
  return page.evaluate(() => window.changed);
}

test('an entry is no data until it has a name of its own, which is shown as it is', async () => {
  const amounts = { type: 'object', additionalProperties: { type: 'integer' } };
  const labels = { type: 'object', additionalProperties: text, title: 'Labels' };
  const schema = { type: 'object', title: 'Order', properties: { labels, amounts } };
  await draw(page, { schema, initialData: { labels: { my_key: 'a' } } });
  expect(await page.getByLabel('my_key', { exact: true }).inputValue()).toBe('a');
  await page.getByRole('button', { name: 'Add to Labels' }).click();
  const name = page.getByLabel('Name').nth(1);
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await name.inputValue()).toBe('');
  await page.getByLabel('Value').fill('b');
  expect(await readChanged()).toEqual([]);
  // An entry without a name is not sent, and the summary leads to the missing name.
  expect(await send()).toBeUndefined();
  await page.getByRole('link', { name: 'Name is required: enter one' }).click();
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await listViolations(page)).toEqual([]);
  await name.fill('my_key');
  await page.keyboard.press('Tab');
  expect(await send()).toBeUndefined();
  await page.getByRole('link', { name: 'Name is taken: enter another one' }).waitFor();
  await name.fill('toString');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('toString', { exact: true }).inputValue()).toBe('b');
  await name.fill('newKey');
  expect(await send()).toEqual({ labels: { my_key: 'a', newKey: 'b' } });
  await page.getByRole('button', { name: 'Add to Labels' }).click();
  await page.getByRole('button', { name: 'Remove Value' }).click();
  expect(await send()).toEqual({ labels: { my_key: 'a', newKey: 'b' } });
  await page.getByRole('button', { name: 'Add to Amounts' }).click();
  await page.keyboard.type('newKey');
  await page.keyboard.press('Tab');
  expect(await readChanged()).not.toContainEqual(
    expect.objectContaining({ amounts: { newKey: 0 } }),
  );
  await page.getByLabel('newKey', { exact: true }).nth(1).fill('3');
  expect(await send()).toEqual({ labels: { my_key: 'a', newKey: 'b' }, amounts: { newKey: 3 } });
});

test('an entry holds groups and lists, which are kept when it gets its name', async () => {
  const inner = { type: 'object', properties: { list: { type: 'array', items: text } } };
  await draw(page, { schema: { type: 'object', additionalProperties: inner } });
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await page.getByRole('button', { name: 'Add to List' }).click();
  await page.keyboard.type('x');
  await page.getByLabel('Name').fill('snake_case');
  expect(await send()).toEqual({ snake_case: { list: ['x'] } });
  expect(await page.getByRole('group', { name: 'snake_case' }).count()).toBe(1);
});

test('no entry is headed by a name that nobody gave it, whatever it holds', async () => {
  const group = { type: 'object', properties: { city: text } };
  const properties = {
    groups: { type: 'object', additionalProperties: group },
    lists: { type: 'object', additionalProperties: { type: 'array', items: group } },
    maps: { type: 'object', additionalProperties: { type: 'object', additionalProperties: text } },
    kinds: { type: 'object', additionalProperties: { oneOf: [group, { type: 'string' }] } },
  };
  await draw(page, { schema: { type: 'object', title: 'Order', properties } });
  for (const name of ['Groups', 'Lists', 'Maps', 'Kinds']) {
    await page.getByRole('button', { name: `Add to ${name}` }).click();
    const map = page.getByRole('group', { name, exact: true });
    await map.getByRole('button', { name: 'Remove Value', exact: true }).last().waitFor();
  }
  expect(await page.locator('.fw-entry legend').allTextContents()).toEqual([
    'Value',
    'Value',
    'Value',
  ]);
  await page.getByLabel('Kind of Value').waitFor();
  expect(await page.locator('.fw-form').innerText()).not.toMatch(/new ?key/iu);
  expect(await page.getByRole('button', { name: 'Add to Value' }).count()).toBe(2);
});

test('whoever adds to the whole is told no name that it does not have', async () => {
  await draw(page, { schema: { type: 'object', additionalProperties: { type: 'integer' } } });
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await page.getByLabel('Name').fill('my_key');
  await page.keyboard.press('Tab');
  await page.getByLabel('my_key', { exact: true }).fill('3');
  expect(await send()).toEqual({ my_key: 3 });
});

test.each([text, { type: 'integer' }, { enum: ['a', 'b'] }])(
  'a row that was added and left empty is missing, and nothing else: %o',
  async (items) => {
    const properties = { tags: { type: 'array', items } };
    await draw(page, { schema: { type: 'object', title: 'Order', properties } });
    await page.getByRole('button', { name: 'Add tag' }).click();
    expect(await send()).toBeUndefined();
    await page.getByRole('link', { name: /^(?:Enter|Choose) tag 1$/u }).waitFor();
  },
);

test('a person chooses between the fields and nothing where the whole may be null', async () => {
  const schema = {
    type: ['object', 'null'],
    title: 'Address',
    properties: { city: { ...text, title: 'City' } },
  };
  await draw(page, { schema, initialData: null });
  const kind = page.getByRole('combobox');
  await kind.selectOption({ label: 'Address' });
  await page.getByLabel('City').fill('Rome');
  expect(await send()).toEqual({ city: 'Rome' });
  await kind.selectOption({ label: 'Nothing' });
  expect(await send()).toBeNull();
});

test('times are those of the clock here, with its offset, also when they come back', async () => {
  const berlin = await pages.open({ timezoneId: 'Europe/Berlin' });
  const properties = {
    clock: { ...text, format: 'time', title: 'Clock' },
    moment: { ...text, format: 'date-time', title: 'Moment' },
    day: { ...text, format: 'date', title: 'Day' },
  };
  await berlin.clock.install({ time: '2026-07-01T10:00:00Z' });
  const schema = { type: 'object', properties } as const;
  await draw(berlin, { schema });
  await berlin.getByLabel('Clock').fill('10:30');
  await berlin.getByLabel('Moment').fill('2026-01-05T10:30');
  await berlin.getByLabel('Day').fill('2026-01-05');
  await berlin.locator('button[type=submit]').click();
  const [sent] = await berlin.evaluate(() => window.sent);
  expect(sent).toEqual({
    clock: '10:30:00+02:00',
    moment: '2026-01-05T10:30:00+01:00',
    day: '2026-01-05',
  });
  await berlin.getByLabel('Moment').fill('2026-03-29T02:30');
  await berlin.locator('button[type=submit]').click();
  await berlin.getByRole('link', { name: /^Moment: there is no such time here/u }).waitFor();
  expect(await berlin.getByLabel('Moment').inputValue()).toBe('2026-03-29T02:30');
  for (const data of [
    sent as never,
    { clock: '08:30:00Z', moment: '2026-01-05T09:30:00.500Z', day: '2026-01-05' },
  ]) {
    await draw(berlin, { schema, initialData: data });
    expect(await berlin.getByLabel('Clock').inputValue()).toBe('10:30:00');
    expect(await berlin.getByLabel('Moment').inputValue()).toBe('2026-01-05T10:30');
    expect(await berlin.getByLabel('Day').inputValue()).toBe('2026-01-05');
    await berlin.locator('button[type=submit]').click();
    expect(await berlin.evaluate(() => window.sent)).toEqual([data]);
  }
  await pages.leave(berlin);
});

test('a field that nobody can change says so, and a colour that nobody chose is none', async () => {
  const properties = {
    free: { ...text, title: 'Free' },
    fixed: { ...text, title: 'Fixed', readOnly: true },
    flag: { type: 'boolean', title: 'Flag', readOnly: true },
    tint: { ...text, format: 'color', title: 'Tint' },
  };
  await draw(page, { schema: { type: 'object', properties }, initialData: { fixed: 'a' } });
  const looks = async (label: string): Promise<string> =>
    page.getByLabel(label).evaluate((field) => {
      const { backgroundColor, borderStyle } = getComputedStyle(field);
      return `${backgroundColor} ${borderStyle}`;
    });
  expect(await looks('Fixed')).not.toBe(await looks('Free'));
  expect(await page.getByText('cannot be changed').count()).toBe(2);
  const picker = page.getByLabel('Pick a colour');
  expect(await picker.getAttribute('data-fw-unset')).not.toBeNull();
  expect(await picker.inputValue()).not.toBe('#000000');
  expect(await send()).toEqual({ fixed: 'a' });
  expect(await listViolations(page)).toEqual([]);
  await page.getByLabel('Tint', { exact: true }).fill('#ff0000');
  expect(await picker.getAttribute('data-fw-unset')).toBeNull();
  expect(await send()).toEqual({ fixed: 'a', tint: '#ff0000' });
});

test('a format that is checked anywhere is checked before sending', async () => {
  const formats =
    'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid'.split(' ');
  const trials = formats.map((format) => ({
    schema: { type: 'string', format },
    data: 'no \\ such',
  }));
  const outcomes = await tryForms(hidden, trials);
  expect(formats.filter((_format, at) => outcomes[at]?.sent !== undefined)).toEqual([]);
});

test('null stays null where JSON stands for the form', async () => {
  const schema = { type: ['object', 'null'], properties: { a: text, b: text } };
  await draw(page, { schema, initialData: null, limits: { visible: 0 } });
  expect(await page.getByLabel('Enter the data as JSON').inputValue()).toBe('null');
  expect(await send()).toBeNull();
});

test('a schema without a form is told in the language of the page', async () => {
  const schema = { type: 'object', properties: { a: text, b: text } };
  await draw(page, { schema, language: 'de', limits: { visible: 0 } });
  expect(await page.locator('form > p').textContent()).toMatch(/^Dieses Formular /u);
});
