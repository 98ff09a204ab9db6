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

test('the skills of the documentation have the types that they say, copied as they are', () => {
  const modules = readModules('define-a-skill.md');
  expect(modules.length).toBeGreaterThanOrEqual(3);
  // Where packages are found as by a project of their user.
  const folder = mkdtempSync(join(ROOT, 'test/.docs-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = modules.map((code, index) => {
    // The first page shows its schemas elsewhere.
    const before = code.includes('input: { fightComparison }') ? FIGHT_SCHEMAS : '';
    writeFileSync(join(folder, `${index}.ts`), before + code);
    return `${index}.ts`;
  });
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2023',
    // As in a program for Node: what its own fetch() gives is unknown.
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}, 60_000);

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
