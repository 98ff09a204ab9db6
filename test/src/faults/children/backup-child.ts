// A process that backs up an SQLite store. Arguments: the store, the number of the call of the file
// system at which the process is killed (0 for none). Each line of its input is the path of a copy.
import { backUpSqlite } from '@formwork/runtime/sqlite';
import { writeSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';

const [, , file = '', killAt = '0'] = process.argv;

function answer(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

let calls = 0;

/** Kills the process before the call whose turn it is. */
function count(): void {
  calls += 1;
  if (calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

/** The calls that make, name or remove files. */
const CHANGES = ['link', 'mkdir', 'rename', 'rm', 'rmdir', 'writeFile'] as const;

for (const name of CHANGES) {
  const call: unknown = files[name];
  if (typeof call !== 'function') throw new TypeError(`There is no ${name}.`);
  Object.assign(files, {
    [name]: (...values: readonly unknown[]) => {
      count();
      return Reflect.apply(call, files, values);
    },
  });
}
syncBuiltinESMExports();

answer({ kind: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  const [to = ''] = JSON.parse(line);
  try {
    const made = await backUpSqlite({ file, to });
    answer({ kind: 'made', calls, ...made });
  } catch (error) {
    answer({ kind: 'refused', reason: String(error) });
  }
}
