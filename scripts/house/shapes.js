// Counts shapes of the code by its syntax trees: what a rename cannot make smaller, and, for the
// reader only, local names that say nothing.
import { isFunction, listAll, listChildren, toName } from './syntax.js';

/** The number of lines up to which a function is read in one go. */
const LONG = 100;

/** Matches examples, what is generated, and tests that packages share. */
export const LEFT_OUT =
  /^apps\/(?:examples|demo)\/|\/src\/(?:.*\/)?testing\/|\.generated\.|\/generated\//u;

/** Words that name no thing: one may be needed, so they are counted and never refused. */
const BARE = new Set(
  'own found known place one told given taken said wanted seen asked kept made sent left got it them thing things rest more other others'.split(
    ' ',
  ),
);

/**
 * Counts the shapes of all source files.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} all
 * @returns {import('./figures.js').Figure[]}
 */
export function countShapes(all) {
  const files = all.filter(({ path }) => !LEFT_OUT.test(path));
  const long = files.flatMap(listLongFunctions).toSorted((a, b) => b.lines - a.lines);
  const changed = files.flatMap(listChangedVariables);
  const named = files.flatMap(listObjectTypes);
  const single = findSingleUses(named, all);
  const lineCount = files.reduce((total, file) => total + file.lines, 0);
  const internal = files.flatMap(({ path, packages }) =>
    packages.filter((name) => /\/internal(?:$|\/)/u.test(name)).map((name) => `${path}: ${name}`),
  );
  const linked = files.flatMap(listLinkedObjects);
  const names = files.flatMap(listLocalNames);
  const bare = names.filter(({ name }) => BARE.has(name));
  return [
    {
      name: `functions above ${LONG} lines`,
      value: long.length,
      goal: 35,
      places: () => long.map(({ path, name, lines }) => `${path}: ${name}, ${lines} lines`),
    },
    {
      name: 'variables that closures change',
      value: changed.length,
      goal: 50,
      places: () => changed,
    },
    {
      name: 'object types in 1,000 lines',
      value: Math.round((named.length / lineCount) * 10_000) / 10,
      goal: 7.5,
      places: () => named.map(({ path, name }) => `${path}: ${name}`),
    },
    {
      name: 'object types with one use',
      value: single.length,
      goal: 250,
      places: () => single.map(({ path, name }) => `${path}: ${name}`),
    },
    {
      name: 'objects made by Object.create',
      value: linked.length,
      goal: 0,
      places: () => linked,
    },
    { name: 'imports of /internal', value: internal.length, goal: 330, places: () => internal },
    {
      name: 'bare names in 1,000 local names',
      value: Math.round((bare.length / names.length) * 1000),
      places: () => bare.map(({ path, name }) => `${path}: ${name}`),
    },
  ];
}

/** Lists functions whose text, without what they document, is too long to read in one go. */
function listLongFunctions({ path, text, program }) {
  const found = [];
  (function visit(node, name) {
    if (isFunction(node)) {
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > LONG) found.push({ path, name: node.id?.name ?? name ?? 'a function', lines });
    }
    const inner =
      node.type === 'VariableDeclarator' || node.type === 'MethodDefinition'
        ? (node.id ?? node.key)?.name
        : undefined;
    for (const child of listChildren(node)) visit(child, inner);
  })(program, undefined);
  return found;
}

/**
 * Lists variables of functions that functions inside them assign to: state that has no name of its
 * own.
 */
function listChangedVariables({ path, program }) {
  const found = new Set();
  /** @param {readonly { readonly names: Map<string, object>, readonly level: number }[]} scopes */
  (function visit(node, scopes, level) {
    let inner = scopes;
    let depth = level;
    if (isFunction(node)) {
      depth += 1;
      inner = [...scopes, { names: listParameters(node), level: depth }];
    } else if (
      /^(?:BlockStatement|Program|For\w*Statement|StaticBlock|SwitchCase)$/u.test(node.type)
    ) {
      inner = [...scopes, { names: listDeclared(node), level: depth }];
    }
    const target =
      node.type === 'AssignmentExpression'
        ? node.left
        : node.type === 'UpdateExpression'
          ? node.argument
          : undefined;
    for (const name of target === undefined ? [] : listTargets(target)) {
      const scope = inner.findLast(({ names }) => names.has(name));
      if (scope !== undefined && scope.level > 0 && scope.level < depth) {
        found.add(scope.names.get(name));
      }
    }
    for (const child of listChildren(node)) visit(child, inner, depth);
  })(program, [], 0);
  return [...found].map(({ name }) => `${path}: ${name}`);
}

