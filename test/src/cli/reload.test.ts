import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import type { Program } from '../support/follow-program.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';

/** Saves as many editors do: the file is replaced by another one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

async function waitForReloads(program: Program, count: number): Promise<void> {
  await program.waitFor(new RegExp(`(?:Reloaded in[^]*){${count}}`, 'u'));
}

test('dev loads again, and again, when files are replaced', async () => {
  const cwd = makeCliFolder({
    'agent.ts': "export { default } from './inner/speaker.ts';",
    'inner/speaker.ts': toAgentModule('0'),
  });
  const speaker = join(cwd, 'inner/speaker.ts');
  const program = startCli(['dev', 'agent.ts', '--port', '0'], { cwd });
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  const saves = [
    () => replace(speaker, toAgentModule('1')),
    () => replace(speaker, toAgentModule('2')),
    () => writeFileSync(speaker, toAgentModule('3')),
  ];
  for (const [index, save] of saves.entries()) {
    save();
    await waitForReloads(program, index + 1);
    const { stdout } = await runKept(['call', url, 'say', '--to', 'me']);
    expect(JSON.parse(stdout)).toEqual({ word: `${index + 1}` });
  }
}, 60_000);

test('dev waits for the next change when the first version is broken', async () => {
  const cwd = makeCliFolder({ 'agent.ts': 'export const x = ;' });
  const program = startCli(['dev', 'agent.ts', '--port', '0'], { cwd });
  await program.waitFor(/SyntaxError: Expression expected \(agent\.ts:1:18\)/u);
  await program.waitFor(/It is tried again when a file changes/u);
  // A version that is never done is given up for the next.
  replace(join(cwd, 'agent.ts'), 'setInterval(() => {}, 1000); await new Promise(() => {});');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  replace(join(cwd, 'agent.ts'), toAgentModule('one'));
  await program.waitFor(/Speaker is at http/u);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test('dev needs its file to be there', async () => {
  const { code, stderr } = await runKept(['dev', 'nope.ts', '--port', '0'], {
    cwd: makeCliFolder({}),
  });
  expect(stderr).toContain('there is no such file');
  expect(code).toBe(2);
});

test('types --watch writes again, and again, when files of a folder are replaced', async () => {
  const cwd = makeCliFolder({ 'schemas/fight.json': '{"type":"string"}' });
  const fight = join(cwd, 'schemas/fight.json');
  const program = startCli(['types', 'schemas', '--out', 'types.ts', '--watch'], { cwd });
  await program.waitFor(/written/u);
  const saves = [
    () => replace(fight, '{"type":"number"}'),
    () => replace(fight, '{"type":"boolean"}'),
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

test.each([
  ['export const x = ;', 'SyntaxError: Expression expected (agent.ts:1:18)'],
  ['enum X {A}', 'enum is not supported in strip-only mode (agent.ts:1:1)'],
  ["\nthrow new Error('no database');", 'Error: no database (agent.ts:2:7)'],
  ["import './gone.ts';", 'Cannot find module'],
  ['await new Promise(() => {});', 'it waits for what never comes'],
  ['process.exit(7);', 'it ended the process with code 7'],
  ['process.exit();', 'it ended the process with code 0'],
])('start tells what is wrong with %j', async (text, reason) => {
  const cwd = makeCliFolder({ 'agent.ts': text });
  const { code, stderr } = await runCli(['start', 'agent.ts', '--port', '0'], { cwd });
  expect(stderr).toContain(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});
