import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { makeCliFolder, replaceFile, toAgentModule } from '../support/cli-folder.ts';
import { toProgram } from '../support/follow-program.ts';
import { openTerminal, ROOT, startCli, toEnv } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests } from '../support/test-end.ts';
import { askForm, askInSession, askTool, askWithMessage } from './ask-doors.ts';

followTests();

async function ask(url: string): Promise<unknown> {
  const { stdout } = await runKept(['call', url, 'say', '--to', 'me']);
  return JSON.parse(stdout);
}

test.concurrent('dev serves every version at every door, keeps the port, logs requests and writes types', async ({
  expect,
}) => {
  const cwd = makeCliFolder({
    'agent.ts': "export { default } from './inner/speaker.ts';",
    'inner/speaker.ts': toAgentModule('one').replace('"one"', '"one" as string'),
  });
  const speaker = join(cwd, 'inner/speaker.ts');
  const flags = ['--types', 'agent.types.ts', '--messages', '--sessions', '/v1'];
  const program = startCli(['dev', 'agent.ts', '--port', '0', ...flags], { cwd });
  const find = async (pattern: RegExp): Promise<string> =>
    (await program.waitFor(pattern))[1] ?? '';
  const url = await find(/Forms for people: (http:\S+)\/$/mu);
  const tools = await find(/Tools for models: (http:\S+\/mcp)/u);
  const messages = await find(/Message envelopes: (http:\S+\/messages)/u);
  const sessions = await find(/Session API: (http:\S+)\/card/u);
  expect(sessions).toMatch(/\/v1$/u);
  const expectWord = async (word: string): Promise<void> => {
    const answers = await Promise.all([
      ask(url),
      askForm(url, url),
      askTool(tools),
      askWithMessage(messages),
      askInSession(sessions),
    ]);
    expect(answers).toEqual([
      { word },
      expect.objectContaining({ data: { word } }),
      { word },
      [200, { status: 'success', data: { word } }],
      { word },
    ]);
  };
  const waitForReloads = async (count: number): Promise<void> => {
    await program.waitFor(new RegExp(`(?:Reloaded in[^]*){${count}}`, 'u'));
  };

  await expectWord('one');
  await program.waitFor(/POST \/a2a 200 \d+ ms/u);
  // The log shows where requests went, and no id or secret of theirs.
  const token = 'a-token-that-stands-in-a-path-0198c1f2';
  await fetch(`${url}/people/answers/${token}?token=${token}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await program.waitFor(/GET \/people\/answers\/\* 4\d\d \d+ ms/u);
  const types = join(cwd, 'agent.types.ts');
  expect(readFileSync(types, 'utf8')).toContain('word: string');

  writeFileSync(speaker, toAgentModule('two'));
  await waitForReloads(1);
  await expectWord('two');
  writeFileSync(speaker, 'export default {');
  await program.waitFor(/must be a module that runs/u);
  // The last working version still runs.
  expect(await ask(url)).toEqual({ word: 'two' });
  // The command rewrites generated types that were deleted or are out of date.
  const other = toAgentModule('5').replace('Says a word.', 'Says a number.');
  const saves = [
    () => replaceFile(speaker, toAgentModule('3')),
    () => {
      rmSync(types);
      replaceFile(speaker, toAgentModule('4'));
    },
    () => {
      expect(existsSync(types)).toBe(true);
      writeFileSync(speaker, other);
    },
  ];
  for (const [index, save] of saves.entries()) {
    save();
    await waitForReloads(index + 2);
    expect(await ask(url)).toEqual({ word: `${index + 3}` });
  }
  expect(readFileSync(types, 'utf8')).toContain('Says a number.');
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
  // The log shows the page's calls of the agent, and not its requests to the gateway.
  expect(program.output()).not.toContain('/api/send');
  expect(program.output()).not.toContain(token);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test.concurrent('dev waits for the next change when the first version is broken', async ({
  expect,
}) => {
  const cwd = makeCliFolder({ 'agent.ts': 'export const x = ;' });
  const program = startCli(['dev', 'agent.ts', '--port', '0'], { cwd });
  await program.waitFor(/SyntaxError: Expression expected \(agent\.ts:1:18\)/u);
  await program.waitFor(/It is tried again when a file changes/u);
  // The command ends a version that never finishes loading as soon as the next change comes.
  const endless =
    'console.error("loading"); setInterval(() => {}, 1000); await new Promise(() => {});';
  replaceFile(join(cwd, 'agent.ts'), endless);
  await program.waitFor(/loading/u);
  replaceFile(join(cwd, 'agent.ts'), toAgentModule('one'));
  await program.waitFor(/Speaker is at http/u);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});

test.concurrent('dev needs its file to be there', async ({ expect }) => {
  const { code, stderr } = await runKept(['dev', 'nope.ts', '--port', '0'], {
    cwd: makeCliFolder({}),
  });
  expect(stderr).toContain('there is no such file');
  expect(code).toBe(2);
});

test.concurrent('Ctrl-C on a terminal ends dev and what it started', async ({ expect }) => {
  const cwd = makeCliFolder({ 'agent.ts': toAgentModule('one') });
  const program = openTerminal(['dev', 'agent.ts', '--port', '0'], { cwd });
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:[\]]+)/u);
  expect((await fetch(`${url}/.well-known/agent-card.json`)).status).toBe(200);
  program.type('\u0003');
  expect(await program.exit).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test.concurrent('dev writes what the agent logs in the format of its own lines', async ({
  expect,
}) => {
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('one').replace(/run: .*/u, "run: () => { throw 'boom'; },"),
  });
  const program = startCli(['dev', 'agent.ts', '--port', '0'], { cwd });
  const [, url = ''] = await program.waitFor(/Forms for people: (http:\S+)\/$/mu);
  const { code } = await runKept(['call', url, 'say', '--to', 'me']);
  expect(code).toBe(1);
  await program.waitFor(/^[\d:]{8} error Task failed taskId=.* hint="The handler threw a value/mu);
  await program.waitFor(/^ {2}boom$/mu);
});

test.concurrent('dev ends when npm is told to end, which tells nobody', async ({ expect }) => {
  const bin = join(ROOT, 'packages/cli/bin/formwork.cjs');
  const dev = `"${process.execPath}" "${bin}" dev agent.ts --port 0`;
  const cwd = makeCliFolder({
    'agent.ts': toAgentModule('one'),
    'package.json': JSON.stringify({ type: 'module', scripts: { dev } }),
  });
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const program = toProgram(
    spawn('npm', ['run', 'dev'], { cwd, env: toEnv({}), stdio: [...stdio] }),
  );
  const [, url = ''] = await program.waitFor(/Forms for people: (http:\S+)\/$/mu);
  program.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'serves',
        () => 'ended',
      ),
    )
    .toBe('ended');
});
