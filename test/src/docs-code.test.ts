import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What can be copied as it is: modules that define something. */
function readModules(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  return [...text.matchAll(/```ts\n(import [^]*?)```/gu)]
    .map(([, code = '']) => code)
    .filter((code) => code.includes('\nexport const'));
}

/** Every piece of TypeScript on a page. */
function readPieces(page: string, language = 'ts'): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const pieces = text.matchAll(/```(\w+)\n([^]*?)```/gu);
  return [...pieces].filter(([, name]) => name === language).map(([, , code = '']) => code);
}

/** What the compiler says of files; nothing if all is well. */
function compile(files: Readonly<Record<string, string>>, options: object = {}): string {
  // Where packages are found as by a project of their user.
  const folder = mkdtempSync(join(ROOT, 'test/.docs-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2023',
    // As in a program for Node: what its own fetch() gives is unknown.
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    ...options,
  };
  const config = { compilerOptions, files: Object.keys(files) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? '' : stdout;
}

test('the skills of the documentation have the types that they say, copied as they are', () => {
  const modules = readModules('define-a-skill.md');
  expect(modules.length).toBeGreaterThanOrEqual(3);
  const files = modules.map((code, index) => {
    // The first page shows its schemas elsewhere.
    const before = code.includes('input: { fightComparison }') ? FIGHT_SCHEMAS : '';
    return [`${index}.ts`, before + code] as const;
  });
  expect(compile(Object.fromEntries(files))).toBe('');
}, 60_000);

test('what the documentation shows of calls compiles, piece by piece', () => {
  const pieces = readPieces('call-an-agent.md');
  expect(pieces.length).toBeGreaterThanOrEqual(6);
  const files = pieces.map((code, index) => [`${index}.ts`, `${code}\nexport {};\n`] as const);
  expect(compile({ ...Object.fromEntries(files), 'around.d.ts': AROUND_CALLS })).toBe('');
}, 60_000);

test('what the documentation shows of the page of forms compiles', () => {
  const pieces = readPieces('form-app.md');
  expect(pieces.length).toBeGreaterThanOrEqual(3);
  const files = pieces.map((code, index) => [`${index}.ts`, code] as const);
  expect(compile({ ...Object.fromEntries(files), 'around.d.ts': AROUND_FORMS })).toBe('');
}, 60_000);

test.each(['forms.md', 'results.md', 'live-tasks.md'])(
  'what the documentation shows of pages compiles: %s',
  (page) => {
    const pieces = [...readPieces(page, 'tsx'), ...readModules(page)];
    expect(pieces.length).toBeGreaterThanOrEqual(1);
    const files = pieces.map((code, index) => [`${index}.tsx`, code] as const);
    const options = {
      lib: ['es2023', 'dom'],
      types: ['vite/client'],
      jsx: 'react-jsx',
      module: 'preserve',
    };
    expect(compile(Object.fromEntries(files), options)).toBe('');
  },
  60_000,
);

// What the pieces are about, and what their reader has; with no more than the client's types.
const AROUND_CALLS = `
type Client = typeof import('@formwork/client');
declare const connect: Client['connect'];
declare const InvalidInputError: Client['InvalidInputError'];
declare const agent: import('@formwork/client').RemoteAgent;
declare const skill: import('@formwork/client').RemoteSkill;
declare const input: import('@formwork/client').Json;
declare const url: string;
declare const contestAgent: typeof import('@formwork/demo').demoAgent;
type AgentTypes = import('@formwork/client').AgentTypes;
declare function fillIn(
  schema: import('@formwork/client').JsonSchema,
): Promise<import('@formwork/client').Json>;
declare function prompt(text: string): Promise<string>;
declare function show(problems: readonly import('@formwork/client').Problem[]): void;
`;

const AROUND_FORMS = `
declare const agent: typeof import('@formwork/demo').demoAgent;
declare const app: import('express').Express;
`;

const FIGHT_SCHEMAS = `
const fightComparison = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
} as const;
const fightResponse = {
  type: 'object',
  properties: {
    winner: { type: 'string' },
    probability: { type: 'number' },
    explanation: { type: 'string' },
  },
  required: ['winner', 'probability', 'explanation'],
} as const;
`;
