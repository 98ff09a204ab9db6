// Counts the exports of packages, and their docblocks that break the rules of this workspace.
import { globSync, readFileSync } from 'node:fs';

/**
 * Matches docblocks that describe errors in another form than that of this workspace, which is
 * `@throws RangeError that names ...`.
 */
const OTHER_FORM = /\b(?:Throws|Rejects with) (?:an? )?`|@throws (?!(?:[A-Z]|what|nothing))/u;

/**
 * Counts the exports of packages that no document names, exported functions without an example, and
 * docblocks that describe errors in another form.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {import('./figures.js').Figure[]}
 */
export function countExports(files) {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const found = globSync('packages/*/src/index.ts')
    .toSorted()
    .flatMap((path) => listExports(path, texts));
  const pages = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md']);
  const words = new Set(pages.flatMap((path) => readFileSync(path, 'utf8').match(/\w+/gu) ?? []));
  return [
    count(
      'exports that no document names',
      found.filter(({ name }) => !words.has(name)),
    ),
    count(
      'exported functions without an example',
      found.filter(({ kind, doc }) => kind === 'function' && !doc.includes('@example')),
    ),
    count(
      'exports that tell of errors in another form',
      found.filter(({ doc }) => OTHER_FORM.test(doc)),
    ),
  ];
}

function count(name, places) {
  return {
    name,
    value: places.length,
    goal: 0,
    places: () => places.map((place) => `${place.path}: ${place.name}`),
  };
}

/**
 * Lists the exports of a package's index file, each with its docblock.
 *
 * @param {string} index The root of a package.
 * @param {ReadonlyMap<string, string>} texts Of files, by their paths.
 */
function listExports(index, texts) {
  const statements = (texts.get(index) ?? '').matchAll(
    /^export (?:type )?\{([^}]*)\} from '([^']+)'/gmu,
  );
  return [...statements].flatMap(([, names, from]) => {
    const path = from.startsWith('.') ? new URL(from, `file:///${index}`).pathname.slice(1) : from;
    return names
      .split(',')
      .map((name) => name.trim().replace(/^type /u, ''))
      .filter((name) => name !== '')
      .map((given) => {
        const [own, name = own] = given.split(' as ');
        return { path, name, ...findDeclaration(texts.get(path) ?? '', own) };
      });
  });
}

/**
 * Finds the docblock directly before a declaration, and the kind of the declaration (such as
 * `function`). Both are empty if the declaration is in another file.
 */
function findDeclaration(text, name) {
  const pattern = new RegExp(
    String.raw`(?:/\*\*((?:[^*]|\*(?!/))*)\*/\s*)?export (?:async |abstract )?(function|class|const|interface|type)\*? ${name}\b`,
    'u',
  );
  const [, doc = '', kind = ''] = pattern.exec(text) ?? [];
  return { doc, kind };
}
