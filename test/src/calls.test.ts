import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { getProgram } from './support/programs/get-program.ts';
import { CURL, PYTHON } from './support/programs/programs.ts';
import { ROOT } from './support/run-cli.ts';
import { runProgram } from './support/run-program.ts';

/** What the scripts print first: the way to repair wrong data. */
const REPAIR = String.raw`1. /b: is required but missing (must be string); rename "bb" to "b"`;

test('callers without a library read how to repair their data, and then get the result', async () => {
  const program = runProgram('apps/examples/dist/contest-agent.js', { PORT: '0' });
  const [, url = ''] = await program.waitFor(/(http:\/\/\S+?)\/\.well-known/u);
  const [curl, python3] = await Promise.all([getProgram(CURL), getProgram(PYTHON)]);
  const run = async (command: string, file: string, own: object): Promise<string> => {
    const args = [`${ROOT}apps/examples/calls/${file}`, url];
    return (await promisify(execFile)(command, args, { env: { ...process.env, ...own } })).stdout;
  };

  const path = [dirname(curl.file), process.env['PATH']].join(delimiter);
  const [shell, python] = await Promise.all([
    run('sh', 'call.sh', { ...curl.env, PATH: path }),
    run(python3.file, 'call.py', python3.env),
  ]);
  const [refused = '', done = ''] = shell.trim().split('\n');
  expect(JSON.parse(refused)).toMatchObject({
    error: { code: -32_602, message: expect.stringContaining(REPAIR) },
  });
  expect(JSON.parse(done)).toMatchObject({
    result: { task: { artifacts: [{ parts: [{ data: { winner: 'Tiger' } }] }] } },
  });

  const lines = python.trim().split('\n');
  expect(lines[0]).toBe('Schemas: fightComparison, fightResponse');
  expect(lines).toContain(REPAIR);
  expect(lines.at(-1)).toBe("{'winner': 'Tiger'}");
});
