import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { toProgram, type Program } from '../support/follow-program.ts';

const FOLDER = fileURLToPath(new URL('../../conformance/', import.meta.url));
const PACKAGE = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/conformance/package.json',
);
const SUITE = join(PACKAGE, '..', 'dist', 'index.js');

function start(args: readonly string[]): Program {
  return toProgram(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/**
 * The names of scenarios that the suite runs but does not score: extensions, and later additions.
 */
const UNSCORED =
  /^(?:tasks-|http-|json-schema-2020-12$|server-session-lifecycle$|server-sse-polling$)/u;

/** The summary of a run of the MCP conformance suite. */
interface Score {
  readonly scored: number;
  readonly passed: number;
  /** The names of failed scenarios that are not scored. */
  readonly others: readonly string[];
}

/** Counts the scored scenarios in the output of the suite, and those that passed. */
function count(output: string): Score {
  const [, summary = ''] = output.split('=== SUMMARY ===');
  const all = [...summary.matchAll(/^([✓✗]) ([\w.-]+): /gmu)];
  const scored = all.filter(([, , name = '']) => !UNSCORED.test(name));
  const others = all.filter(([, mark, name = '']) => mark === '✗' && UNSCORED.test(name));
  return {
    scored: scored.length,
    passed: scored.filter(([, mark]) => mark === '✓').length,
    others: others.map(([, , name = '']) => name),
  };
}

test('the conformance suite of MCP passes through the bridge, but for what is listed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = start([join(FOLDER, 'serve.ts')]);
  const [url] = await server.waitFor(/http:\/\/\S+\/mcp/u);
  const run = async (revision: string) => {
    const results = ['-o', join(folder, revision)];
    const listed = ['--expected-failures', join(FOLDER, 'expected-failures.yml')];
    const what = ['server', '--url', url, '--requirements', revision];
    const suite = start([SUITE, ...what, ...results, ...listed]);
    const code = await suite.exit;
    const output = stripVTControlCharacters(suite.output());
    return { code, output, ...count(output) };
  };
  const [current, older] = await Promise.all([run('2026-07-28'), run('2025-11-25')]);
  expect(current).toMatchObject({ code: 0, scored: 37, passed: 31 });
  // These failures do not make the suite fail; its list of expected failures explains them.
  expect(current.others).toEqual([
    'tasks-mrtr-input',
    'tasks-required-task-error',
    'json-schema-2020-12',
    'http-custom-header-server-validation',
  ]);
  expect(older).toMatchObject({ code: 0, scored: 30, passed: 26 });
  expect(older.others).toEqual(['json-schema-2020-12']);
});
