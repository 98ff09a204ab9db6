import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder, replaceFile } from '../support/cli-folder.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { serveForCli } from '../support/serve-for-cli.ts';

const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

test('types writes, prints and checks a module', async () => {
  const cwd = makeCliFolder({ 'fight.schema.json': JSON.stringify(SCHEMA) });
  const args = ['types', 'fight.schema.json', '--out', 'fight.types.ts'];
  const missing = await runKept([...args, '--check'], { cwd });
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('it is missing');
  const written = await runCli([...args, '--json'], { cwd });
  expect(JSON.parse(written.stdout)).toMatchObject({ file: 'fight.types.ts', state: 'written' });
  expect((await runKept([...args, '--check'], { cwd })).code).toBe(0);
  const printed = await runKept(['types', 'fight.schema.json'], { cwd });
  expect(printed.stdout).toContain('export interface Fight');
  writeFileSync(join(cwd, 'fight.schema.json'), JSON.stringify({ ...SCHEMA, required: [] }));
  const outdated = await runKept([...args, '--check'], { cwd });
  expect(outdated.stderr).toContain('it is outdated');
  expect(outdated.code).toBe(1);
});

test('types reads agents, and says what it cannot read', async () => {
  const url = await serveForCli();
  const { stdout, code } = await runKept(['types', url]);
  expect(code).toBe(0);
  expect(stdout).toContain('winner');
  const nowhere = await runKept(['types', 'nowhere.json']);
  expect(nowhere.code).toBe(2);
  expect(nowhere.stderr.trim().split('\n')).toHaveLength(1);
  expect((await runKept(['types', url, '--watch'])).code).toBe(2);
});

test('types --watch writes again when the source changes', async () => {
  const cwd = makeCliFolder({ 'fight.schema.json': JSON.stringify(SCHEMA) });
  const args = ['types', 'fight.schema.json', '--out', 'out/fight.types.ts', '--watch'];
  const program = startCli(args, { cwd });
  await program.waitFor(/written/u);
  writeFileSync(
    join(cwd, 'fight.schema.json'),
    JSON.stringify({ ...SCHEMA, properties: { a: { type: 'number' } } }),
  );
  await program.waitFor(/written[^]*written/u);
  expect(readFileSync(join(cwd, 'out/fight.types.ts'), 'utf8')).toContain('a: number');
  program.child.kill('SIGINT');
  expect(await program.exit).toBe(0);
});

test('types --watch writes again, and again, when files of a folder are replaced', async () => {
  const cwd = makeCliFolder({ 'schemas/fight.json': '{"type":"string"}' });
  const fight = join(cwd, 'schemas/fight.json');
  const program = startCli(['types', 'schemas', '--out', 'types.ts', '--watch'], { cwd });
  await program.waitFor(/written/u);
  const saves = [
    () => replaceFile(fight, '{"type":"number"}'),
    () => replaceFile(fight, '{"type":"boolean"}'),
    () => writeFileSync(fight, '{"type":"null"}'),
    () => {
      rmSync(join(cwd, 'schemas'), { recursive: true });
      renameSync(makeCliFolder({ 'fight.json': '{"type":"integer"}' }), join(cwd, 'schemas'));
    },
  ];
  for (const [index, save] of saves.entries()) {
    save();
    await program.waitFor(new RegExp(`(?:: written[^]*){${index + 2}}`, 'u'));
  }
});
