import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeCliFolder, replaceFile } from './support/cli-folder.ts';
import type { Program } from './support/follow-program.ts';
import { ROOT, startCli } from './support/run-cli.ts';
import { runKept } from './support/run-kept.ts';

/** The address of the agent in the tutorial; the agent of the test has another port. */
const ADDRESS = 'http://127.0.0.1:4100';

/** What a reader of the tutorial does next: write a file, run a command, or read its output. */
type Action =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'output'; readonly text: string };

/** Lists what the page tells its reader to do, in its order. */
function listActions(page: string): readonly Action[] {
  const blocks = page.matchAll(/(?:<!-- file: (\S+) -->\n\n)?```(\w+)\n([^]*?)```/gu);
  return [...blocks].flatMap(([, name, language, text = '']): readonly Action[] => {
    if (name !== undefined) return [{ kind: 'file', name, text }];
    if (language === 'text') return [{ kind: 'output', text }];
    if (language !== 'sh') return [];
    return text
      .trim()
      .split('\n')
      .map((line) => ({ kind: 'command', line }));
  });
}

/** Splits a command line as a shell does, as far as the page needs it: at spaces, with '...'. */
function toWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** The project of a reader, in a folder where the packages of this workspace resolve. */
interface Reader {
  write(name: string, text: string): Promise<void>;
  /** Runs a command of the page, and returns what it prints. */
  run(line: string): Promise<string>;
}

function createReader(): Reader {
  const cwd = makeCliFolder({});
  const folder = join(cwd, 'my-agent');
  let served: Program | undefined;
  let url = '';
  let reloads = 0;

  async function runNode(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...args], {
      cwd: folder,
      env,
    });
    return stdout + stderr;
  }

  async function runFormwork(args: readonly string[]): Promise<string> {
    const words = args.map((word) => (word === ADDRESS ? url : word));
    // Results are tables only on a terminal, which a test has not.
    const format = words[0] === 'call' ? ['--output', 'table'] : [];
    const { stdout, stderr } = await runKept([...words, ...format], { cwd: folder });
    return stdout + stderr;
  }

  const commands: Readonly<Record<string, () => Promise<string>>> = {
    // The test of packed packages runs these; here the packages come from the workspace.
    'npm run pack': async () => '',
    'npm install': async () => '',
    'cd ../my-agent': async () => '',
    'npx formwork new ../my-agent --from packed': async () => {
      const { code, stderr } = await runKept(['new', 'my-agent'], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return '';
    },
    'npm run dev': async () => {
      served = startCli(['dev', 'src/agent.ts', '--port', '0'], { cwd: folder });
      [, url = ''] = await served.waitFor(/Forms for people: (http:\S+)\/$/mu);
      return '';
    },
    'npm run call': async () => runNode('src/client.ts', url),
    'npm test': async () => runNode('--test'),
    'npm run typecheck': async () => runNode(join(ROOT, 'node_modules/typescript/bin/tsc')),
  };

  return {
    async write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      replaceFile(join(folder, name), text);
      if (served === undefined || name !== 'src/agent.ts') return;
      reloads += 1;
      await served.waitFor(new RegExp(`(?:Reloaded in[^]*){${reloads}}`, 'u'));
    },
    async run(line) {
      const known = commands[line];
      if (known !== undefined) return known();
      const [npx, formwork, ...args] = toWords(line);
      expect([line, npx, formwork]).toEqual([line, 'npx', 'formwork']);
      return runFormwork(args);
    },
  };
}

test('the tutorial works as it stands, from the first command to the last', async () => {
  const actions = listActions(readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8'));
  const count = (kind: Action['kind']): number =>
    actions.filter((action) => action.kind === kind).length;
  expect(count('file')).toBe(4);
  expect(count('output')).toBe(4);
  const reader = createReader();
  let printed = '';
  for (const action of actions) {
    if (action.kind === 'file') await reader.write(action.name, action.text);
    else if (action.kind === 'command') printed = await reader.run(action.line);
    else expect(printed.trim()).toBe(action.text.trim());
  }
});
