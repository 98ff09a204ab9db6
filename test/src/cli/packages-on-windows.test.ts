import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { ROOT, runCli } from '../support/run-cli.ts';

const CHECKS = join(ROOT, 'test/windows');

test('what is tried on Windows holds here, too', async () => {
  const cwd = join(makeCliFolder({}), 'app');
  expect(await runCli(['new', cwd])).toMatchObject({ code: 0 });
  cpSync(CHECKS, join(cwd, 'windows'), { recursive: true });
  const modules = join(cwd, 'node_modules/@formwork');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    symlinkSync(join(ROOT, 'packages', name), join(modules, name));
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['windows/main.ts'], {
    cwd,
  }).catch((error: { readonly stdout: string }) => error);
  expect(stdout).not.toContain('FAILED');
  expect(stdout.match(/^ok {6}/gmu)).toHaveLength(24);
  expect(stdout).toContain(`0 failed, on ${process.platform}`);
});
