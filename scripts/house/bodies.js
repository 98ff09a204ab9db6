// Finds functions that are the same under other names: their trees are compared without the names
// of their own variables and without types, so that neither a rename nor a type hides a copy.
import { LEFT_OUT } from './shapes.js';
import { isFunction, listAll, listChildren } from './syntax.js';

/** The number of nodes from which a body is more than a call or a comparison. */
const SMALL = 14;

/**
 * Counts functions whose body another function has as well.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {import('./figures.js').Figure[]}
 */
export function countBodies(files) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const { path, program } of files.filter((file) => !LEFT_OUT.test(file.path))) {
    for (const { name, made } of listNamedFunctions(program)) {
      const shape = toShape(made);
      if (shape.length < SMALL) continue;
      const key = shape.join(' ');
      places.set(key, [...(places.get(key) ?? []), `${path}#${name}`]);
    }
  }
  const same = [...places.values()].filter((each) => each.length > 1);
  return [
    {
      name: 'functions that stand twice',
      value: same.reduce((total, each) => total + each.length - 1, 0),
      goal: 0,
      places: () => same.map((each) => each.join(' = ')),
    },
  ];
}

/** Lists declared functions, and those that a variable holds. */
function listNamedFunctions(program) {
  return listAll(program).flatMap((node) => {
    if (node.type === 'FunctionDeclaration' && node.body)
      return [{ name: node.id?.name, made: node }];
    return node.type === 'VariableDeclarator' && node.init && isFunction(node.init)
      ? [{ name: node.id.name, made: node.init }]
      : [];
  });
}

/** Writes a function as a list of words, in which its own names are numbers. */
function toShape(made) {
  const own = new Map();
  for (const node of listAll(made)) {
    const targets = isFunction(node)
      ? node.params
      : node.type === 'VariableDeclarator'
        ? [node.id]
        : [];
    for (const name of targets.flatMap(listNames)) if (!own.has(name)) own.set(name, own.size);
  }
  const words = [made.async ? 'async' : '', String(made.params.length)];
  (function visit(node) {
    if (
      node.type.startsWith('TS') &&
      node.type !== 'TSAsExpression' &&
      node.type !== 'TSNonNullExpression'
    )
      return;
    if (node.type === 'Identifier')
      words.push(own.has(node.name) ? `$${own.get(node.name)}` : node.name);
    else {
      words.push(
        node.type,
        String(node.operator ?? node.raw ?? node.value?.cooked ?? node.kind ?? ''),
      );
      for (const child of listChildren(node)) visit(child);
    }
  })(made.body);
  for (const parameter of made.params) {
    for (const name of listNames(parameter)) words.push(`$${own.get(name)}`);
  }
  return words;
}

/** Lists the names of a pattern, without those of its types. */
function listNames(pattern) {
  if (pattern.type.startsWith('TS')) return [];
  const names = pattern.type === 'Identifier' ? [pattern.name] : [];
  return [...names, ...listChildren(pattern).flatMap(listNames)];
}
