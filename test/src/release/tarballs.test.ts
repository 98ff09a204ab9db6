import { existsSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { create, extract } from 'tar';
import { expect, test } from 'vitest';
import { makeFolder, scripts } from './release-scripts.ts';

const NAMES = ['@formwork/schema', '@formwork/schemas', '@formwork/client'];

const FILES = {
  'package/LICENSE': 'Apache',
  'package/README.md': '# @formwork/client\n',
  'package/package.json': { name: '@formwork/client', dependencies: { '@formwork/schema': '1' } },
  'package/dist/node/index.js': "import '@formwork/schema';",
  'package/dist/node/index.js.map': { sources: ['../../src/index.ts'] },
  'package/src/index.ts': "import '@formwork/schema/internal';",
};

/** Packs files into a tarball, and returns its path. */
function pack(files: Readonly<Record<string, unknown>>): string {
  const folder = makeFolder(files);
  const path = join(folder, 'packed.tgz');
  create({ file: path, cwd: folder, gzip: true, sync: true }, ['package']);
  return path;
}

function findFaults(files: Readonly<Record<string, unknown>>): readonly string[] {
  const path = pack({ ...FILES, ...files });
  return scripts.findTarballFaults({ name: '@formwork/client', path });
}

test('a tarball with everything that a stranger needs has no faults', () => {
  expect(findFaults({})).toEqual([]);
  expect(findFaults({ 'package/template/src/agent.test.ts': 'x' })).toEqual([]);
});

test('a tarball without licence, with tests, or with maps that lead nowhere is refused', () => {
  const { 'package/LICENSE': _, ...others } = FILES;
  const path = pack(others);
  expect(scripts.findTarballFaults({ name: '@formwork/client', path })).toEqual([
    'Cannot publish @formwork/client because its tarball must contain LICENSE.',
  ]);
  expect(findFaults({ 'package/src/index.test.ts': 'x' })).toEqual([
    'Cannot publish @formwork/client because its tarball must not contain src/index.test.ts: leave it out in "files".',
  ]);
  expect(findFaults({ 'package/dist/a.js.map': { sources: ['../src/gone.ts'] } })).toEqual([
    'Cannot publish @formwork/client because its map dist/a.js.map must lead to published files: current value is src/gone.ts.',
  ]);
  expect(findFaults({ 'package/package.json': { dependencies: { a: 'catalog:' } } })).toEqual([
    'Cannot publish @formwork/client because a must have a version in its tarball: current value is catalog:.',
  ]);
});

test('only names of packages, and the condition of the sources, get another scope', () => {
  const change = scripts.createChange(NAMES, '@acme');
  expect(change("import '@formwork/schema'; import '@formwork/schemas/a.json';")).toBe(
    "import '@acme/schema'; import '@acme/schemas/a.json';",
  );
  expect(change('npm install @formwork/client. Then go on.')).toContain('@acme/client. Then');
  expect(change('{"@formwork/source":"./src/index.ts"}')).toBe('{"@acme/source":"./src/index.ts"}');
  for (const text of ['@formwork/session', '@formwork/schema-x', 'a@formwork/client', 'formwork']) {
    expect(change(text)).toBe(text);
  }
});

test('a packed package gets another scope in all texts, compressed copies included', async () => {
  const page = "'@formwork/client'";
  const from = pack({ ...FILES, 'package/dist/page/a.js': page });
  const folder = makeFolder({ 'package/dist/page/a.js.gz': '' });
  extract({ file: from, cwd: folder, sync: true });
  writeFileSync(join(folder, 'package/dist/page/a.js.gz'), gzipSync(page));
  writeFileSync(join(folder, 'package/binary'), Buffer.from([0xff, 0xfe, 0x00]));
  create({ file: from, cwd: folder, gzip: true, sync: true }, ['package']);
  const to = join(folder, 'acme-client.tgz');
  await scripts.changeScope({ from, to, names: NAMES, scope: '@acme' });
  expect(existsSync(from)).toBe(false);
  const made = makeFolder({});
  extract({ file: to, cwd: made, sync: true });
  const read = (name: string): Buffer => readFileSync(join(made, 'package', name));
  expect(JSON.parse(read('package.json').toString())).toEqual({
    name: '@acme/client',
    dependencies: { '@acme/schema': '1' },
  });
  expect(read('dist/node/index.js').toString()).toBe("import '@acme/schema';");
  expect(read('src/index.ts').toString()).toBe("import '@acme/schema/internal';");
  expect(gunzipSync(read('dist/page/a.js.gz')).toString()).toBe("'@acme/client'");
  expect(read('binary')).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
});
