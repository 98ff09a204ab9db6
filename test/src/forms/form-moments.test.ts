import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import type { PageOptions } from './page/main.tsx';

// What a form holds while it is filled in must not depend on when the page around it draws again, on
// what ends late, or on what the person did in between.

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

const text = { type: 'string' } as const;
const any = { title: 'Any' };

const redraw = (changes: Partial<PageOptions>): Promise<void> =>
  page.evaluate((json) => window.redraw(JSON.parse(json)), JSON.stringify(changes));
const send = (): Promise<void> => page.locator('button[type=submit]').click();
const readSent = (): Promise<unknown[]> => page.evaluate(() => window.sent);
const panel = (): ReturnType<Page['locator']> => page.locator('[data-fw-json]');

test('JSON that cannot be read is not sent as it was before, after the page has drawn again', async () => {
  const schema = { type: 'object', properties: { any } };
  await draw(page, { schema, initialData: { any: 1 }, canUpload: true });
  await page.getByLabel('Any').fill('{"a":');
  await redraw({ canUpload: true });
  await redraw({ language: 'de' });
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  expect(await readSent()).toEqual([]);
  await page.getByLabel('Any').fill('2');
  await send();
  expect(await readSent()).toEqual([{ any: 2 }]);
});

test('JSON that cannot be read is not sent as it was before, after a row above was removed', async () => {
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', title: 'List', items: any } },
  };
  await draw(page, { schema, initialData: { list: [1, 2, 3] } });
  await page.locator('textarea').nth(0).fill('{"a":');
  await page.locator('textarea').nth(2).fill('{"c":');
  await page.locator('[data-fw-do=remove]').first().click();
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  expect(await page.locator('[data-fw-summary] a').allTextContents()).toHaveLength(1);
  expect(await readSent()).toEqual([]);
});

test('the data beside a form stay what the form shows, in another language and after other texts', async () => {
  const schema = { type: 'object', properties: { name: { ...text, title: 'Name' } } };
  await draw(page, { schema, view: 'both' });
  await page.getByLabel('Name').fill('Ada');
  await redraw({ language: 'de' });
  expect(JSON.parse(await panel().inputValue())).toEqual({ name: 'Ada' });
  await redraw({ schema: { ...schema } });
  expect(JSON.parse(await panel().inputValue())).toEqual({ name: 'Ada' });
});

test('a file that is stored late lands in its own row, or nowhere, and never over a newer one', async () => {
  const photo = { ...text, title: 'Photo', format: 'uri', contentMediaType: 'image/png' };
  const row = { type: 'object', properties: { name: text, photo } };
  const schema = {
    type: 'object',
    properties: { rows: { type: 'array', title: 'Rows', items: row } },
  };
  const initialData = { rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] };
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') });
  await draw(page, { schema, initialData, canUpload: true, holdsUploads: true });
  for (const at of [0, 1, 2]) await page.locator('[aria-expanded]').nth(at).click();
  await page.locator('input[type=file]').nth(2).waitFor({ state: 'attached' });
  const inputs = page.locator('input[type=file]');
  await inputs.nth(0).setInputFiles(file('a.png'));
  await inputs.nth(1).setInputFiles(file('b.png'));
  await inputs.nth(2).setInputFiles(file('old.png'));
  await inputs.nth(2).setInputFiles(file('new.png'));
  await page.locator('[data-fw-do=remove]').first().click();
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  expect(await readSent()).toEqual([]);
  await page.evaluate(() => {
    for (const name of ['a.png', 'new.png', 'old.png', 'b.png']) window.upload(name);
  });
  await page.getByText('https://files.example/b.png').waitFor();
  await send();
  expect(await readSent()).toEqual([
    {
      rows: [
        { name: 'b', photo: 'https://files.example/b.png' },
        { name: 'c', photo: 'https://files.example/new.png' },
      ],
    },
  ]);
});

