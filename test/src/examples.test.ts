import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from './support/json-rpc.ts';
import type { Ended } from './support/run-cli.ts';
import { importKept } from './support/run-kept.ts';
import { runProgram } from './support/run-program.ts';

const folder = new URL('../../apps/examples/src/', import.meta.url);
/** The example that serves until it is stopped; the README shows it, and a test below calls it. */
const SERVER = 'contest-agent.ts';
const programs = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== SERVER);

/** The runs of examples by file, each started once. */
const begun = new Map<string, Promise<Ended>>();

/** Runs an example at most once, and returns its end to every caller. */
function runExample(file: string): Promise<Ended> {
  const ended =
    begun.get(file) ?? importKept(`apps/examples/dist/${file.replace(/\.ts$/u, '.js')}`);
  begun.set(file, ended);
  return ended;
}

test.each(programs)('the example %s asserts what it shows', async (file) => {
  expect(await runExample(file)).toMatchObject({ code: 0 });
});

test('the README shows the example agent, and what it says to wrong input', async () => {
  const program = runProgram('apps/examples/dist/contest-agent.js', { PORT: '0' });
  const [, url = ''] = await program.waitFor(/(http:\/\/\S+?)\/\.well-known/u);
  const part = createTaggedPart('fightComparison', { a: 'Lion', bb: 7 });
  const { body } = await callJsonRpc(url, {
    method: 'SendMessage',
    params: { message: createMessage([part]) },
  });
  const code = readFileSync(new URL(SERVER, folder), 'utf8');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const shown = fill(
    fill(readme, 'contest-agent', `\`\`\`ts\n${code}\`\`\``),
    'wrong-input',
    ['```text', body.error?.message, '```'].join('\n'),
  );
  // `npx vitest run test/src/examples -u` updates the README.
  await expect(shown).toMatchFileSnapshot('../../README.md');
});

test('the documentation shows the types that the example generates', async () => {
  const { code, stdout } = await runExample('generate-types.ts');
  expect(code).toBe(0);
  const docs = readFileSync(new URL('../../docs/generate-types.md', import.meta.url), 'utf8');
  const shown = fill(docs, 'generated-types', ['```ts', stdout.trim(), '```'].join('\n'));
  await expect(shown).toMatchFileSnapshot('../../docs/generate-types.md');
});

function fill(text: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n\n)[^]*?(\n\n<!-- /${name} -->)`, 'u');
  expect(text).toMatch(marked);
  return text.replace(marked, (_all, start: string, end: string) => `${start}${content}${end}`);
}
