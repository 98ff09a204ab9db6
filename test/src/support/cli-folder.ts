import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from './test-end.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/**
 * Makes a folder with the given files inside this workspace, so that its modules can import
 * workspace packages. The folder is removed when the test is over.
 */
export function makeCliFolder(files: Readonly<Record<string, string>>): string {
  const parent = join(ROOT, 'test/.formwork');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Saves a file as many editors do, by replacing the file with a new one. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/**
 * Returns the source of a module that exports an agent whose skill `say` answers with the given
 * word. It is JavaScript and TypeScript: Node takes 75 ms longer to read the latter.
 */
export function toAgentModule(word: string): string {
  return `import { defineAgent, defineSkill } from '@formwork/core';

const say = defineSkill({
  id: 'say',
  name: 'Say',
  description: 'Says a word.',
  tags: [],
  input: { ask: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
  output: { said: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } },
  run: () => ({ word: ${JSON.stringify(word)} }),
});

export default defineAgent({ name: 'Speaker', version: '1.0.0', skills: [say] });
`;
}
