import { expect, test } from 'vitest';
import { makeFolder, scripts } from './release-scripts.ts';

const FOLDER = 'packages/ours';
const REPOSITORY = 'https://git.example/formwork/formwork';

const MANIFEST = {
  name: '@formwork/ours',
  version: '0.1.0',
  description: 'Does what the packages of this test have to do',
  keywords: ['a2a', 'agent', 'testing'],
  homepage: `${REPOSITORY}/tree/main/${FOLDER}#readme`,
  bugs: { url: `${REPOSITORY}/issues` },
  license: 'Apache-2.0',
  repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: FOLDER },
  files: ['dist'],
  type: 'module',
  sideEffects: false,
  publishConfig: { access: 'public', provenance: true },
  dependencies: { '@formwork/other': 'workspace:^', express: '^5.0.0' },
  engines: { node: '>=22' },
};

function findFaults(
  changes: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  return scripts.findManifestFaults(
    makeFolder({
      'package.json': { private: true, license: 'Apache-2.0', engines: { node: '>=22' } },
      [`${FOLDER}/package.json`]: { ...MANIFEST, ...changes },
      [`${FOLDER}/README.md`]: '# @formwork/ours\n',
      'apps/demo/package.json': { name: '@formwork/demo', version: '0.1.0', private: true },
      ...files,
    }),
  );
}

test('the packages of this workspace can be published', () => {
  expect(scripts.findManifestFaults()).toEqual([]);
});

test('a package that keeps every rule can be published', () => {
  expect(findFaults({})).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  [
    'no provenance',
    { publishConfig: { access: 'public' } },
    /"publishConfig" .*"provenance":true/u,
  ],
  ['another repository', { repository: 'github:a/b' }, /"repository" .*directory/u],
  ['no place for faults', { bugs: undefined }, /"bugs" .*current value is undefined/u],
  ['another licence', { license: 'MIT' }, /"license" of its manifest must be "Apache-2.0"/u],
  ['an older Node', { engines: { node: '>=20' } }, /"engines" .*>=22/u],
  ['no description', { description: '' }, /"description" must have 20 to 160 .*: it has 0/u],
  ['few keywords', { keywords: ['a2a'] }, /"keywords" must be three/u],
  ['keywords without the protocol', { keywords: ['a', 'b', 'c'] }, /with "a2a"/u],
  ['everything in its tarball', { files: undefined }, /"files" must list/u],
  ['unknown side effects', { sideEffects: undefined }, /bundlers keep unused/u],
  ['CommonJS', { type: undefined }, /"type" must be "module"/u],
  [
    'a script for installs',
    { scripts: { postinstall: 'x' } },
    /run when it is installed: .*"postinstall"/u,
  ],
  [
    'a version of its own',
    { version: '0.2.0' },
    /apps\/demo\/package\.json .*one version, 0\.2\.0/u,
  ],
  [
    'an exact version of a neighbour',
    { dependencies: { '@formwork/other': '0.1.0' } },
    /@formwork\/other by "workspace:\^"/u,
  ],
  ['another scope', { name: '@acme/ours' }, /must begin with @formwork\//u],
])('a package cannot be published with %s', (_, changes, fault) => {
  expect(findFaults(changes).join('\n')).toMatch(fault);
});

test('a package cannot be published without a README.md, or with code that npm compiles', () => {
  expect(findFaults({}, { [`${FOLDER}/README.md`]: '# Ours\n' })).toEqual([
    'Cannot publish packages/ours because it must have a README.md that begins with "# @formwork/ours".',
  ]);
  expect(findFaults({}, { [`${FOLDER}/binding.gyp`]: '{}' })[0]).toContain('"binding.gyp"');
});
