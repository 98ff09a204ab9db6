import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleAgent } from '../testing/sample-agent.ts';
import { checkTypes, writeTypes, type TypesTarget } from './write-types.ts';

let folder = '';
let targets: readonly TypesTarget[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'typegen-'));
  writeFileSync(join(folder, 'item.json'), '{"type":"string"}');
  targets = [
    { source: join(folder, 'item.json'), file: join(folder, 'types/item.ts') },
    { source: sampleAgent, file: join(folder, 'agent.ts') },
  ];
});
afterEach(() => rmSync(folder, { recursive: true }));

async function check(): Promise<readonly string[]> {
  return (await checkTypes(targets)).map(({ state }) => state);
}

test('writeTypes writes what checkTypes misses, and then touches nothing', async () => {
  expect(await check()).toEqual(['missing', 'missing']);
  const [first] = await writeTypes(targets);
  expect(first?.state).toBe('written');
  expect(await check()).toEqual(['current', 'current']);
  const item = join(folder, 'types/item.ts');
  expect(readFileSync(item, 'utf8')).toContain('from ../item.json.');
  const before = statSync(item, { bigint: true });
  expect((await writeTypes(targets)).map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
  expect(statSync(item, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
  expect(readdirSync(join(folder, 'types'))).toEqual(['item.ts']);
});

test('checkTypes finds a file that differs by one byte, and changed sources', async () => {
  await writeTypes(targets);
  const agent = join(folder, 'agent.ts');
  writeFileSync(agent, `${readFileSync(agent, 'utf8')} `);
  expect(await check()).toEqual(['current', 'outdated']);
  writeFileSync(join(folder, 'item.json'), '{"type":"number"}');
  expect(await check()).toEqual(['outdated', 'outdated']);
});

test('writeTypes leaves alone what was not generated', async () => {
  const file = join(folder, 'own.ts');
  const target = { source: join(folder, 'item.json'), file };
  writeFileSync(file, 'export const own = 1;');
  await expect(writeTypes([target])).rejects.toMatchObject({
    code: 'TYPEGEN_FILE',
    reason: 'foreign',
  });
  expect(readFileSync(file, 'utf8')).toBe('export const own = 1;');
  await writeTypes([target], { overwrite: true });
  // A formatter or a licence may put text before the words that mark the file as generated.
  writeFileSync(file, `// Licence\n${readFileSync(file, 'utf8').replaceAll(';', '')}`);
  expect(await writeTypes([target])).toMatchObject([{ state: 'written' }]);
  writeFileSync(file, '');
  expect(await writeTypes([target])).toMatchObject([{ state: 'written' }]);
  await expect(writeTypes([{ ...target, file: folder }])).rejects.toMatchObject({
    code: 'TYPEGEN_FILE',
    reason: 'folder',
  });
});
