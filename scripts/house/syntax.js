// Reads syntax trees, as the parser of the workspace gives them, for the checks of the house.

/**
 * Lists the lines that follow a comment with a reason, which may itself have several lines.
 *
 * @param {RegExp} reason Matches the text of the first line of such a comment.
 */
export function findExcusedLines(comments, { toLine, reason }) {
  const lines = new Set();
  let last;
  for (const { type, value, start, end } of comments) {
    const line = toLine(start);
    const goesOn = type === 'Line' && last === line - 1 && lines.has(line);
    last = toLine(end);
    if (goesOn || reason.test(value)) lines.add(last + 1);
  }
  return lines;
}

/** Makes the function that returns the line of an offset in a text, from 1. */
export function createLineCounter(text) {
  const ends = [...text.matchAll(/\n/gu)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** Lists a node and all below it. */
export function listAll(node) {
  const all = [];
  (function visit(each) {
    all.push(each);
    for (const child of listChildren(each)) visit(child);
  })(node);
  return all;
}

/** The nodes of each function that were listed before, because most rules ask for them. */
const listed = new WeakMap();

/** Lists the nodes of a function without those of functions inside it. */
export function listOwn(node) {
  const known = listed.get(node);
  if (known !== undefined) return known;
  const own = [];
  (function visit(each) {
    own.push(each);
    for (const child of listChildren(each)) if (!isFunction(child)) visit(child);
  })(node);
  listed.set(node, own);
  return own;
}

/** Lists the nodes of a syntax tree directly below another. */
export function listChildren(node) {
  // Loops, because rules ask this millions of times.
  const children = [];
  for (const value of Object.values(node)) {
    if (typeof value !== 'object' || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each?.type === 'string') children.push(each);
    }
  }
  return children;
}

export function isFunction({ type }) {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/u.test(type);
}

/** Returns the name of a property, such as `#entries`. */
export function toKey({ type, name }) {
  return type === 'PrivateIdentifier' ? `#${name}` : name;
}

/** Returns the name of a variable or property, such as `this.#entries`. */
export function toName(node) {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'ThisExpression') return 'this';
  if (node?.type !== 'MemberExpression' || node.computed) return undefined;
  const object = toName(node.object);
  return object === undefined ? undefined : `${object}.${toKey(node.property)}`;
}

/** Returns the name of a function, or of the variable that it is given to. */
export function toFunctionName(made, { parents }) {
  if (made.id) return made.id.name;
  const parent = parents.get(made);
  return parent?.type === 'VariableDeclarator' ? parent.id.name : undefined;
}