test('a file that is stored while an example is tried is there again with "Undo"', async () => {
  const link = { ...text, format: 'uri', contentMediaType: 'image/png' };
  const photo = { ...link, title: 'Photo' };
  const more = { type: 'array', title: 'More', items: link };
  const schema = { type: 'object', properties: { photo, more } };
  const examples = [{ label: 'Example', data: { more: ['https://files.example/x.png'] } }];
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') });
  await draw(page, { schema, examples, canUpload: true, holdsUploads: true });
  const inputs = page.locator('input[type=file]');
  await inputs.nth(1).waitFor({ state: 'attached' });
  await inputs.nth(0).setInputFiles(file('early.png'));
  await inputs.nth(1).setInputFiles([file('late.png'), file('none.png')]);
  await page.getByRole('button', { name: 'Remove none.png' }).click();
  await page.getByRole('button', { name: 'Example', exact: true }).click();
  await page.getByText('https://files.example/x.png').waitFor();
  await page.evaluate(() => window.upload('early.png'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('https://files.example/early.png').waitFor();
  // The other one is still on its way, so that nothing is sent without it.
  await send();
  await page.locator('[data-fw-summary]').waitFor();
  expect(await readSent()).toEqual([]);
  await page.evaluate(() => window.upload('late.png'));
  await page.getByText('https://files.example/late.png').waitFor();
  await page.evaluate(() => window.upload('none.png'));
  await send();
  expect(await readSent()).toEqual([
    { photo: 'https://files.example/early.png', more: ['https://files.example/late.png'] },
  ]);
});

test('an example never takes what a person has entered for good', async () => {
  const schema = { type: 'object', properties: { name: { ...text, title: 'Name' } } };
  const examples = ['x', 'y'].map((name) => ({ label: name, data: { name } }));
  const undo = page.getByRole('button', { name: 'Undo' });
  const name = page.getByLabel('Name');
  const pick = (label: string): Promise<void> =>
    page.getByRole('button', { name: label, exact: true }).click();
  // What the form began with, such as a draft.
  await draw(page, { schema, examples, initialData: { name: 'draft' } });
  await pick('x');
  await undo.click();
  expect(await name.inputValue()).toBe('draft');
  // After the undo, and through a second example.
  await pick('y');
  await pick('x');
  await undo.click();
  expect(await name.inputValue()).toBe('draft');
  // What was entered as JSON.
  await draw(page, { schema, examples, view: 'both' });
  await panel().fill('{"name":"typed"}');
  await expect.poll(() => name.inputValue()).toBe('typed');
  await pick('x');
  await undo.click();
  expect(await name.inputValue()).toBe('typed');
  // JSON that the form had no time to take over does not replace the example later.
  await page.evaluate(() => {
    const editor = document.querySelector<HTMLTextAreaElement>('[data-fw-json]');
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    set?.call(editor, '{"name":"hasty"}');
    editor?.dispatchEvent(new Event('input', { bubbles: true }));
    editor?.blur();
    document.querySelector<HTMLElement>('.fw-examples .fw-chip')?.click();
  });
  expect(await name.inputValue()).toBe('x');
  // Real time: longer than the pause after which typed JSON would be taken over.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect([await name.inputValue(), JSON.parse(await panel().inputValue())]).toEqual([
    'x',
    { name: 'x' },
  ]);
  await undo.click();
  expect(await name.inputValue()).toBe('hasty');
});

test('what may only be read is not sent by keys, and is not changed as JSON', async () => {
  const schema = { type: 'object', properties: { name: { ...text, title: 'Name' } } };
  await draw(page, { schema, initialData: { name: 'x' }, readOnly: true });
  await page.getByLabel('Name').press('Enter');
  await page.getByLabel('Name').press('Control+Enter');
  await draw(page, { schema, initialData: { name: 'x' }, readOnly: true, limits: { visible: 1 } });
  const editor = page.locator('textarea');
  expect(await editor.isEditable()).toBe(false);
  await editor.press('Control+Enter');
  expect(await readSent()).toEqual([]);
});

test('a draft is told of what is entered as JSON where no form can be drawn', async () => {
  const schema = { type: 'object', properties: { name: text } };
  await draw(page, { schema, limits: { visible: 1 } });
  await page.locator('textarea').fill('{"name":"x"}');
  await page.locator('textarea').press('End');
  await page.keyboard.type('?');
  expect(await page.evaluate(() => window.changed)).toEqual([{ name: 'x' }]);
});

