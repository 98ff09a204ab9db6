import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { listLinkedFiles, WORKSPACE } from '../pages.js';

const LANGUAGES = { '.ts': 'ts', '.json': 'json', '.yaml': 'yaml', '.yml': 'yaml', '.md': 'md' };

// oxlint-disable-next-line import/no-default-export -- The generator wants it.
export default {
  paths: () => listLinkedFiles().map((path) => ({ params: { path }, content: toContent(path) })),
};

function toContent(path) {
  const text = readFileSync(join(WORKSPACE, path), 'utf8');
  const language = LANGUAGES[extname(path)] ?? 'txt';
  return `# ${basename(path)}\n\n\`${path}\` in the repository:\n\n~~~~${language}\n${text}\n~~~~\n`;
}
