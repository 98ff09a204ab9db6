import { startPostgres } from '@formwork/postgres/testing';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { toProgram } from '../support/follow-program.ts';
import { ROOT, runCli } from '../support/run-cli.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests, onTestFinished } from '../support/test-end.ts';

followTests();

/**
 * Makes a folder outside of the workspace, so that Node finds no packages in the folders above it. It
 * may be in memory, because npm writes thousands of small files.
 */
function makeFolder(): string {
  return mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-packed-'));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns a PATH on which `node` is the running Node.js and no `node_modules` comes before it. */
function toMachinePath(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  return [bin, process.env['PATH']].join(delimiter);
}

describe('what npm run pack writes', () => {
  const folder = makeFolder();
  afterAll(() => removeFolder(folder));
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^NODE_OPTIONS$|^FORMWORK_(?!TEST_)/u.test(name),
  );
  const env = { ...Object.fromEntries(own), PATH: toMachinePath(folder) };
  const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
    (await promisify(execFile)(program, [...args], { cwd, env })).stdout;
  const project = join(folder, 'my-agent');
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];

  beforeAll(async () => {
    await run(process.execPath, ['scripts/pack.js', join(folder, 'packed')], ROOT);
  });

  test('is a project that npm alone installs, in any folder', async ({ expect }) => {
    const made = await runCli(['new', 'my-agent', '--from', 'packed'], { cwd: folder, env });
    expect(made.stdout).not.toContain('are not ours');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).not.toContain('brings Node');
    const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain(
      'COPY package*.json ./\nCOPY vendor ./vendor\nRUN npm ci --omit=dev\n',
    );
    expect(dockerfile).toContain(`RUN ["node", "--eval", "import('./src/main.ts')"]`);
    // The image has the Node of this workspace, and its digest fixes its bytes.
    const image = /^FROM node:(?<node>[\d.]+)-slim@sha256:[0-9a-f]{64}$/mu.exec(dockerfile);
    const workspace = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(workspace.devDependencies).toMatchObject({ ...image?.groups });
    expect(image?.groups).toBeDefined();
    // The project has its own copies of the packages and can be moved elsewhere.
    rmSync(join(folder, 'packed'), { recursive: true });
    await run('npm', ['install', ...quiet], project);
  });

  test('is small, and its own tests and types pass', async ({ expect }) => {
    const [size, tested] = await Promise.all([
      run(process.execPath, ['scripts/measure-install.js', project], ROOT),
      run('npm', ['test'], project),
      run('npm', ['run', 'typecheck'], project),
    ]);
    expect(tested).toMatch(/pass 3/u);
    const production: unknown = JSON.parse(size);
    expect(production).toMatchObject({ names: expect.arrayContaining(['@formwork/server']) });
    const { packages, megabytes, names, all } = production as {
      readonly packages: number;
      readonly megabytes: number;
      readonly names: readonly string[];
      readonly all: { readonly megabytes: number };
    };
    expect(packages).toBeLessThanOrEqual(96);
    expect(megabytes).toBeLessThan(30);
    expect(all.megabytes).toBeLessThan(120);
    const heavy = /^(?:prettier|lodash|zod|@modelcontextprotocol\/.*|@formwork\/(?:cli|mcp))$/u;
    expect(names.filter((name) => heavy.test(name))).toEqual([]);
  });

  test('is compiled when its image is built, so that no start loads the compiler', async ({
    expect,
  }) => {
    const cached = { cwd: project, env: { ...env, NODE_COMPILE_CACHE: join(folder, 'compiled') } };
    const look = `import('./src/main.ts').then(() => {
      console.log(process.moduleLoadList.some((name) => name.includes('deps/amaro')));
    })`;
    const build = async () =>
      (await promisify(execFile)(process.execPath, ['--eval', look], cached)).stdout;
    // The second process is as any start of the image.
    expect([await build(), await build()]).toEqual(['true\n', 'false\n']);
  });

  test('is served, and called by its own client and by the command', async ({ expect }) => {
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
  });

  test('gets what only some need by the commands that errors advise, and runs without the rest', async ({
    expect,
  }) => {
    const database = await startPostgres({ isOwn: true });
    onTestFinished(() => database.stop());
    const store = `${database.url}?schema=clerk`;
    const start = [
      'formwork',
      'start',
      'src/agent.ts',
      '--port',
      '0',
      '--store',
      'data/tasks.sqlite',
      '--blobs',
      's3://bucket',
    ];
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const replica = [process.execPath, 'src/main.ts'];
    const replicaEnv = { ...env, DATABASE_URL: store, FORMWORK_PORT: '0' };
    const advised: string[] = [];
    const watched = ['npx', 'formwork', 'start', 'src/agent.ts', '--metrics-port', '0'];
    for (const [packages, words, variables] of [
      ['\\./vendor/formwork-s3-[\\d.]+\\.tgz', ['npx', ...start], { ...env, ...keys }],
      ['\\./vendor/formwork-postgres-[\\d.]+\\.tgz', replica, replicaEnv],
      ['@opentelemetry/api@1 @opentelemetry/[-a-z]+@0.223 @opentelemetry/[-a-z]+@2', watched, env],
    ] as const) {
      const [program = '', ...rest] = words;
      const refused = await promisify(execFile)(program, rest, {
        cwd: project,
        env: variables,
      }).then(
        () => '',
        ({ stderr }: { readonly stderr: string }) => stderr,
      );
      const [, command = ''] = /^Cannot .* Install (?:it|them) with: (.*?)\.?\n$/u.exec(
        refused,
      ) ?? ['', refused];
      expect(command).toMatch(new RegExp(`^npm install ${packages}$`, 'u'));
      advised.push(...command.replace('npm install ', '').split(' '));
    }
    await run('npm', ['install', ...advised, ...quiet], project);
    expect(readFileSync(join(project, 'README.md'), 'utf8')).toContain('npm install ./vendor/');
    // What the Dockerfile does: `npm ci` takes the lockfile, and only what production needs stays. It
    // would unpack again what lies here, so it says what it would do, and what it leaves out is removed.
    await run('npm', ['ci', '--omit=dev', '--dry-run', ...quiet], project);
    await run('npm', ['prune', '--omit=dev', ...quiet], project);
    const shared = toProgram(
      spawn(process.execPath, ['src/main.ts'], {
        cwd: project,
        env: replicaEnv,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    const [, other = ''] = await shared.waitFor(/(http:\/\/[\w.:]+)/u);
    // The client is a development dependency of the project, so the command of this workspace calls.
    const called = await runCli(['call', other, 'fight', '--a', 'Lion', '--b', 'Tiger']);
    expect(JSON.parse(called.stdout)).toEqual({ winner: 'Tiger' });
    const listed = await runCli(['tasks', 'list', '--store', store, '--json']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ tasks: [{ skillId: 'fight' }] });
  });
});

test.concurrent('a project brings a Node where that of the machine runs no TypeScript', async ({
  expect,
}) => {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
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
  onTestFinished(() => removeFolder(folder));
  const from = join(folder, 'missing');
  const missing = await runKept(['new', join(folder, 'a'), '--from', from]);
  expect(missing.stderr).toContain('it must be a folder that "npm run pack" has written');
  expect(missing.code).toBe(2);
  const empty = await runKept(['new', join(folder, 'a'), '--from', folder]);
  expect(empty.stderr).toMatch(/it has no formwork-core-[\d.]+\.tgz/u);
  const again = await runKept(['new', join(folder, 'a')]);
  expect(again.code).toBe(0);
});
