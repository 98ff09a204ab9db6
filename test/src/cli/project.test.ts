import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { runCli, startCli, toEnv } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';

followTests();

/** The version of all packages. */
const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../../packages/cli/package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runNode(
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = toEnv(variables);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args], { cwd, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test.concurrent('new writes a project whose tests pass and that can be served', async ({
  expect,
}) => {
  const cwd = makeCliFolder({});
  const { code, stdout } = await runCli(['new', 'My Agent'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('\n  npm install\n  npm run dev\n');
  const folder = join(cwd, 'My Agent');
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-agent',
    devDependencies: { '@formwork/cli': `^${VERSION}` },
  });
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toContain('node_modules');
  const tested = await runNode(['--test'], folder);
  expect(tested.stdout).toMatch(/pass 3/u);
  const away = await runNode(['src/client.ts', 'http://127.0.0.1:1'], folder);
  expect(away.code).toBe(1);
  expect(away.stderr).toMatch(/^Cannot .*127\.0\.0\.1:1.*\n$/u);
  const elsewhere = await runNode(['src/client.ts'], folder, { PORT: '1' });
  expect(elsewhere.stderr).toMatch(/^Cannot .*127\.0\.0\.1:1.*\n$/u);
  const program = startCli(['start', 'src/agent.ts', '--port', '0'], { cwd: folder });
  const [, url = ''] = await program.waitFor(/(http:\/\/[\w.:]+)/u);
  const called = await runKept(['call', url, 'fight', '--a', 'Lion', '--b', 'Tiger']);
  expect(JSON.parse(called.stdout)).toEqual({ winner: 'Tiger' });
  const again = await runKept(['new', 'My Agent'], { cwd });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('must be empty');
});

test.concurrent('the server of a project says in one sentence why it cannot start', async ({
  expect,
}) => {
  const cwd = makeCliFolder({});
  await runKept(['new', 'my-agent'], { cwd });
  const folder = join(cwd, 'my-agent');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const database = 'postgres://ada:secret@127.0.0.1';
  for (const [variables, reason] of [
    [{ FORMWORK_PORT: `${port}` }, /in use by another program/u],
    [{ FORMWORK_PORT: 'many' }, /because port must be an integer/u],
    [{ FORMWORK_PORT: '', PORT: 'several' }, /because port must be an integer/u],
    [
      { FORMWORK_PUBLIC_URL: 'https://agents.example' },
      /everybody in at https:\/\/agents.example$/mu,
    ],
    [{ FORMWORK_APIKEY: 'secret' }, /FORMWORK_APIKEY, did you mean FORMWORK_API_KEY\?/u],
    [{ FORMWORK_ISSUER: 'https://id.example' }, /current variable is FORMWORK_ISSUER/u],
    [{ FORMWORK_PUBLIC_URL: 'nonsense' }, /because publicUrl must be an http or https URL/u],
    [{ DATABASE_URL: `${database}:1/a` }, /npm install @formwork\/postgres/u],
    [{ DATABASE_URL: `${database}:port/a` }, /must be postgres:\/\/USER/u],
    [{ FORMWORK_STORE: 'mysql://ada:secret@db/a' }, /must be a path, sqlite:PATH or/u],
  ] as const) {
    const { code, stdout, stderr } = await runNode(['src/main.ts'], folder, {
      FORMWORK_PORT: '0',
      DATABASE_URL: '',
      ...variables,
    });
    expect(stderr).toMatch(/^Cannot [^\n]*\n$/u);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('secret');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  }
});

test.concurrent('new names what it makes in words for the shell and for npm', async ({
  expect,
}) => {
  const cwd = makeCliFolder({});
  const { stdout } = await runKept(['new', 'sp ace/Ünï'], { cwd });
  expect(stdout).toContain("Next:\n  cd 'sp ace/Ünï'\n  npm install");
  expect(stdout).toContain('packages with these names there are not ours');
  const manifest = readFileSync(join(cwd, 'sp ace/Ünï/package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ name: 'uni' });
});

test.concurrent('a folder that the system lets nobody make is told at once', async ({ expect }) => {
  const made = await runKept(['new', '/proc/formwork/project']);
  expect(made.stderr).toContain('must be a folder that can be made');
  expect(made.code).toBe(2);
  const saved = await runKept(['call', 'http://127.0.0.1:1', 'x', '--save', '/proc/formwork/x']);
  expect(saved.stderr).toContain('must be a folder that can be written to');
  expect(saved.code).toBe(2);
});

test.concurrent('output that cannot be written is told in one line', async ({ expect }) => {
  const full = ['sh', '-c', 'exec "$0" "$@" > /dev/full'];
  const { code, stderr } = await runCli(['doctor', '--port', '0'], { under: full });
  expect(stderr).toBe('Cannot write the output: ENOSPC: no space left on device, write\n');
  expect(code).toBe(1);
});

test.concurrent('doctor tells what is there, and what to do about a port that is taken', async ({
  expect,
}) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const refused = await runKept(['doctor', '--port', `${port}`]);
  expect(refused.stdout).toMatch(/ok {7}SQLite/u);
  expect(refused.stdout).toMatch(/failed .*EADDRINUSE[^]*serve with --port 0/u);
  expect(refused.code).toBe(1);
  const { code, stdout } = await runKept(['doctor', '--port', '0', '--json']);
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Node', state: 'ok' })]),
  );
  expect(code).toBe(0);
});

test.concurrent('completions of bash know the commands and their flags', async ({ expect }) => {
  const { stdout, code } = await runCli(['completion', 'bash']);
  expect(code).toBe(0);
  const complete = async (words: string): Promise<readonly string[]> => {
    const script = `${stdout}\nCOMP_WORDS=(formwork ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _formwork; echo "\${COMPREPLY[@]}"`;
    const result = await promisify(execFile)('bash', ['-c', script]);
    expect(result.stderr).toBe('');
    return result.stdout.trim().split(' ');
  };
  expect(await complete('in')).toEqual(['inspect']);
  expect(await complete('call --he')).toEqual(['--help', '--header']);
  expect(await complete('""')).not.toContain('dev-worker');
  expect(await complete('call http://x y --output ""')).toEqual(['table', 'json']);
  expect(await complete('validate x.json --as me')).toEqual(['message']);
  expect(await complete('validate x.json --as pack')).toContain('packages');
  expect(await complete('validate --dialect sess')).toEqual(['sessions/v1']);
  expect(await complete('completion z')).toEqual(['zsh']);
  expect(await complete('help ins')).toEqual(['inspect']);
  expect(await complete('mcp a')).toEqual(['accept']);
  expect(await complete('mcp accept --y')).toEqual(['--yes']);
  expect(await complete('mcp --no')).toEqual(['--no-cards', '--no-pins', '--no-app', '--no-lock']);
  expect(await complete('mcp doctor --host claude-d')).toEqual(['claude-desktop']);
  const zsh = await runKept(['completion', 'zsh']);
  expect(zsh.stdout).toMatch(/^#compdef formwork\n/u);
  expect(zsh.stdout).toMatch(/inspect\) flags=\(.*--schema.*\) ;;/u);
  expect(zsh.stdout).toContain('call:--output) values=(table json) ;;');
  const fish = await runKept(['completion', 'fish']);
  expect(fish.stderr).toContain('Allowed choices are bash, zsh. Add --help');
  expect(fish.code).toBe(2);
});

test.concurrent('help shows what --help of a command shows', async ({ expect }) => {
  for (const command of ['call', 'inspect']) {
    const [help, flag] = await Promise.all([
      runKept(['help', command]),
      runKept([command, '--help']),
    ]);
    expect(help.stdout).toContain(`Usage: formwork ${command}`);
    expect(help).toEqual(flag);
  }
  expect((await runKept(['help'])).stdout).toContain('Usage: formwork [options]');
  const unknown = await runKept(['help', 'nope']);
  expect(unknown.stderr).toContain('must be one of call, inspect');
  expect(unknown.code).toBe(2);
});

test('an old Node is refused in one line', ({ expect }) => {
  const bin = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;
  const script = `Object.defineProperty(process.versions, 'node', { value: '22.12.0' }); require(${JSON.stringify(bin)});`;
  const { status, stderr, stdout } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    'Cannot start formwork because Node must be 22.14 or newer: current version is 22.12.0. Get one at https://nodejs.org.\n',
  );
  expect(stdout).toBe('');
  expect(status).toBe(1);
});

test.concurrent('every command has examples in its help', async ({ expect }) => {
  const { stdout, code } = await runKept([]);
  expect(code).toBe(0);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) .* {2}/gmu)].map(([, name = '']) => name);
  expect(names).toContain('call');
  for (const name of names) {
    const help = await runKept([name, '--help']);
    expect(help.stdout).toMatch(/Examples:\n {2}\$ formwork/u);
    expect(help.stderr).toBe('');
    expect(help.code).toBe(0);
  }
  const wrong = await runKept(['inspcet']);
  expect(wrong.stderr).toContain('Did you mean inspect');
  expect(wrong.code).toBe(2);
  expect((await runCli(['--version'])).stdout).toBe(`${VERSION}\n`);
});
