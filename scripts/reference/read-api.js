// Reads the public names of all packages from their sources: what each is, its docblock and its
// declaration.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { WORKSPACE } from '../when-changed.js';
import { printDeclaration } from './print-declaration.js';

/**
 * @typedef {object} Name A name that a package exports.
 * @property {string} name
 * @property {'function' | 'class' | 'value' | 'type'} kind
 * @property {string} doc The text of its docblock, without stars. Empty without one.
 * @property {string} code Its declaration in TypeScript, without the bodies of functions.
 * @property {string} path The file that declares it.
 * @property {string | undefined} of The package that declares it, if that is another one.
 *
 * @typedef {object} Entry What one import specifier gives.
 * @property {string} specifier `@formwork/runtime/sqlite`
 * @property {readonly Name[]} names In the order of the alphabet.
 *
 * @typedef {object} Package
 * @property {string} name `runtime`
 * @property {string} title `@formwork/runtime`
 * @property {string} description
 * @property {readonly Entry[]} entries The root first.
 */

/** Entries that are for the packages of this workspace alone. */
const INTERNAL = /^\.\/internal(?:$|\/)/u;

const KINDS = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'value',
};

/**
 * Reads the public names of all packages.
 *
 * @returns {readonly Package[]}
 */
export function readApi() {
  const manifests = new Map(
    globSync('packages/*/package.json', { cwd: WORKSPACE })
      .toSorted()
      .map((path) => [dirname(path), JSON.parse(read(path))]),
  );
  const modules = createModules(manifests);
  return [...manifests].map(([folder, manifest]) => ({
    name: folder.split('/')[1],
    title: manifest.name,
    description: manifest.description,
    entries: listEntries(manifest).map(({ specifier, source }) => ({
      specifier,
      names: listNames(join(folder, source), modules),
    })),
  }));
}

/** Reads a file of the workspace. */
function read(path) {
  return readFileSync(join(WORKSPACE, path), 'utf8');
}

/** Lists the public entries of a package whose sources are TypeScript. */
function listEntries({ name, exports = {} }) {
  return Object.entries(exports)
    .filter(([path]) => !INTERNAL.test(path))
    .map(([path, target]) => ({
      specifier: join(name, path),
      source: target['@formwork/source'],
    }))
    .filter(({ source }) => source !== undefined);
}

/** Makes a reader of modules, each read once, that knows where modules lie that others name. */
function createModules(manifests) {
  const seen = new Map();
  return {
    read(path) {
      const known = seen.get(path);
      if (known !== undefined) return known;
      const text = read(path);
      const { program, comments, errors } = parseSync(path, text);
      if (errors.length > 0) throw new Error(`Cannot read ${path}: ${errors[0].message}`);
      const module = { path, text, body: program.body, comments };
      seen.set(path, module);
      return module;
    },
    /** Returns the file that a module names; `undefined` for packages of others. */
    locate(from, wanted) {
      if (wanted.startsWith('.')) return findFile(normalize(join(dirname(from), wanted)));
      if (wanted.startsWith('#')) {
        const folder = from.split('/').slice(0, 2).join('/');
        const target = findSource(manifests.get(folder)?.imports?.[wanted]);
        return target === undefined ? undefined : join(folder, target);
      }
      const [scope, name] = wanted.split('/');
      const manifest = manifests.get(`packages/${name}`);
      if (scope !== '@formwork' || manifest === undefined) return undefined;
      const entry = wanted.slice(`@formwork/${name}`.length);
      const source = manifest.exports[`.${entry}`]?.['@formwork/source'];
      return source === undefined ? undefined : join(`packages/${name}`, source);
    },
  };
}

/** Finds the TypeScript file among the conditions of a name in `imports`. */
function findSource(target) {
  if (typeof target === 'string') return target.endsWith('.ts') ? target : undefined;
  for (const one of Object.values(target ?? {})) {
    const found = findSource(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findFile(path) {
  return [path, path.replace(/\.js$/u, '.ts')].find((one) => existsSync(join(WORKSPACE, one)));
}

/** Lists what a module exports, in the order of the alphabet. */
function listNames(path, modules) {
  const house = path.split('/')[1];
  const names = [...listExports(path, modules)]
    .map(([name, origin]) => toName(name, { origin, house, modules }))
    .filter((one) => one !== undefined);
  return names.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

function toName(name, { origin, house, modules }) {
  const found = findDeclaration(origin, modules);
  if (found === undefined) return undefined;
  const { module, statements } = found;
  const owner = module.path.split('/')[1];
  return {
    name,
    kind: KINDS[statements[0].declaration.type] ?? 'type',
    doc: findDocblock(module, statements[0]),
    code: printDeclaration(module.text, statements),
    path: module.path,
    of: owner === house ? undefined : `@formwork/${owner}`,
  };
}

/** Maps the names that a module exports to the module and the name that they come from. */
function listExports(path, modules) {
  const { body } = modules.read(path);
  const found = new Map();
  for (const statement of body) {
    const { type, source, declaration, specifiers = [] } = statement;
    if (type === 'ExportAllDeclaration') {
      const from = modules.locate(path, source.value);
      if (from !== undefined)
        for (const [name, origin] of listExports(from, modules)) found.set(name, origin);
    }
    if (type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of specifiers) {
      const wanted = source === null ? findImport(body, local.name) : { source, name: local.name };
      const from = wanted === undefined ? path : modules.locate(path, wanted.source.value);
      if (from !== undefined)
        found.set(exported.name, { path: from, name: wanted?.name ?? local.name });
    }
    for (const name of namesOf(declaration)) found.set(name, { path, name });
  }
  return found;
}

/** Finds where a name of a module is imported from, if it is. */
function findImport(body, name) {
  for (const { type, source, specifiers } of body) {
    if (type !== 'ImportDeclaration') continue;
    const one = specifiers.find(({ local }) => local.name === name);
    if (one !== undefined) return { source, name: one.imported?.name ?? name };
  }
  return undefined;
}

/** Finds the statements that declare a name: several for a function with overloads. */
function findDeclaration({ path, name }, modules) {
  const module = modules.read(path);
  const statements = module.body
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement : { declaration: statement },
    )
    .filter(({ declaration }) => namesOf(declaration).includes(name))
    .map(({ start, end, declaration }) => ({
      start: start ?? declaration.start,
      end: end ?? declaration.end,
      declaration,
    }));
  if (statements.length > 0) return { module, statements };
  const origin = listExports(path, modules).get(name);
  return origin === undefined ? undefined : findDeclaration(origin, modules);
}

function namesOf(declaration) {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id }) => id.name);
  return declaration?.id?.name === undefined ? [] : [declaration.id.name];
}

/** Returns the text of the docblock directly before a statement. */
function findDocblock({ text, comments }, { start }) {
  const comment = comments.findLast(({ end }) => end <= start);
  if (comment === undefined || !comment.value.startsWith('*')) return '';
  if (text.slice(comment.end, start).trim() !== '') return '';
  return comment.value.replaceAll(/^[ \t]*\*+ ?/gmu, '').trim();
}
