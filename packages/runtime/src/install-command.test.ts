import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findInstallCommand } from './install-command.ts';

test("an optional package is installed from the project's own copy, if there is one", () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(findInstallCommand('@formwork/s3')).toBe('npm install @formwork/s3');
  mkdirSync(join(folder, 'vendor'));
  for (const file of ['formwork-s3-more-0.1.0.tgz', 'formwork-s3-0.1.0.tgz']) {
    writeFileSync(join(folder, 'vendor', file), '');
  }
  expect(findInstallCommand('@formwork/s3')).toBe('npm install ./vendor/formwork-s3-0.1.0.tgz');
  expect(findInstallCommand('@formwork/postgres')).toBe('npm install @formwork/postgres');
});
