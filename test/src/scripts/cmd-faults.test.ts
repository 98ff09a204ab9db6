import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-cli.ts';
import { listCmdFaults } from './cmd-faults.ts';

interface Manifest {
  readonly name?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const MADE = new Set(['node_modules', 'dist', 'packed', '.git']);

const MANIFESTS = globSync('**/package.json', {
  cwd: ROOT,
  exclude: (path) => path.split(sep).some((name) => MADE.has(name)),
});

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Returns the programs of a manifest's dependencies, for which npm makes commands on Windows. */
function listPrograms({ dependencies, devDependencies }: Manifest, folder: string): Set<string> {
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const programs = names.flatMap((name) => {
    const file = [folder, ROOT]
      .map((place) => join(place, 'node_modules', name, 'package.json'))
      .find((place) => existsSync(place));
    if (file === undefined) return [];
    const { bin = {} } = readManifest(file);
    return typeof bin === 'string' ? [name.replace(/^@[^/]+\//u, '')] : Object.keys(bin);
  });
  return new Set(programs);
}

const SCRIPTS = MANIFESTS.flatMap((file) => {
  const manifest = readManifest(join(ROOT, file));
  const programs = listPrograms(manifest, dirname(join(ROOT, file)));
  return Object.entries(manifest.scripts ?? {}).map(([name, text]) => ({
    place: `${name} of ${file.replaceAll('\\', '/')}`,
    text,
    programs,
  }));
});

test('every script of every manifest means the same in cmd as in sh', () => {
  const places = SCRIPTS.map(({ place }) => place);
  expect(places).toContain('start of package.json');
  expect(places).toContain('dev of packages/cli/template/package.json');
  expect(
    SCRIPTS.flatMap(({ place, ...script }) =>
      listCmdFaults(script).map((fault) => `${place}: ${fault}`),
    ),
  ).toEqual([]);
});

const PROGRAMS = new Set(['vitest', 'tsc']);

test.each([
  ['exec node main.js', 'exec is no program'],
  ['rm -rf dist && tsc', 'rm is no program'],
  ['./run.sh', './run.sh is no program'],
  ['PORT=80 node main.js', 'PORT=80 sets no variable'],
  ['tsc && A=b vitest run', 'A=b sets no variable'],
  ["node -e 'f()'", '"\'" quotes nothing'],
  ['node main.js $PORT', '"$" is no variable'],
  ['node main.js "$PORT"', '$ is replaced within quotes'],
  ['node main.js %PORT%', '"%" begins a variable'],
  ['node main.js & vitest', '& starts nothing'],
  ['tsc; vitest', '";" ends no command'],
  ['node --test src/*.test.js', '"*" is not expanded'],
  ['node --test src/{a,b}.js', '"{" is not expanded'],
  ['node main.js > /dev/null', '">" writes a file'],
  ['node dist\\main.js', '"\\\\" escapes'],
  ['vitest run -t "a & b"', 'a & b is read twice'],
  ['node "main.js', 'a quote is not closed'],
  ['tsc &&', 'a command is empty'],
  ['tsc # types', '"#" begins no comment'],
])('%s is refused', (text, fault) => {
  const faults = listCmdFaults({ text, programs: PROGRAMS });
  expect(faults.some((one) => one.startsWith(fault))).toBe(true);
});

test.each(['tsc && node main.js --port=80 a,b', 'node "my file.js" || npm run x', 'vitest run'])(
  '%s is accepted',
  (text) => {
    expect(listCmdFaults({ text, programs: PROGRAMS })).toEqual([]);
  },
);
