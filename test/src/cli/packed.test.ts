import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { ROOT, runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { toProgram } from '../support/follow-program.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';

followTests();

/**
 * Makes a folder outside of the workspace, so that Node finds no packages in the folders above it.
 */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a PATH on which `node` is the running Node.js and no `node_modules` comes before it. */
function toMachinePath(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  return [bin, process.env['PATH']].join(delimiter);
}

test('what npm run pack writes is a project that npm alone installs, in any folder', async ({
  expect,
}) => {
  const folder = makeFolder();
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/u.test(name));
  const env = { ...Object.fromEntries(own), PATH: toMachinePath(folder) };
  const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
    (await promisify(execFile)(program, [...args], { cwd, env })).stdout;

  await run(process.execPath, ['scripts/pack.js', join(folder, 'packed')], ROOT);
  const made = await runCli(['new', 'my-agent', '--from', 'packed'], { cwd: folder, env });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).not.toContain('brings Node');
  const project = join(folder, 'my-agent');
  expect(readFileSync(join(project, 'Dockerfile'), 'utf8')).toContain(
    'COPY package*.json ./\nCOPY vendor ./vendor\nRUN npm ci --omit=dev\n',
  );
  // The project has its own copies of the packages and can be moved elsewhere.
  rmSync(join(folder, 'packed'), { recursive: true });
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], project);

  const [size, tested] = await Promise.all([
    run(process.execPath, ['scripts/measure-install.js', project], ROOT),
    run('npm', ['test'], project),
    run('npm', ['run', 'typecheck'], project),
  ]);
  expect(tested).toMatch(/pass 2/u);
  const production: unknown = JSON.parse(size);
  expect(production).toMatchObject({ names: expect.arrayContaining(['@formwork/server']) });
  const { packages, megabytes, names } = production as {
    readonly packages: number;
    readonly megabytes: number;
    readonly names: readonly string[];
  };
  expect(packages).toBeLessThanOrEqual(105);
  expect(megabytes).toBeLessThan(70);
  const heavy = /^(?:prettier|lodash|zod|@modelcontextprotocol\/.*|@formwork\/(?:cli|mcp))$/u;
  expect(names.filter((name) => heavy.test(name))).toEqual([]);

  const served = toProgram(
    spawn(process.execPath, ['src/main.ts'], {
      cwd: project,
      env: { ...env, FORMWORK_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const [, url = ''] = await served.waitFor(/(http:\/\/[\w.:]+)/u);
  expect(await run(process.execPath, ['src/client.ts', url], project)).toBe('Tiger\n');
  const args = ['formwork', 'call', url, 'fight', '--a', 'Lion', '--b', 'Tiger'];
  expect(JSON.parse(await run('npx', args, project))).toEqual({ winner: 'Tiger' });
}, 120_000);

test.concurrent('a project brings a Node where that of the machine runs no TypeScript', async ({
  expect,
}) => {
  const folder = makeFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v22.17.1\n', { mode: 0o755 });
  const env = { PATH: [join(ROOT, 'node_modules/.bin'), bin, '/usr/bin', '/bin'].join(delimiter) };
  const { stdout } = await runCli(['new', 'my-agent'], { cwd: folder, env });
  expect(stdout).toContain(
    'The project brings Node 24, as it runs TypeScript: Node here is 22.17.1.',
  );
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'my-agent/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    devDependencies: { node: '^24' },
    allowScripts: { node: true },
  });
});

test.concurrent('a folder without packed packages is told before anything is written', async ({
  expect,
}) => {
  const folder = makeFolder();
  const from = join(folder, 'missing');
  const missing = await runKept(['new', join(folder, 'a'), '--from', from]);
  expect(missing.stderr).toContain('it must be a folder that "npm run pack" has written');
  expect(missing.code).toBe(2);
  const empty = await runKept(['new', join(folder, 'a'), '--from', folder]);
  expect(empty.stderr).toMatch(/it has no formwork-core-[\d.]+\.tgz/u);
  const again = await runKept(['new', join(folder, 'a')]);
  expect(again.code).toBe(0);
});
