import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths, readSchemaFiles, SCHEMAS_FOLDER } from './schema-files.ts';
import { isGenerated, toGeneratedFiles } from './to-generated-files.ts';

// If this fails, `npm run schemas` updates the files.

test('generated files are there, up to date, and nothing else is', async () => {
  const files = listPaths('').filter(isGenerated);
  const texts = files.map((path) => [path, readFileSync(join(SCHEMAS_FOLDER, path), 'utf8')]);
  const generated = await toGeneratedFiles(readSchemaFiles());
  expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(generated));
});

test('all types compile under strict settings', () => {
  const files = listPaths('types').map((path) => join(SCHEMAS_FOLDER, path));
  const settings = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--types', ''];
  // The compiler's own declarations are not checked, because that would take longer.
  settings.push('--lib', 'es2023', '--skipDefaultLibCheck');
  const { status, stdout } = spawnSync('tsc', ['--ignoreConfig', ...settings, ...files], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
