// Reads the source files of packages and apps: their lines, imports, docblocks and functions.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/**
 * @typedef {object} SourceFile
 * @property {string} path From the root of the workspace.
 * @property {string} house `packages/core`, `apps/forms`.
 * @property {string} text
 * @property {number} lines
 * @property {readonly string[]} imports Paths of the files of the same house that it imports, types included.
 * @property {readonly string[]} packages Names after `@formwork/` that it imports, subpaths included.
 * @property {readonly string[]} docblocks The text of each, without stars.
 * @property {readonly string[]} functions Names of functions and methods that are declared.
 * @property {object} program The syntax tree of the file.
 * @property {readonly object[]} comments All comments, as the parser gives them.
 */

/**
 * Reads all source files of the workspace.
 *
 * @returns {SourceFile[]} Without tests, in the order of their paths.
 */
export function readSourceTree() {
  return globSync('{packages,apps}/*/src/**/*.{ts,tsx}')
    .filter((path) => !/\.(test|test-d|bench)\.tsx?$|\.d\.ts$/.test(path))
    .toSorted()
    .map((path) => readSourceFile(path));
}

/** Reads one file; its text is that on the disk unless it is given. */
export function readSourceFile(path, text = readFileSync(path, 'utf8')) {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot read ${path}: ${errors[0].message}`);
  const wanted = findImports(program, module);
  return {
    path,
    house: path.split('/').slice(0, 2).join('/'),
    text,
    lines: text.split('\n').length - 1,
    imports: wanted.filter((name) => name.startsWith('.')).flatMap((name) => locate(path, name)),
    packages: wanted
      .filter((name) => name.startsWith('@formwork/'))
      .map((name) => name.slice('@formwork/'.length)),
    docblocks: comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ value }) => value.replaceAll(/^[ \t]*\*+ ?/gm, '').trim()),
    functions: findFunctions(program),
    program,
    comments,
  };
}

/**
 * Lists the modules that a file imports: by static, re-exporting and dynamic imports, and by
 * `import('...')` in types.
 */
function findImports(program, module) {
  const wanted = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) wanted.add(moduleRequest.value);
  }
  function add({ source }) {
    if (source?.type === 'Literal') wanted.add(source.value);
  }
  new Visitor({ ImportExpression: add, TSImportType: add }).visit(program);
  return [...wanted];
}

function locate(path, name) {
  const target = normalize(join(dirname(path), name.replace(/\?.*$/, '')));
  return /\.tsx?$/.test(target) && existsSync(target) ? [target] : [];
}

function findFunctions(program) {
  const names = [];
  function add(name) {
    if (name !== undefined) names.push(name);
  }
  new Visitor({
    FunctionDeclaration: ({ id }) => add(id?.name),
    MethodDefinition: ({ key }) => add(key.name),
    VariableDeclarator: ({ id, init }) => {
      if (/^(ArrowFunction|Function)Expression$/.test(init?.type ?? '')) add(id.name);
    },
    Property: ({ key, value, method }) => {
      if (method || value.type === 'FunctionExpression') add(key.name);
    },
  }).visit(program);
  return names;
}
