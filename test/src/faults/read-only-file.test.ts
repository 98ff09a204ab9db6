import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { toChildProgram } from './child-program.ts';

/**
 * The program that starts others without the right of root to write to any file. Another user could
 * not run programs below a private folder of root.
 */
const AS_OWNER = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'];

test.each([
  { name: 'a file', fileMode: 0o444, folderMode: 0o777 },
  { name: 'a folder', fileMode: 0o666, folderMode: 0o555 },
])(
  '$name that may only be read is refused at the start, by its name',
  async ({ fileMode, folderMode }) => {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-read-only-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'tasks.db');
    const engine = createSqliteEngine({ file });
    await engine.findScope('none');
    await engine.close();
    chmodSync(file, fileMode);
    chmodSync(folder, folderMode);
    const program = await toChildProgram('sqlite-child');
    const run = [process.execPath, program, file];
    const [command, ...args] = process.getuid?.() === 0 ? [...AS_OWNER, ...run] : run;
    if (command === undefined) throw new Error('There is no program.');
    const child = spawn(command, args);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.end('["claim",1]\n');
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    chmodSync(folder, 0o777);
    expect(stderr).toContain(`it is not an SQLite database that can be read and written: ${file}`);
    expect([child.exitCode, stdout.trim()]).toEqual([1, '"ready"']);
  },
);
