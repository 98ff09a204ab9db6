import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serveForCli } from '../support/serve-for-cli.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const run = promisify(execFile);

/** Lists the shell commands in a page of documentation, without the comments after them. */
function listCommands(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gmu)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n')).map((line) => line.replace(/ +#.*$/u, ''));
}

test('the commands of the README for a terminal run in a checkout as they stand', async () => {
  const url = await serveForCli();
  const commands = listCommands(await readFile(`${ROOT}README.md`, 'utf8'));
  const asked = commands.filter((line) => /^npx formwork \w+ https:/u.test(line));
  expect(asked.map((line) => line.split(' ')[2])).toEqual(['inspect', 'call']);
  for (const line of asked) {
    const [program = '', ...words] = line.replace('https://agent.example', url).split(' ');
    // The commands must work without the npm registry.
    const env = { ...process.env, NODE_OPTIONS: '', npm_config_registry: 'http://127.0.0.1:9/' };
    const { stdout } = await run(program, words, { cwd: ROOT, env });
    expect(stdout).toMatch(/winner|fight-comparison/u);
  }
});

test('a page that says "npx formwork" says first how to get it', async () => {
  const found: string[] = [];
  for (const page of globSync(['README.md', 'docs/*.md', 'docs/operate/*.md'], { cwd: ROOT })) {
    const commands = listCommands(await readFile(ROOT + page, 'utf8'));
    const used = commands.findIndex((line) => line.startsWith('npx formwork '));
    if (used === -1) continue;
    found.push(page);
    // Both build the command in a checkout.
    const got = commands.findIndex((line) => /^npm (?:run pack|start)\b/u.test(line));
    expect([page, got !== -1 && got < used]).toEqual([page, true]);
  }
  expect(found).toContain('docs/mcp.md');
  expect(found).toContain('docs/operate/replicas.md');
});
