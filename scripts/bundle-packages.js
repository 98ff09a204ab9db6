// Bundles the packages for Node if their sources have changed, because Node loads few files in half
// of the time of many. The bundles contain only code of this workspace; `tsc` writes their types.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { WORKSPACE, whenChanged } from './when-changed.js';

/** The folder of a package's bundles for Node; the type declarations are in `dist` beside it. */
const FOLDER = 'dist/node';

/** The oldest Node that packages run on, as `engines` of this workspace says: `node22.14`. */
const TARGET = readTarget();

/** Matches the modules of the package itself. */
const INSIDE = /^(?:[./#]|[A-Za-z]:)/u;

/**
 * The beginning of the names in `imports` that bundles leave to whoever loads them: Node loads the
 * library behind such a name when it is first used, and other bundlers include it.
 */
const LATE = '#late/';

/** Matches `new URL('...', import.meta.url)`, by which a module names a file relative to itself. */
const OWN_PLACE = /\bnew URL\(\s*('[^']*'|"[^"]*"|`[^`$]*`),\s*import\.meta\.url,?\s*\)/gu;

/** Matches an expression by which a module as many folders below its package as a bundle finds files. */
const SAME_DEPTH = /\btoPageFolder\(import\.meta\.url\)/gu;

/** Matches an expression by which a module finds other packages, as its bundle does. */
const SAME_PACKAGE = /\bcreateRequire\(import\.meta\.url\)\('[a-z@][^']*'\)/gu;

/**
 * The packages to bundle. `programs` are started by path, so `exports` of their package does not
 * name them.
 */
const PACKAGES = [
  ...readdirSync(join(WORKSPACE, 'packages')).map((name) => ({ folder: `packages/${name}` })),
  { folder: 'apps/forms' },
  { folder: 'apps/console' },
  { folder: 'apps/demo', programs: ['src/main.ts'] },
].map(toPackage);

/**
 * Bundles the packages that have changed. Vitest calls this function by its name before the tests,
 * so that they never run older code.
 */
export async function setup() {
  const outputs = PACKAGES.flatMap(({ entries }) => entries.map(({ output }) => output));
  const sources = [
    import.meta.filename,
    join(WORKSPACE, 'package.json'),
    ...PACKAGES.flatMap(({ path }) => [join(path, 'src'), join(path, 'package.json')]),
  ];
  await whenChanged({ folder: WORKSPACE, name: 'packages', outputs, sources }, async () => {
    const { rolldown } = await import('rolldown');
    const written = await Promise.all(PACKAGES.map((one) => bundle(one, rolldown)));
    return written.flat();
  });
}

/**
 * Describes a package and the entries to bundle: its programs, and those entries of `exports` whose
 * files are in {@link FOLDER}.
 */
function toPackage({ folder, programs = [] }) {
  const path = join(WORKSPACE, folder);
  const { exports } = readManifest(path);
  const exported = Object.values(exports).flatMap((entry) => {
    const output = entry.node ?? entry.default ?? '';
    return output.startsWith(`./${FOLDER}/`) ? [{ source: entry['@formwork/source'], output }] : [];
  });
  const started = programs.map((source) => ({
    source,
    output: source.replace(/^src(.*)\.ts$/u, `${FOLDER}$1.js`),
  }));
  const entries = [...exported, ...started].map(({ source, output }) => ({
    source: join(path, source),
    output: join(path, output),
  }));
  return { path, entries };
}

/** Throws for an import of a package that the manifest does not name, as users may not have it. */
function assertDeclared(output, path) {
  const { name, dependencies, peerDependencies } = readManifest(path);
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })]);
  const files = new Set(output.map(({ fileName }) => fileName));
  for (const { fileName, imports = [], dynamicImports = [] } of output) {
    for (const id of [...imports, ...dynamicImports]) {
      if (files.has(id) || /^(?:node:|#|\.)/u.test(id)) continue;
      const [wanted] = /^(?:@[^/]+\/)?[^/]+/u.exec(id);
      if (declared.has(wanted)) continue;
      throw new Error(
        `Cannot bundle ${path} because its manifest must name ${wanted} among its dependencies: ${fileName} imports ${id}.`,
      );
    }
  }
}

function readManifest(path) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
}

