import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from './test-end.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** A folder with files that a test is done with when it is over; packages can be imported there. */
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

/** Saves a file as many editors do: it is replaced by another one. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** A module with an agent that answers with a word. */
export function toAgentModule(word: string): string {
  return `import { defineAgent, defineSkill } from '@formwork/core';

const say = defineSkill({
  id: 'say',
  name: 'Say',
  description: 'Says a word.',
  tags: [],
  input: { ask: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
  output: { said: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } },
  run: () => ({ word: ${JSON.stringify(word)} as string }),
});

export default defineAgent({ name: 'Speaker', version: '1.0.0', skills: [say] });
`;
}
