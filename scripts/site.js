// The site of the documentation, which is a project of its own in `site`:
//
//   node scripts/site.js build    installs what it needs, and builds it if something has changed
//   node scripts/site.js serve    the same, and serves it; PORT is 4180 unless it is given
//   node scripts/site.js write    serves the sources, and shows every change at once
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenChanged, WORKSPACE } from './when-changed.js';

const SITE = join(WORKSPACE, 'site');
const GENERATOR = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
/** Room for new objects, of which a build makes millions; with less, an eighth of its time is lost. */
const ROOM = ['--max-semi-space-size=64'];
const PNPM = ['--yes', '--prefer-offline', 'pnpm@12.21.0'];

const STEPS = { build, serve, write };

const [step = 'build'] = process.argv.slice(2);
if (STEPS[step] === undefined) {
  console.error(`Cannot run "${step}" because it must be one of ${Object.keys(STEPS).join(', ')}.`);
  process.exitCode = 1;
} else {
  await STEPS[step]();
}

/** Installs the packages of the site if its lockfile has changed. */
async function install() {
  const sources = [join(SITE, 'package.json'), join(SITE, 'pnpm-lock.yaml')];
  await whenChanged({ folder: SITE, name: 'install', outputs: [GENERATOR], sources }, () =>
    run('npx', [...PNPM, 'install', '--frozen-lockfile', '--silent']),
  );
}

async function build() {
  await install();
  const sources = globSync(
    [
      '*.md',
      'docs',
      'schemas/**/*.md',
      'packages/*/src',
      'packages/*/package.json',
      'apps/examples/src',
      'scripts/reference',
      'site/{.vitepress,files,markdown,*.js,pnpm-lock.yaml}',
    ],
    { cwd: WORKSPACE },
  );
  const index = join(SITE, 'dist/index.html');
  await whenChanged(
    {
      folder: SITE,
      name: 'pages',
      outputs: [index],
      sources: sources.toSorted().map((path) => join(WORKSPACE, path)),
    },
    () => run(process.execPath, [...ROOM, GENERATOR, 'build', SITE]),
  );
}

async function serve() {
  await build();
  const { servePages } = await import(pathToFileURL(join(SITE, 'serve.js')).href);
  const port = Number(process.env['PORT'] ?? 4180);
  try {
    const { url } = await servePages(port);
    console.log(`Serving the documentation: ${url}`);
  } catch (error) {
    console.error(
      `Cannot serve the documentation because port ${port} must be free: ${error.message}. PORT names another one; PORT=0 takes any.`,
    );
    process.exitCode = 1;
  }
}

async function write() {
  await install();
  const port = process.env['PORT'] ?? '4180';
  await run(process.execPath, [GENERATOR, 'dev', SITE, '--port', port]);
}

/** Runs a program in the folder of the site; ends this one if it fails. */
async function run(program, args) {
  const child = spawn(program, args, { cwd: SITE, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
