import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, toPath, WORKSPACE } from '../pages.js';
import { KNOWN_NAMES } from './known-names.js';
import { listExported } from './reference.js';
import { walkInline } from './tokens.js';

const SOURCES =
  '{packages,apps,scripts,test,schemas}/**/*.{ts,tsx,js,cjs,json,yaml,yml,css,html,proto}';

/** Code that is one name of a function, a type, an option or a variable of the environment. */
const NAME = /^((?:[a-z]+[A-Z]|[A-Z][a-z0-9]*[a-z][A-Z]|[A-Z]+_)\w*)(?:\(\))?$/u;

/** Code that is a path in the repository. */
const PATH = /^(?:apps|docs|packages|schemas|scripts|site|test)\/[\w./-]+$/u;

const IMPORT = /import (?:type )?\{([^}]*)\} from '(@formwork\/[^']+)'/gu;

/** Pages that tell of what was, and those that are made of the sources themselves. */
const EXEMPT = /^CHANGELOG\.md$|^docs\/reference\/|^site\//u;

/**
 * Finds names and paths that texts mention and that do not exist, and imports of names that a
 * package does not export.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 * @param {import('./faults.js').Faults} faults
 */
export function checkNames(md, faults) {
  const words = readWords();
  const exported = listExported();
  md.core.ruler.push('check-names', ({ tokens, env }) => {
    const page = toPath(env.path);
    if (!PAGES.has(page) || EXEMPT.test(page)) return;
    walkInline(tokens, ({ type, content }) => {
      if (type !== 'code_inline') return;
      const [, name] = NAME.exec(content) ?? [];
      if (name !== undefined && !words.has(name) && !KNOWN_NAMES.has(name))
        faults.add(page, `mentions ${name}, which must be a name in the sources`);
      if (PATH.test(content) && !existsSync(join(WORKSPACE, content)))
        faults.add(page, `mentions ${content}, which must be a file or a folder`);
    });
    for (const { type, content } of tokens)
      if (type === 'fence') checkImports(content, { page, exported, faults });
  });
}

function checkImports(code, { page, exported, faults }) {
  for (const [, list, specifier] of code.matchAll(IMPORT)) {
    const names = exported.get(specifier);
    for (const part of names === undefined ? [] : list.split(',')) {
      const [name] = part
        .trim()
        .replace(/^type /u, '')
        .split(' as ');
      if (name !== '' && !names.has(name))
        faults.add(page, `imports ${name}, which ${specifier} must export`);
    }
  }
}

/** Collects the words of all sources and tests. */
function readWords() {
  const paths = globSync(SOURCES, {
    cwd: WORKSPACE,
    exclude: ['**/node_modules', '**/dist'],
  });
  const words = new Set();
  for (const path of paths)
    for (const word of readFileSync(join(WORKSPACE, path), 'utf8').match(/[A-Za-z_]\w*/gu) ?? [])
      words.add(word);
  return words;
}
