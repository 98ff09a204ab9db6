import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BackupTarget } from './backup-target.ts';

test('while one backup publishes its copy, another is refused for it, and its files are not called needless', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const to = join(folder, 'a.sqlite');
  const target = await BackupTarget.take(to);
  // The state of `publish` before the tasks have their name.
  writeFileSync(`${to}-records`, 'records');
  await expect(BackupTarget.take(to)).rejects.toThrow(
    'only one backup at a time may make a copy of this name',
  );
  await target.release();
  // Without a backup, the same file belongs to no copy, and stays.
  await expect(BackupTarget.take(to)).rejects.toThrow('without the copy that it belongs to');
  expect(readFileSync(`${to}-records`, 'utf8')).toBe('records');
});
