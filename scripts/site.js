// The site of the documentation, which is a project of its own in `site`:
//
//   node scripts/site.js build    installs what it needs, and builds it if something has changed
//   node scripts/site.js serve    the same, and serves it; PORT is 4180 unless it is given
//   node scripts/site.js write    serves the sources, and shows every change at once
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installProject, runIn } from './project-apart.js';
import { whenChanged, WORKSPACE } from './when-changed.js';

const SITE = join(WORKSPACE, 'site');
const GENERATOR = join(SITE, 'node_modules/vitepress/bin/vitepress.js');
/** Room for the millions of objects that a build makes: with less, a sixth of its time is lost. */
const ROOM = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=128',
  '--initial-heap-size=1000',
  '--no-memory-reducer',
];

const STEPS = { build, serve, write };

const [step = 'build'] = process.argv.slice(2);
if (STEPS[step] === undefined) {
  console.error(`Cannot run "${step}" because it must be one of ${Object.keys(STEPS).join(', ')}.`);
  process.exitCode = 1;
} else {
  await STEPS[step]();
}

async function build() {
  await installProject(SITE, GENERATOR);
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
    () => runIn(SITE, process.execPath, [...ROOM, GENERATOR, 'build', SITE]),
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
  await installProject(SITE, GENERATOR);
  const port = process.env['PORT'] ?? '4180';
  await runIn(SITE, process.execPath, [GENERATOR, 'dev', SITE, '--port', port]);
}
