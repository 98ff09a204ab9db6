// Finds components of pages whose state can outlive what it belongs to, because it begins with a
// property and no key makes the component anew when that changes.
import { isFunction, listAll, listOwn, toFunctionName, toName } from './syntax.js';

/**
 * Finds the components that begin a state with one of their properties, and those that are made anew
 * for what they show: each place that uses one has a key, or is in such a component itself.
 */
export function findComponents(files) {
  const pages = files.filter(({ path }) => path.endsWith('x'));
  const keepers = new Set(pages.flatMap(findKeepers));
  const uses = new Map();
  for (const file of pages) {
    for (const node of file.nodes) {
      if (node.type !== 'JSXOpeningElement' || !/^[A-Z]/u.test(node.name.name ?? '')) continue;
      const id = toComponent(node.name.name, file);
      const owner = findOwner(node, file);
      uses.set(id, [...(uses.get(id) ?? []), { hasKey: hasKey(node), owner }]);
    }
  }
  const isKeyed = (id, seen = new Set()) => {
    const places = uses.get(id) ?? [];
    if (places.length === 0 || seen.has(id)) return false;
    seen.add(id);
    return places.every(({ hasKey: has, owner }) => has || (owner && isKeyed(owner, seen)));
  };
  return { keepers, isKeyed };
}

/** Returns the id of a component: one of the file itself has its path before its name. */
function toComponent(name, { path, functionNames, text }) {
  const isOwn =
    functionNames.has(name) && !new RegExp(`export (?:async )?function ${name}\\b`, 'u').test(text);
  return isOwn ? `${path}#${name}` : name;
}

function findOwner(node, file) {
  const { parents } = file;
  let owner;
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    if (isFunction(at) && /^[A-Z]/u.test(toFunctionName(at, file) ?? '')) {
      owner = toComponent(toFunctionName(at, file), file);
    }
  }
  return owner;
}

function hasKey({ attributes }) {
  return attributes.some(({ name }) => name?.name === 'key');
}

function findKeepers(file) {
  return file.functions.flatMap((made) => {
    const name = toFunctionName(made, file);
    const [props] = made.params?.items ?? made.params ?? [];
    if (!/^[A-Z]/u.test(name ?? '') || props?.type !== 'ObjectPattern') return [];
    const names = new Set(
      props.properties
        .map(({ value }) => value?.left?.name ?? value?.name)
        .filter((each) => each !== undefined && !/^(?:on[A-Z]|default|initial)/u.test(each)),
    );
    const own = listOwn(made.body);
    const isKept = own.some((node) => {
      const [state, first] = toState(node);
      if (first === undefined) return false;
      const used = listAll(first).filter(
        ({ type, name: each }) => type === 'Identifier' && names.has(each),
      );
      // A state that is compared with its property while drawing follows it.
      return used.some((each) => !own.some((other) => isComparison(other, state, each.name)));
    });
    return isKept ? [toComponent(name, file)] : [];
  });
}

/** Returns the name of a state and its first value; an empty list for all else. */
function toState({ type, id, init }) {
  const name = init?.callee?.name ?? init?.callee?.property?.name;
  if (type !== 'VariableDeclarator' || !/^use(?:State|Reducer)$/u.test(name ?? '')) return [];
  const at = name === 'useReducer' ? 1 : 0;
  return [id.elements?.[0]?.name, init.arguments[at]];
}

function isComparison({ type, operator, left, right }, one, other) {
  if (type !== 'BinaryExpression' || !/^[!=]==?$/u.test(operator)) return false;
  const names = new Set([left, right].map((side) => toName(side)?.split('.')[0]));
  return names.has(one) && names.has(other);
}

/** Lists the places that use such a component without a key. */
export function findKeyless(file, { keepers, isKeyed }) {
  return file.nodes.filter((node) => {
    if (node.type !== 'JSXOpeningElement' || hasKey(node)) return false;
    const owner = findOwner(node, file);
    return (
      keepers.has(toComponent(node.name.name, file)) && !(owner !== undefined && isKeyed(owner))
    );
  });
}
