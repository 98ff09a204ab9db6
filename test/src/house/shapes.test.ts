import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly places?: () => readonly string[];
}

type Count = (files: readonly object[]) => readonly Figure[];

const house = join(import.meta.dirname, '../../../scripts/house');
const { countShapes } = (await import(join(house, 'shapes.js'))) as { readonly countShapes: Count };
const { countBodies } = (await import(join(house, 'bodies.js'))) as { readonly countBodies: Count };
const { countConcepts } = (await import(join(house, 'concepts.js'))) as {
  readonly countConcepts: (
    files: readonly object[],
    words: { readonly known: readonly string[]; readonly map: string },
  ) => readonly Figure[];
};
const { readSourceFile } = (await import(join(house, 'source-tree.js'))) as {
  readonly readSourceFile: (path: string, text: string) => object;
};

/** Counts a figure in source texts, each of which is a file of a package. */
function count(name: string, ...texts: readonly string[]): number | undefined {
  const files = texts.map((text, index) => readSourceFile(`packages/a/src/file-${index}.ts`, text));
  const figures = [...countShapes(files), ...countBodies(files)];
  return figures.find((figure) => figure.name === name)?.value;
}

const RECORD = 'function isRecord(value) { return typeof value === "object" && value !== null; }';
const FIELDS =
  'const isFields = (x: unknown): x is object => { return typeof x === "object" && x !== null; };';
const LISTS = 'function isList(value) { return typeof value === "object" && value.length > 0; }';

test('a copy is found under another name, with other variables, types and form', () => {
  expect(count('functions that stand twice', RECORD, FIELDS, LISTS)).toBe(1);
  expect(count('functions that stand twice', RECORD, LISTS)).toBe(0);
  expect(count('functions that stand twice', RECORD, RECORD, FIELDS)).toBe(2);
  const typed =
    'function isNamed(x: Readonly<Named>) { return typeof x === "object" && x !== null; }';
  expect(count('functions that stand twice', RECORD, typed)).toBe(1);
});

test.each([
  ['function f() { let n = 0; return () => { n += 1; }; }', 1],
  ['function f() { let n = 0; return () => n++; }', 1],
  ['function f(n) { return () => { n = 1; }; }', 1],
  ['function f() { let a, b; return () => { [a, { b }] = g(); }; }', 2],
  ['function f() { let n = 0; for (const x of y) n += x; return () => n; }', 0],
  ['function f() { let n = 0; return () => { let n = 1; n = 2; }; }', 0],
  ['let n = 0; function f() { n += 1; }', 0],
  ['function f() { const o = {}; return () => { o.n = 1; }; }', 0],
])('variables that closures change: %s', (text, expected) => {
  expect(count('variables that closures change', text)).toBe(expected);
});

test.each([
  ['interface A { a: 1 } function f(a: A) { return a; }', 1],
  ['type A = { a: 1 }; function f(a: A) { return a; }', 1],
  ['type A = B & { a: 1 }; function f(a: A) { return a; }', 1],
  ['type A = 1 | 2; function f(a: A) { return a; }', 0],
  ['interface A { a: 1 } function f(a: A): A { return a; }', 0],
  ['interface A { a: 1 } interface B extends A {} export const b: B[] = [];', 2],
  ['export interface A { a: 1 } export function f(a: A) { return a; }', 1],
])('object types with one use: %s', (text, expected) => {
  expect(count('object types with one use', text)).toBe(expected);
});

test('an exported type is used where another file imports or exports it, a private one is not', () => {
  const exported = 'export interface A { a: 1 } export function f(a: A) { return a; }';
  const user = `import type { A } from './file-0.ts';`;
  expect(count('object types with one use', exported, user)).toBe(0);
  expect(
    count('object types with one use', exported, `export { type A } from './file-0.ts';`),
  ).toBe(0);
  expect(count('object types with one use', exported.replace('export ', ''), user)).toBe(1);
});

test('object types are counted for 1,000 lines, by whatever keyword and name', () => {
  const types = 'interface A { a: 1 }\ntype B = { a: 1 };\nexport type C = A & { b: 1 };\n';
  const other = 'type D = string;\n'.repeat(997);
  expect(count('object types in 1,000 lines', types, other)).toBe(3);
});

test('functions above 100 lines', () => {
  const long = `function f() {\n${'  g();\n'.repeat(99)}}`;
  expect(count('functions above 100 lines', long)).toBe(1);
  expect(count('functions above 100 lines', long.replace('g();\n', ''))).toBe(0);
});

test('imports of /internal', () => {
  const internal = `import { a } from '@formwork/core/internal';`;
  expect(count('imports of /internal', internal, `import { b } from '@formwork/core';`)).toBe(1);
});

test.each([
  ['const b = Object.create(a, { c: { value: 1 } });', 1],
  ['const b = Object.create(null);', 0],
  ['const b = { ...a, c: 1 };', 0],
])('objects made by Object.create: %s', (text, expected) => {
  expect(count('objects made by Object.create', text)).toBe(expected);
});

test('a noun that names types of two folders is a concept unless it is known, and the map explains it', () => {
  const files = [
    ['a/src/lease.ts', 'export interface Leases {} interface Poster {} class DataQueue {}'],
    ['a/src/inner/use.ts', "import type { Leases } from '../lease.ts'; type TaskQueue = Leases;"],
    ['b/src/look.ts', 'interface Look {}'],
    ['b/src/inner/look.ts', 'class FirstLook {}'],
  ].map(([path = '', text = '']) => readSourceFile(`packages/${path}`, text));
  const map = '## Words\n\n**early lease** a right; **poster** none.\n\n## The tree\n';
  const figures = countConcepts(files, { known: ['queue'], map });
  expect(figures.map(({ places }) => places?.())).toEqual([
    ['lease, 2 folders: Leases', 'look, 2 folders: Look, FirstLook'],
    ['look, 2 folders: Look, FirstLook'],
  ]);
});