function readTarget() {
  const { engines } = readManifest(WORKSPACE);
  return `node${engines.node.replace('>=', '')}`;
}

/** Bundles one package and returns the paths of the written files. */
async function bundle({ path, entries }, rolldown) {
  if (entries.length === 0) return [];
  const dir = join(path, FOLDER);
  const bundler = await rolldown({
    cwd: path,
    platform: 'node',
    input: Object.fromEntries(
      entries.map(({ source, output }) => [relative(dir, output).replace(/\.js$/u, ''), source]),
    ),
    external: (id) => id.startsWith(LATE) || !INSIDE.test(id),
    resolve: { conditionNames: ['@formwork/source', 'node', 'import'] },
    // Every package of this workspace says the same in `sideEffects`, and here it also holds for
    // imported packages.
    treeshake: { moduleSideEffects: false },
    // Syntax that the oldest supported Node cannot read is rewritten. `using` would import a function
    // of Rolldown, which `assertDeclared` refuses.
    transform: { target: TARGET },
    plugins: [withOwnPlaces(path)],
    // Each warning is an error here, and on a slow machine the times of plugins are one.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      // A module that one place loads late and another at once is loaded at once, which is fine.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT' || level === 'debug') return;
      throw new Error(`Cannot bundle ${path}: ${log.message}`);
    },
  });
  const { output } = await bundler.write({
    dir,
    format: 'esm',
    // Names have no hashes, because a running process may still load files of the last build.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    // The sources are published as well, so that maps name them and need not contain them.
    sourcemapExcludeSources: true,
    // Functions and classes keep their names, so that errors have the names of their classes.
    keepNames: true,
    // Node keeps the text of a module in memory as long as it runs; declarations have the comments.
    comments: false,
  });
  await bundler.close();
  assertDeclared(output, path);
  const written = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(dir)) if (!written.has(name)) rmSync(join(dir, name));
  return [...written].map((name) => join(dir, name));
}

/**
 * Makes a plugin that corrects paths relative to `import.meta.url`, so that modules in `src` find
 * their files from the bundle as well.
 */
function withOwnPlaces(path) {
  const dist = join(path, 'dist');
  return {
    name: 'formwork:own-places',
    transform: {
      filter: { id: /\/src\/.*\.ts$/u, code: /\bimport\.meta\.url\b/u },
      handler(code, id) {
        const place = join(dist, dirname(relative(join(path, 'src'), id)));
        // The whole expression stays a `new URL(...)`, because other bundlers recognize that.
        const moved = code.replaceAll(OWN_PLACE, (_, quoted) => {
          const from = relative(join(path, FOLDER), join(place, quoted.slice(1, -1)));
          const isFolder = quoted.endsWith(`/${quoted[0]}`);
          const url = `${from.replaceAll('\\', '/')}${isFolder ? '/' : ''}`;
          return `new URL(${JSON.stringify(url)}, /* from dist */ import.meta.url)`;
        });
        const isAlike = relative(path, id).split(sep).length === `${FOLDER}/x.js`.split('/').length;
        const left = moved
          .replaceAll('/* from dist */ import.meta.url', '')
          .replaceAll(SAME_PACKAGE, '')
          .replaceAll(isAlike ? SAME_DEPTH : '', '');
        if (left.includes('import.meta.url')) {
          throw new Error(
            `Cannot bundle ${id} because import.meta.url must stand in a new URL('...', import.meta.url), in toPageFolder, or in createRequire(...)('package').`,
          );
        }
        return { code: moved, map: null };
      },
    },
  };
}

if (import.meta.main) await setup();
