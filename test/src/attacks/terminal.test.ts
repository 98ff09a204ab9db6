import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startFileAgent, toArtifact, toRawPart } from '../support/file-agent.ts';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';
import { followTests } from '../support/test-end.ts';
import { ESCAPE_ATTACKS } from './escapes.ts';
import { FILE_NAMES } from './file-names.ts';

followTests();

/** Characters that control a terminal or are invisible, except for line breaks. */
const ACTING =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ufffd]/u;

/** Returns a function that runs `make` on the first call and gives every caller the same result. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

const WORDS = ESCAPE_ATTACKS.map(({ text }, at) => `row-${at} ${text} end-${at}`);

const printCard = once(async () => {
  const skills = WORDS.map((word, at) => ({
    id: `skill-${at}`,
    name: word,
    description: word,
    tags: [word],
    examples: [word],
  }));
  const fields = { name: WORDS.join(' '), description: WORDS.join(' '), skills };
  const url = await startRawAgent(({ reply }) => reply({}), fields);
  const text = await runKept(['inspect', url]);
  const json = await runKept(['inspect', url, '--json']);
  return [text, json].map(({ stdout, stderr }) => stdout + stderr);
});

const printResult = once(async () => {
  const url = await startRawAgent(({ reply, stream, method }) => {
    const task = toTask('t', 'TASK_STATE_COMPLETED', WORDS.join('\n'));
    if (method === 'SendStreamingMessage') stream([{ task }]);
    else reply({ task });
  });
  const said = await runKept(['call', url, 'echo', 'hello']);
  return [said.stdout + said.stderr];
});

const printFailure = once(async () => {
  const url = await startRawAgent(({ response, id }) => {
    const error = { code: -32_000, message: WORDS.join(' ') };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  });
  const said = await runKept(['call', url, 'echo', 'hello']);
  return [said.stdout + said.stderr];
});

const printLog = once(async () => {
  const program = fileURLToPath(new URL('children/log-words.ts', import.meta.url));
  const { stderr } = await promisify(execFile)(process.execPath, [program]);
  return [stderr];
});

describe.each([
  ['a card', printCard, 'row-'],
  ['a result', printResult, 'row-'],
  ['an error', printFailure, 'row-'],
  ['a log', printLog, 'Said '],
] as const)('what acts in a terminal is shown, in %s:', (_where, print, mark) => {
  test.each(ESCAPE_ATTACKS)('$name', async ({ text }) => {
    for (const printed of await print()) {
      expect(printed).toContain(mark);
      expect(printed).not.toContain(text);
    }
  });

  test('nothing else acts', async () => {
    for (const printed of await print()) expect(printed).not.toMatch(ACTING);
  });
});

/**
 * Saves all files with hostile names; maps the path of each saved file to the index of its name.
 */
const saveAll = once(async () => {
  const parts = FILE_NAMES.map((name, at) => toRawPart(name, `content ${at}`));
  const url = await startFileAgent([toArtifact('Files', parts)]);
  const cwd = makeCliFolder({ 'work/keep.txt': 'kept' });
  const work = join(cwd, 'work');
  const { code, stderr } = await runKept(['call', url, 'draw', 'x', '--save', 'out'], {
    cwd: work,
  });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const files = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const places = new Map(
    files.map(({ parentPath, name }) => [
      readFileSync(join(parentPath, name), 'utf8'),
      { folder: parentPath.slice(work.length), name },
    ]),
  );
  return { places, stderr };
});

describe('a file is written where it should be, under a name that is only a name', () => {
  test.each(FILE_NAMES.map((name, at) => ({ name, at })))('$name', async ({ at }) => {
    const { places } = await saveAll();
    const { folder, name = '' } = places.get(`content ${at}`) ?? {};
    expect(folder).toBe('/out');
    expect(name).not.toMatch(/^[.\-\s]|[.\s]$|[/\\:*?"<>|]/u);
    expect(name).not.toMatch(ACTING);
    expect(name).not.toMatch(/^(?:con|nul|aux|prn|com\d|lpt\d)(?:\.|$)/iu);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  });

  test('and nothing else was touched', async () => {
    const { places, stderr } = await saveAll();
    expect(places.size).toBe(FILE_NAMES.length + 1);
    expect(places.get('kept')).toEqual({ folder: '', name: 'keep.txt' });
    expect(stderr).not.toMatch(ACTING);
  });
});
