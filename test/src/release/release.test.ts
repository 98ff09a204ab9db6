import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder, scripts } from './release-scripts.ts';

const CHANGES = `# Changes

## 0.2.0 (unreleased)

- Something new.

## 0.1.0 (2026-12-01)

- The first one.
`;

let root: string;

beforeEach(() => {
  root = makeFolder({
    'CHANGELOG.md': CHANGES,
    'packages/a/package.json': {
      name: '@formwork/a',
      version: '0.1.0',
      dependencies: { '@formwork/b': 'workspace:^' },
    },
    'packages/b/package.json': { name: '@formwork/b', version: '0.1.0' },
    'apps/demo/package.json': { name: '@formwork/demo', version: '0.1.0', private: true },
    'test/package.json': { name: '@formwork/tests', private: true },
  });
  git('init', '--quiet');
  commit();
});

function git(...args: readonly string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...own, ...args], { cwd: root });
}

function commit(): void {
  git('add', '.');
  git('commit', '--quiet', '--message', 'State');
}

function release(version: string): readonly string[] {
  return scripts.prepareRelease(version, { root, date: '2027-01-31' });
}

function readFile(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

test('a release sets one version everywhere, dates the changes and lists what is left to do', () => {
  const steps = release('0.2.0');
  for (const name of ['packages/a', 'packages/b', 'apps/demo']) {
    expect(JSON.parse(readFile(`${name}/package.json`))).toMatchObject({ version: '0.2.0' });
  }
  expect(readFile('test/package.json')).not.toContain('version');
  expect(readFile('CHANGELOG.md')).toBe(CHANGES.replace('(unreleased)', '(2027-01-31)'));
  expect(steps.filter((step) => step.includes('npm publish'))).toEqual([
    '  npm publish packed/formwork-b-0.2.0.tgz',
    '  npm publish packed/formwork-a-0.2.0.tgz',
  ]);
  expect(steps.join('\n')).toContain('git tag v0.2.0');
  expect(steps.join('\n')).toContain('is a placeholder');
});

test.each([
  ['what is no version', '0.2', /must be like 0\.2\.0/u],
  ['a version that was released', '0.1.0', /must be higher than the last one, 0\.1\.0/u],
  ['a preview of it', '0.1.0-rc.1', /must be higher/u],
])('a release refuses %s', (_, version, fault) => {
  expect(() => release(version)).toThrow(fault);
  expect(readFile('CHANGELOG.md')).toBe(CHANGES);
});

test('a release refuses changes that nobody has committed or described', () => {
  writeFileSync(join(root, 'new.txt'), 'x');
  expect(() => release('0.2.0')).toThrow(/must be clean.*\?\? new\.txt/su);
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGES.replace('- Something new.', ''));
  commit();
  expect(() => release('0.2.0')).toThrow(/must have entries/u);
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGES.replace('(unreleased)', '(2026-12-24)'));
  commit();
  expect(() => release('0.3.0')).toThrow(/must begin with a section such as/u);
});