test('a property with a name of the form library shows its own problem', async () => {
  for (const name of ['__errors', '__proto__', 'constructor', '$id', 'length', 'a.b']) {
    const schema = JSON.parse(
      `{"type":"object","properties":{"a":{"type":"string","title":"Plain"},${JSON.stringify(name)}:{"type":"string","title":"Odd"}},"required":["a",${JSON.stringify(name)}]}`,
    );
    await draw(page, { schema });
    await send();
    await page.locator('[data-fw-summary]').waitFor();
    expect(await page.getByLabel('Odd').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('[data-fw-summary] li').count()).toBe(2);
    await page.getByLabel('Odd').fill('x');
    await page.getByLabel('Plain').fill('y');
    await send();
    const own = (given: string): unknown =>
      page.evaluate((one) => Object.getOwnPropertyDescriptor(window.sent[0], one)?.value, given);
    expect([await own(name), await own('a')]).toEqual(['x', 'y']);
  }
});

test('an entry keeps what is open in it when it, or another one, is renamed', async () => {
  const entry = { type: 'object', additionalProperties: text };
  const map = { type: 'object', title: 'Teams', additionalProperties: entry };
  const notes = { type: 'object', title: 'Notes', additionalProperties: any };
  await draw(page, {
    schema: { type: 'object', properties: { teams: map, notes } },
    initialData: { teams: { a: { x: '1' }, b: { y: '2' } }, notes: { n: 1, m: 2 } },
  });
  const names = page.getByLabel('Name');
  const rename = async (before: string, name: string): Promise<void> => {
    const at = (
      await names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    ).indexOf(before);
    await names.nth(at).fill(name);
    await names.nth(at).blur();
  };
  await page.getByRole('button', { name: 'Add to a' }).click();
  await page.getByLabel('Value').fill('kept');
  await page.getByLabel('n', { exact: true }).fill('{"n":');
  for (const [before, name] of [
    ['a', 'c'],
    ['b', 'd'],
    ['c', 'e'],
    ['n', 'o'],
    ['m', 'p'],
  ] as const) {
    await rename(before, name);
  }
  expect(await page.getByLabel('Value').inputValue()).toBe('kept');
  expect(await page.getByLabel('o', { exact: true }).inputValue()).toBe('{"n":');
  await send();
  expect(await readSent()).toEqual([]);
  await rename('', 'z');
  await page.getByLabel('o', { exact: true }).fill('3');
  await send();
  expect(await readSent()).toEqual([
    { teams: { e: { x: '1', z: 'kept' }, d: { y: '2' } }, notes: { o: 3, p: 2 } },
  ]);
});

test('an entry that may be anything is JSON, whatever its value is meanwhile', async () => {
  const schema = { type: 'object', additionalProperties: any } as const;
  await draw(page, { schema, initialData: { list: [1], text: 'x' } });
  const editors = page.locator('textarea');
  expect(
    await editors.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value)),
  ).toEqual(['[\n  1\n]', '"x"']);
  await editors.nth(1).fill('');
  await editors.nth(1).pressSequentially('12.5');
  await editors.nth(0).fill('');
  await editors.nth(0).pressSequentially('{"a":[true,null]}');
  await send();
  expect(await readSent()).toEqual([{ list: { a: [true, null] }, text: 12.5 }]);
});

