import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Check {
  readonly listHazards: (files: readonly object[]) => readonly string[];
}

interface Tree {
  readonly readSourceFile: (path: string, text: string) => object;
}

const house = join(import.meta.dirname, '../../../scripts/house');
const { listHazards } = (await import(join(house, 'hazards.js'))) as Check;
const { readSourceFile } = (await import(join(house, 'source-tree.js'))) as Tree;

function findHazards(text: string): readonly string[] {
  return listHazards([readSourceFile('a.tsx', text)]);
}

const LATE = /write after an await/u;
const STORE = /shared records/u;
const GROWS = /only grows/u;
const OUTSIDE = /number from outside/u;
const STATE = /has no key/u;
const DROPPED = /bundlers drop the call/u;

const PANEL = 'function Panel({ task }) { const [view] = useState(task.view); return view; }';

test.each<[string, RegExp]>([
  [
    'function is(a) { try { decodeURIComponent(a); return true; } catch { return false; } }',
    DROPPED,
  ],
  ['function check(text) { Date.parse(text); }', DROPPED],
  ['let client; async function get() { client ??= await open(); }', LATE],
  ['let client; const get = async () => { client ||= await open(); };', LATE],
  ['class A { #key; async get() { this.#key ??= await read(); } }', LATE],
  ['let a; async function get() { if (a === undefined) { a = await open(); } return a; }', LATE],
  ['let a; async function get() { if (!a) a = await open(); }', LATE],
  [
    'const open = new Map(); async function f(k) { if (open.has(k)) return; const a = await g(k); open.set(k, a); }',
    LATE,
  ],
  [
    'const all = new Set(); async function f(k) { if (all.size >= 9) return; await g(); all.add(k); }',
    LATE,
  ],
  [
    'class A { #all = []; async f(k) { if (this.#all.length > 9) return; await g(); this.#all.push(k); } }',
    LATE,
  ],
  [
    'async function f(records) { const a = await records.get(key); await records.set(key, { value: a + 1 }); }',
    STORE,
  ],
  [
    'async function f(host) { if (await host.records.get(key) === "a") await host.records.delete(key); }',
    STORE,
  ],
  ['const all = []; export function listen(listener) { all.push(listener); }', GROWS],
  ['const all = new Set(); server.on("a", () => all.add(() => end()));', GROWS],
  [
    'function create() { const all = new Map(); return { on(name, run) { all.set(name, () => run()); } }; }',
    GROWS,
  ],
  [
    'function create() { const all = []; function add(resolve) { all.push({ resolve }); } return { add }; }',
    GROWS,
  ],
  [
    'function create() { const all = []; const add = (tell) => all.push(tell); return { wait: () => new Promise(add), size: () => all.length }; }',
    GROWS,
  ],
  [
    'function f(text) { const most = Number(text); for (let n = 0; n < most; n += 1) g(n); }',
    OUTSIDE,
  ],
  ['function f(text) { let n = 0; while (n < Number.parseInt(text, 10)) n += 1; }', OUTSIDE],
  ['const f = (text) => Array.from({ length: Number(text) }, g);', OUTSIDE],
  ['function f(text) { const n = +text; return " ".repeat(n); }', OUTSIDE],
  [`${PANEL} function App({ task }) { return <Panel task={task} />; }`, STATE],
  [
    'function Panel({ rows = [] }) { const [a] = useState(() => count(rows)); return a; } const App = () => <Panel />;',
    STATE,
  ],
])('finds %s', (text, fault) => {
  expect(findHazards(text)).toEqual([expect.stringMatching(fault)]);
});

test.each([
  'let client; function get() { client ??= open(); return client; }',
  'let code; async function get() { code ??= await import("./code.ts"); }',
  'async function get() { let client; client ??= await open(); }',
  'let a; async function get() { if (isReady) a = await open(); }',
  'const all = new Map(); async function f(k) { await g(); if (all.has(k)) return; all.set(k, 1); }',
  'const all = new Map(); async function f(k) { all.get(k); await g(); all.set(k, (all.get(k) ?? 0) + 1); }',
  'async function f(k) { const all = new Map(); if (all.has(k)) return; await g(); all.set(k, 1); }',
  'const all = new Map(); async function f(k) { if (all.has(k)) return; all.set(k, g()); await all.get(k); }',
  'async function f(records) { const a = await records.get(key); await records.set(key, { value: a }, { is: a }); }',
  'async function f(records) { await records.get(one); await records.set(other, { value }); }',
  'async function f(url) { await headers.get(key); await headers.set(key, value); }',
  'const all = new Set(); export function listen(listener) { all.add(listener); return () => all.delete(listener); }',
  'const all = []; export function next(run) { all.push(() => run()); while (all.length > 9) all.shift(); }',
  'const all = []; export function listen(listener) { all.push(listener); } pass(all);',
  'let all = []; export function listen(listener) { all.push(listener); } all = [];',
  'const names = new Set(); export function note(name) { names.add(name); }',
  'function f(items) { const all = []; items.forEach((run) => all.push(() => run())); return all.length; }',
  'function f(items) { const all = []; const visit = (resolve) => all.push(resolve); visit(g); return run(); }',
  'function f(text) { const n = Math.min(Number(text), 9); for (let at = 0; at < n; at += 1) g(); }',
  'function f(text) { const n = Number(text); if (n > MOST) return; return " ".repeat(n); }',
  'function f(text) { const n = Number(text); return "-".repeat(Math.min(n, 80)); }',
  'function f(list) { for (let n = 0; n < list.length; n += 1) g(n); }',
  `${PANEL} function App({ task }) { return <Panel key={task.id} task={task} />; }`,
  `${PANEL} function Box({ task }) { return <Panel task={task} />; } const App = () => <Box key={id} />;`,
  'function Panel({ onEnd }) { const [a] = useState(() => onEnd); return a; } const App = () => <Panel />;',
  'function Panel({ initialText }) { const [a] = useState(initialText); return a; } const App = () => <Panel />;',
  'function Panel({ id }) { const [a, set] = useState(id); if (a !== id) set(id); return a; } const App = () => <Panel />;',
  'function Panel({ id }) { const [a] = useState(0); return a + id; } const App = () => <Panel />;',
])('allows %s', (text) => {
  expect(findHazards(text)).toEqual([]);
});

test('allows what a comment before the line, or before its statement, gives a reason for', () => {
  const text = `
let client;
async function get() {
  // Alone: the server calls it once,
  // before it listens.
  client ??= await open();
  // It is Alone: a reason in the middle of a sentence.
  client ??= await open();
  // Alone:
  client ??= await open();
}
`;
  expect(findHazards(text).map((place) => place.split(':')[1])).toEqual(['8', '10']);
});

test('a component is keyed by the files that use it', () => {
  const panel = readSourceFile('panel.tsx', `export ${PANEL}`);
  const use = (path: string, props: string): object =>
    readSourceFile(path, `export const App = ({ task }) => <Panel ${props} task={task} />;`);
  const keyed = use('keyed.tsx', 'key={task.id}');
  expect(listHazards([panel, keyed])).toEqual([]);
  expect(listHazards([panel, keyed, use('plain.tsx', '')])).toEqual([
    expect.stringMatching(/^plain\.tsx:1: /u),
  ]);
});
