import { expect, test } from 'vitest';
import { ENGLISH } from '../messages/english.ts';
import { GERMAN } from '../messages/german.ts';
import { LAZY } from '../messages/lazy-messages/english.ts';
import { fromCellText, type SheetColumn, toCellText, toTsv } from './cell-text.ts';
import { findHeadColumns, readPasted, toPastedCells, toPlainColumns } from './pasted-rows.ts';
import { moveBy, toNextCell } from './sheet-area.ts';
import { copyCells, pasteCells, tellPasted, toBlock } from './sheet-values.ts';

const column = (name: string, schema: object, isRequired = false): SheetColumn => ({
  name,
  label: name.toUpperCase(),
  schema: { ...schema },
  isRequired,
});
const NAME = column('name', { type: 'string' }, true);
const COUNT = column('count', { type: 'number' });
const SIZE = column('size', {
  oneOf: [
    { const: 1, title: 'Small' },
    { const: 2, title: 'Large' },
  ],
});
const GIFT = column('gift', { type: 'boolean' });
const COLUMNS = [NAME, COUNT, SIZE, GIFT];

test.each<[SheetColumn, string, unknown]>([
  [COUNT, '1,5', 1.5],
  [COUNT, '1.234', '1.234'],
  [COUNT, 'many', 'many'],
  [SIZE, 'klein', 'klein'],
  [SIZE, 'SMALL', 1],
  [SIZE, '2', 2],
  [GIFT, 'Ja', true],
  [GIFT, 'perhaps', 'perhaps'],
  [NAME, ' ', undefined],
  [column('day', { type: 'string', format: 'date' }), '3/4/2027', '3/4/2027'],
])('the text of a German cell: %o %j', (at, text, value) => {
  expect(fromCellText(text, at, GERMAN)).toEqual(value);
});

test('a value is written as it is read again', () => {
  for (const [at, value] of [
    [COUNT, 1.5],
    [SIZE, 2],
    [GIFT, false],
    [NAME, 'x'],
  ] as const) {
    expect(fromCellText(toCellText(value, at, GERMAN), at, GERMAN)).toBe(value);
  }
  expect(
    toTsv([
      ['a\tb', '"'],
      ['', 'c\nd'],
    ]),
  ).toBe('"a\tb"\t""""\n\t"c\nd"');
});

test('labels that differ in signs alone are told apart, and none is guessed', () => {
  const at = column('rating', {
    oneOf: [
      { const: 'c', title: 'C' },
      { const: 'cpp', title: 'C++' },
      { const: '2', title: '1' },
      { const: '1', title: '2' },
      { const: 'plus', title: '+' },
      { const: null },
    ],
  });
  for (const value of ['c', 'cpp', '2', '1', 'plus', null]) {
    const text = value === null ? GERMAN.none : toCellText(value, at, GERMAN);
    expect(fromCellText(text, at, GERMAN)).toBe(value);
  }
  expect(['c#', '?'].map((text) => fromCellText(text, at, GERMAN))).toEqual(['c#', '?']);
  expect(['cpp', 'keine angabe'].map((text) => fromCellText(text, at, GERMAN))).toEqual([
    'cpp',
    null,
  ]);
});

test('columns whose names differ in signs alone go where they are named', () => {
  const columns = [column('Cost (€)', {}), column('Cost ($)', {}), column('Cost', {})];
  expect(findHeadColumns([['cost', 'Cost ($)', 'Cost (€)']], columns)).toEqual([
    'Cost',
    'Cost ($)',
    'Cost (€)',
  ]);
});

test('pasted rows find their columns by name, and keep what does not fit', () => {
  const { rows } = toPastedCells('Count;x;Name;Size\n2;y;Tea;Large\nmany;y;;Large\n');
  const mapping = findHeadColumns(rows, COLUMNS) ?? [];
  expect(mapping).toEqual(['count', '', 'name', 'size']);
  const isValid = (schema: object, value: unknown): boolean =>
    !('type' in schema) || schema.type === typeof value;
  const options = { columns: COLUMNS, mapping, messages: ENGLISH, first: 2, isValid };
  expect(readPasted(rows.slice(1), options)).toMatchObject([
    { number: 2, value: { count: 2, name: 'Tea', size: 2 }, misfits: [] },
    { number: 3, value: { count: 'many', size: 2 }, misfits: ['count', 'name'] },
  ]);
  expect(findHeadColumns([['Tea', '3']], COLUMNS)).toBeUndefined();
  expect(toPlainColumns([['Tea', '3', '', '', '', 'beyond']], COLUMNS).at(-1)).toBe('');
  expect(toPastedCells('"open\nnever closed').isOpen).toBe(true);
});