/** Lists the variables that a block declares by `let` or `var`, and what it binds otherwise. */
function listDeclared(block) {
  const names = new Map();
  const statements =
    block.body === undefined || !Array.isArray(block.body)
      ? [block.init ?? block.left]
      : block.body;
  for (const statement of [...statements, ...(block.consequent ?? [])]) {
    if (statement?.type !== 'VariableDeclaration') continue;
    for (const { id } of statement.declarations)
      for (const each of listBound(id)) names.set(each.name, each);
  }
  return names;
}

function listParameters({ params }) {
  return new Map(params.flatMap(listBound).map((each) => [each.name, each]));
}

/** Lists the identifiers that a pattern binds. */
function listBound(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => listBound(each.value ?? each.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(listBound);
    case 'AssignmentPattern':
      return listBound(pattern.left);
    case 'RestElement':
      return listBound(pattern.argument);
    default:
      return [];
  }
}

function listTargets(target) {
  return listBound(target).map(({ name }) => name);
}

/** Lists interfaces, and aliases of types of objects. */
function listObjectTypes({ path, program }) {
  return program.body.flatMap((statement) => {
    const { type, id, typeAnnotation } = statement.declaration ?? statement;
    const isAlias =
      type === 'TSTypeAliasDeclaration' &&
      [typeAnnotation, ...(isIntersection(typeAnnotation) ? typeAnnotation.types : [])].some(
        (each) => each.type === 'TSTypeLiteral',
      );
    if (type !== 'TSInterfaceDeclaration' && !isAlias) return [];
    return [{ path, name: id.name, isExported: statement.declaration !== undefined }];
  });
}

function isIntersection({ type }) {
  return type === 'TSIntersectionType';
}

/**
 * Finds the types that only one place uses: of a private type, in its file; of an exported one, in
 * any file, imports and exports included.
 */
function findSingleUses(types, files) {
  const uses = new Map();
  for (const { path, program } of files) {
    for (const name of listAll(program).flatMap(listUsedTypes)) {
      for (const key of [name, `${path}: ${name}`]) uses.set(key, (uses.get(key) ?? 0) + 1);
    }
  }
  return types.filter(
    ({ path, name, isExported }) => uses.get(isExported ? name : `${path}: ${name}`) === 1,
  );
}

/** Lists the name of the type that a node uses, imports or exports. */
function listUsedTypes({ type, typeName, expression, qualifier, imported, local }) {
  const named = {
    TSTypeReference: typeName,
    TSInterfaceHeritage: expression,
    TSClassImplements: expression,
    TSImportType: qualifier,
    ImportSpecifier: imported,
    ExportSpecifier: local,
  }[type];
  return named?.name === undefined ? [] : [named.name];
}

/** Lists calls of `Object.create` with a prototype, whose getters then see another object. */
function listLinkedObjects({ path, text, program }) {
  return listAll(program)
    .filter(
      ({ type, callee, arguments: [prototype] = [] }) =>
        type === 'CallExpression' &&
        toName(callee) === 'Object.create' &&
        prototype?.value !== null,
    )
    .map(({ start }) => `${path}: ${text.slice(start, start + 60).split('\n', 1)[0]}`);
}

/** Lists parameters and variables, with what patterns bind. */
function listLocalNames({ path, program }) {
  return listAll(program).flatMap((node) => {
    if (isFunction(node)) return node.params.flatMap(listBound).map(({ name }) => ({ path, name }));
    if (node.type === 'VariableDeclarator') {
      return listBound(node.id).map(({ name }) => ({ path, name }));
    }
    return [];
  });
}
