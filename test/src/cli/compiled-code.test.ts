import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { ROOT } from '../support/run-cli.ts';

let folder = '';
let kept = '';

beforeEach(() => {
  const origin = join(ROOT, 'packages/cli');
  folder = makeCliFolder({});
  kept = join(folder, '.compiled');
  cpSync(join(origin, 'bin'), join(folder, 'bin'), { recursive: true });
  symlinkSync(join(origin, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(origin, 'dist'), join(folder, 'dist'));
});

/** Runs the copy of the command, as one who has set nothing. */
async function run(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { NODE_COMPILE_CACHE: _, ...own } = process.env;
  const args = [join(folder, 'bin/formwork.cjs'), 'keys', '--help'];
  const options = { env: { ...own, ...env } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toContain('Usage: formwork keys');
  return stderr;
}

test('what Node compiles is kept beside the command and used again, unless it was damaged', async () => {
  expect(await run()).toBe('');
  const debug = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const accepted = /dist\/node\/index\.js was accepted/u;
  expect(await run(debug)).toMatch(accepted);
  const [version = ''] = readdirSync(kept);
  for (const name of readdirSync(join(kept, version))) {
    const file = join(kept, version, name);
    const bytes = readFileSync(file);
    for (let at = 20; at < bytes.length; at += 100) bytes[at] = bytes.readUInt8(at) ^ 0xff;
    writeFileSync(file, bytes);
  }
  expect(await run(debug)).not.toMatch(accepted);
  expect(await run()).toBe('');
});

test('what has grown to thousands of files is begun anew', async () => {
  const version = join(kept, 'v1');
  mkdirSync(version, { recursive: true });
  for (let at = 0; at <= 2000; at += 1) writeFileSync(join(version, String(at)), '');
  expect(await run()).toBe('');
  expect(readdirSync(kept)).not.toContain('v1');
  expect(readdirSync(kept)).toHaveLength(1);
});

test('a command beside which nothing can be written runs as well, and says nothing', async () => {
  writeFileSync(kept, '');
  expect(await run()).toBe('');
  expect(readFileSync(kept, 'utf8')).toBe('');
});

test("Node's own variables turn the cache off, or move it", async () => {
  await run({ NODE_DISABLE_COMPILE_CACHE: '1' });
  const elsewhere = join(folder, 'elsewhere');
  await run({ NODE_COMPILE_CACHE: elsewhere });
  expect(existsSync(kept)).toBe(false);
  expect(readdirSync(elsewhere)).toHaveLength(1);
});