test('blocks are copied, pasted, filled and grow the list', () => {
  const items = [{ name: 'a', count: 1, beside: true }, { name: 'b' }];
  const sheet = { items, columns: COLUMNS, messages: ENGLISH };
  const whole = { top: 0, bottom: 1, start: 0, end: 1 };
  expect(copyCells(sheet, whole)).toBe('a\t1\nb\t');
  const block = {
    cells: [
      ['3', 'Small'],
      ['', '2'],
    ],
    at: { row: 1, column: 1 },
  };
  expect(pasteCells(sheet, { ...block, area: whole }).items).toEqual([
    items[0],
    { name: 'b', count: 3, size: 1 },
    { size: 2 },
  ]);
  const edit = { cells: [['7']], at: { row: 0, column: 1 } };
  const filled = pasteCells(sheet, { ...edit, area: { top: 0, bottom: 1, start: 1, end: 1 } });
  expect(filled.items).toEqual([
    { name: 'a', count: 7, beside: true },
    { name: 'b', count: 7 },
  ]);
});

test('columns of a pasted block that find no place are named', () => {
  const items = [{ name: 'a' }];
  const sheet = { items, columns: COLUMNS, messages: ENGLISH };
  const paste = (cells: readonly (readonly string[])[], from: number): unknown => {
    const at = { row: 0, column: from };
    const pasted = pasteCells(sheet, {
      cells,
      at,
      area: { top: 0, bottom: 0, start: from, end: from },
    });
    return tellPasted(pasted, items.length, { lazyMessages: LAZY, messages: ENGLISH });
  };
  expect(paste([['1', 'Small', 'yes', 'x', 'y'], ['2']], 1)).toEqual({
    text: '1 row added · Left out: Column 4 and Column 5',
    isLoss: true,
  });
  expect(paste([Array.from({ length: 40 }, () => 'x')], 3)).toMatchObject({
    text: 'Left out: Column 2, Column 3, Column 4, Column 5, Column 6, and …',
  });
  expect(paste([['b', '1', 'Small', 'yes']], 0)).toEqual({ text: '', isLoss: false });
  expect(paste([['no']], 3)).toEqual({ text: '', isLoss: false });
});

test('each cell of a copied block is pasted into its own row, however many there are', () => {
  const items = [{ name: 'a' }, { name: '' }, { count: 1 }, { name: '"d' }];
  const sheet = { items, columns: COLUMNS, messages: ENGLISH };
  const area = { top: 0, bottom: 3, start: 0, end: 0 };
  expect(toBlock(copyCells(sheet, area))).toEqual([['a'], [''], [''], ['"d']]);
  expect(toBlock('"5 inch\tx\r\nb\ty\r\n')).toEqual([
    ['"5 inch', 'x'],
    ['b', 'y'],
  ]);
  expect(toBlock('"5 inch"" \tx\n"Big" Joe\t""\n')).toEqual([
    ['"5 inch"" ', 'x'],
    ['"Big" Joe', ''],
  ]);
  // Quotes around a whole cell are its text; those that a spreadsheet adds are around what needs them.
  expect(toBlock('"Big"\t"a\tb"\n"""Big"""\t"a ""b"""\n')).toEqual([
    ['"Big"', 'a\tb'],
    ['"Big"', 'a "b"'],
  ]);
  expect(toPastedCells('"Big"\t1\n"Small"\t2').rows).toEqual([
    ['"Big"', '1'],
    ['"Small"', '2'],
  ]);
  expect(toBlock('x\n'.repeat(6000))).toHaveLength(6000);
});

test('keys lead through the grid, and stop at its ends', () => {
  const size = { rows: 30, columns: 3, isRightToLeft: false };
  const go = (key: string, ctrlKey = false): unknown =>
    moveBy({ key, ctrlKey, metaKey: false }, { row: 5, column: 1 }, size);
  expect(go('ArrowRight')).toEqual({ row: 5, column: 2 });
  expect(go('PageDown')).toEqual({ row: 15, column: 1 });
  expect(go('End', true)).toEqual({ row: 29, column: 2 });
  expect(go('ArrowUp', true)).toEqual({ row: 0, column: 1 });
  expect(go('x')).toBeUndefined();
  const turned = { ...size, isRightToLeft: true };
  const key = { key: 'ArrowRight', ctrlKey: false, metaKey: false };
  expect(moveBy(key, { row: 0, column: 1 }, turned)).toEqual({ row: 0, column: 0 });
  expect(toNextCell({ row: 0, column: 2 }, size)).toEqual({ row: 1, column: 0 });
  expect(toNextCell({ row: 29, column: 2 }, size)).toEqual({ row: 29, column: 2 });
});
