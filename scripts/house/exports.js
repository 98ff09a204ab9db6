// What packages export at their roots, and what readers are told of it.
import { globSync, readFileSync } from 'node:fs';

/** A documented form: the error class first, then when it is thrown. */
const THROWS = /^@throws \{?[A-Z]\w+(?:Error)?\}?/u;

/** @param {readonly import('./source-tree.js').SourceFile[]} files @returns {import('./figures.js').Figure[]} */
export function countExports(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const found = globSync('packages/*/src/index.ts')
    .toSorted()
    .flatMap((path) => listExports(path, texts));
  const told = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const words = new Set(told.match(/\w+/gu));
  const untold = found.filter(({ name }) => !words.has(name));
  const callable = found.filter(({ isFunction }) => isFunction);
  const bare = callable.filter(({ doc }) => !doc.includes('@example'));
  const prose = found.filter(({ doc }) =>
    /\b(?:Throws|Rejects with) (?:a |an )?`|^\s*\*? ?@throws(?! [A-Z])/mu.test(doc),
  );
  return [
    count('exports that no document names', untold),
    count('exported functions without an example', bare),
    count('exports that tell of errors in another form', prose),
  ];
}

function count(name, places) {
  return {
    name,
    value: places.length,
    goal: 0,
    places: () => places.map(({ at, name: one }) => `${at}: ${one}`),
  };
}

function listExports(index, texts) {
  const text = texts.get(index) ?? '';
  return [...text.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)'/gmu)].flatMap(
    ([, type, names, from]) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => {
          const isType = type !== undefined || name.startsWith('type ');
          const own = name.replace(/^type /u, '').replace(/^.* as /u, '');
          const at = new URL(from, `file:///${index}`).pathname.slice(1);
          const { doc, kind } = findDeclaration(
            texts.get(at) ?? '',
            name.replace(/^type /u, '').replace(/ as .*$/u, ''),
          );
          return { name: own, at, doc, isFunction: !isType && kind === 'function' };
        }),
  );
}

/** The docblock right before a declaration, and its kind. */
function findDeclaration(text, name) {
  const pattern = new RegExp(
    String.raw`(?:/\*\*((?:[^*]|\*(?!/))*)\*/\s*)?export (?:declare )?(?:async )?(?:abstract )?(function\*?|class|const|interface|type) ${name}\b`,
    'u',
  );
  const [, doc = '', kind = ''] = pattern.exec(text) ?? [];
  return { doc, kind: kind.startsWith('function') ? 'function' : kind };
}
