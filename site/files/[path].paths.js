import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import {
  isFolder,
  listFolder,
  listLinkedFiles,
  toAddress,
  toFilePage,
  WORKSPACE,
} from '../pages.js';

const LANGUAGES = {
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.md': 'md',
};

// oxlint-disable-next-line import/no-default-export -- The generator wants it.
export default {
  paths: () =>
    listLinkedFiles().map((path) => ({
      params: { path: toFilePage(path) },
      content: toContent(path),
    })),
};

function toContent(path) {
  const head = `# ${basename(path)}\n\n\`${path}\` in the repository:\n\n`;
  if (isFolder(path)) {
    const lines = listFolder(path).map(
      (one) => `- [${one.slice(path.length + 1)}](${toAddress(one)})`,
    );
    return `${head}${lines.join('\n')}\n`;
  }
  const text = readFileSync(join(WORKSPACE, path), 'utf8');
  const language = LANGUAGES[extname(path)] ?? 'txt';
  return `${head}~~~~${language}\n${text}\n~~~~\n`;
}