test('a form with conditions keeps what was entered while another field is typed', async () => {
  const choice = { enum: ['a', 'b'] };
  const condition = {
    if: { properties: { k: { const: 'a' } } },
    then: { properties: { x: text } },
    else: { properties: { y: text } },
  };
  const properties = {
    name: { ...text, title: 'Name' },
    pair: { prefixItems: [text, text] },
    few: { type: 'array', maxItems: 1, items: text },
    rows: { type: 'array', maxItems: 1, items: { type: 'object', properties: { p: text } } },
    choice,
    k: { ...choice, title: 'K' },
  };
  const data = {
    name: '1',
    pair: ['a', 'b'],
    few: ['1', '2'],
    rows: [null, { p: 'x' }],
    choice: 'gone',
    k: 'a',
    x: 'X',
  };
  const group = { type: 'object', properties: { k: choice }, ...condition };
  for (const schema of [
    { type: 'object', properties, ...condition },
    { type: 'object', properties: { ...properties, group }, allOf: [condition] },
  ]) {
    await draw(page, { schema, initialData: data });
    await page.getByLabel('Name').fill('12');
    expect(await page.evaluate(() => window.changed.at(-1))).toEqual({ ...data, name: '12' });
    // What a condition takes away goes.
    await page
      .getByRole('group', { name: 'K' })
      .or(page.getByRole('radiogroup', { name: 'K' }))
      .first()
      .getByText('b')
      .click();
    const { x: _x, ...rest } = data;
    expect(await page.evaluate(() => window.changed.at(-1))).toEqual({
      ...rest,
      name: '12',
      k: 'b',
    });
  }
});

test.each(['Enter', 'Control+Enter'])(
  '%s sends the name and the choice that are typed',
  async (key) => {
    const power = { enum: ['aW', 'bW', 'cW', 'kW', 'mW', 'MW', 'W'], title: 'Power' };
    const map = { type: 'object', title: 'Map', additionalProperties: text };
    const schema = { type: 'object', properties: { map, power } };
    const initialData = { map: { old: 'x' }, power: 'W' };
    const options = { schema, initialData };
    const sendTyped = async (): Promise<unknown> => {
      await page.keyboard.press(key);
      await expect.poll(readSent).toHaveLength(1);
      return (await readSent())[0];
    };
    await draw(page, options);
    await page.getByLabel('Name').fill('new');
    expect(await sendTyped()).toEqual({ map: { new: 'x' }, power: 'W' });
    await draw(page, options);
    await page.getByRole('button', { name: /^Add/u }).click();
    await page.keyboard.type('more');
    expect(await sendTyped()).toEqual({ map: { old: 'x', more: '' }, power: 'W' });
    await draw(page, options);
    const box = page.getByRole('combobox', { name: 'Power' });
    await box.fill('MW');
    expect(await sendTyped()).toEqual({ ...initialData, power: 'MW' });
    // What is no choice goes first, in sight.
    await draw(page, options);
    await box.fill('m');
    await page.keyboard.press(key);
    expect(await box.inputValue()).toBe('W');
    expect(await readSent()).toEqual([]);
    expect(await sendTyped()).toEqual(initialData);
  },
);

test('a form that is hidden and shown again keeps what was entered, and waits for its files', async () => {
  const photo = { ...text, title: 'Photo', format: 'uri', contentMediaType: 'image/png' };
  const more = { type: 'array', title: 'More', items: photo };
  const name = { ...text, title: 'Name' };
  const schema = { type: 'object', required: ['name'], properties: { name, photo, more } };
  const file = (title: string) => ({
    name: title,
    mimeType: 'image/png',
    buffer: Buffer.from('x'),
  });
  const address = (title: string): string => `https://files.example/${title}`;
  await draw(page, { schema, view: 'both', canUpload: true, holdsUploads: true });
  await page.getByLabel('Name').fill('Ada');
  await page.locator('input[type=file]').nth(0).setInputFiles(file('a.png'));
  await page
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles([file('b.png'), file('c.png')]);
  await redraw({ isHidden: true });
  await page.evaluate(() => window.upload('b.png'));
  await redraw({ isHidden: false });
  await page.getByText('https://files.example/b.png', { exact: true }).waitFor();
  await redraw({ isHidden: true });
  await redraw({ isHidden: false });
  expect(JSON.parse(await panel().inputValue())).toEqual({
    name: 'Ada',
    more: [address('b.png')],
  });
  await page.evaluate(() => {
    for (const title of ['a.png', 'c.png']) window.upload(title);
  });
  await page.getByText('https://files.example/c.png', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Uploading').count()).toBe(0);
  await send();
  expect(await readSent()).toEqual([
    { name: 'Ada', photo: address('a.png'), more: [address('b.png'), address('c.png')] },
  ]);
});
