// Finds places of the source code where readers have proven faults again and again: what was looked
// at may have changed by the time it is written, what is kept grows without end, a number from
// outside decides how often a loop runs, state of a page outlives what it belongs to, and a bundler
// drops a call that was made for its error alone.
import { findComponents, findKeyless } from './keyless.js';
import { findOutsideLoops } from './outside-loops.js';
import {
  createLineCounter,
  findExcusedLines,
  isFunction,
  listAll,
  listChildren,
  listOwn,
  toFunctionName,
  toKey,
  toName,
} from './syntax.js';

/** A comment that says why a place is right. */
const REASON = /^ *(?:Alone|Bounded|Kept|Own state): \S/u;

const COLLECTIONS = new Set(['Map', 'Set']);
const LOOKS = new Set(['get', 'has', 'size', 'length']);
const WRITES = new Set(['set', 'add', 'push', 'unshift']);
/** What takes entries out of a collection. */
const REMOVALS = new Set(['delete', 'clear', 'splice', 'pop', 'shift', 'length']);
const READ =
  /^(?:at|entries|every|filter|find|findIndex|findLast|flat|flatMap|forEach|get|has|includes|indexOf|join|keys|map|reduce|size|slice|some|toSorted|values)$/u;
/** Names of stores that several processes share. */
const STORE = /(?:^|[.#])(?:shared)?records$/iu;

/**
 * Functions of the language that throw for some values, and whose calls Rolldown drops where the
 * result is not used.
 */
const DROPPED =
  /^(?:(?:de|en)codeURI(?:Component)?|String|parse(?:Int|Float)|(?:Date|Math|Number)\.\w+)$/u;

const FAULTS = {
  dropped:
    'the result of this call is not used, so bundlers drop the call with its errors: use the result',
  late: 'a write after an await whose check came before it: check again, or keep the promise',
  store:
    'a write to shared records that another process may have changed since they were read: give a condition',
  grows: 'functions are kept in a collection that only grows: take them out when they are over',
  outside: 'a number from outside without an upper limit decides how often this runs',
  state: 'a component keeps state of a property and has no key here: give it one',
};

/**
 * Finds the hazards of all source files.
 *
 * @param {readonly import('./source-tree.js').SourceFile[]} files
 * @returns {string[]} Each as `path:line: the fault`.
 */
export function listHazards(files) {
  const read = files.map(readNodes);
  const components = findComponents(read);
  return read.flatMap((file) =>
    findIn(file, components).map(({ line, fault }) => `${file.path}:${line}: ${fault}`),
  );
}

/** Lists the nodes of a file, with the node above each. */
function readNodes({ path, text, program, comments }) {
  const parents = new Map();
  const nodes = [];
  (function visit(node, parent) {
    parents.set(node, parent);
    nodes.push(node);
    for (const child of listChildren(node)) visit(child, node);
  })(program, undefined);
  const functions = nodes.filter(isFunction);
  const functionNames = new Set(functions.map((made) => toFunctionName(made, { parents })));
  return { path, text, comments, nodes, parents, functions, functionNames };
}

function findIn(file, components) {
  const { text, comments } = file;
  const toLine = createLineCounter(text);
  const excused = findExcusedLines(comments, { toLine, reason: REASON });
  const found = new Map();
  const places = [
    ...findDropped(file).map((node) => [node, FAULTS.dropped]),
    ...findLateWrites(file).map((node) => [node, FAULTS.late]),
    ...findStoreWrites(file).map((node) => [node, FAULTS.store]),
    ...findGrowing(file).map((node) => [node, FAULTS.grows]),
    ...findOutsideLoops(file).map((node) => [node, FAULTS.outside]),
    ...findKeyless(file, components).map((node) => [node, FAULTS.state]),
  ];
  for (const [node, fault] of places) {
    const line = toLine(node.start);
    if (!excused.has(line) && !excused.has(toLine(findStatement(node, file).start))) {
      found.set(line, fault);
    }
  }
  return [...found]
    .map(([line, fault]) => ({ line, fault }))
    .toSorted((one, other) => one.line - other.line);
}

/** Finds calls that are there for their errors alone, and that bundlers take for useless. */
function findDropped({ nodes }) {
  return nodes.filter(({ type, expression }) => {
    if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return false;
    return DROPPED.test(toName(expression.callee) ?? '');
  });
}

/**
 * Finds writes to variables and collections outside of an asynchronous function, whose check came
 * before an await of that function: another call may have passed the same check meanwhile.
 */
function findLateWrites(file) {
  return file.functions.filter(isAsync).flatMap((made) => {
    const own = listOwn(made.body);
    const inside = listNames(made);
    const awaits = own.filter(({ type }) => type === 'AwaitExpression');
    const late = [];
    for (const node of own) {
      const { type, operator, left, right } = node;
      const isOuter = (name) => name !== undefined && !inside.has(name.split('.')[0]);
      if (type === 'AssignmentExpression' && right.type === 'AwaitExpression') {
        const name = toName(left);
        if (/^(?:\?\?|\|\|)=$/u.test(operator) && isOuter(name) && !isImport(right.argument)) {
          late.push(node);
        }
        const test = findTest(node, file);
        if (operator === '=' && test !== undefined && isOuter(name) && !isImport(right.argument)) {
          if (isAbsence(test, name)) late.push(node);
        }
      }
      const write = toCall(node, WRITES);
      if (write === undefined || !isOuter(write)) continue;
      // What a write looks at itself is a check that comes after all awaits.
      const looks = own.filter((each) => toLook(each) === write && each.end < node.end);
      const last = looks.at(-1)?.end ?? Infinity;
      const isSplit = awaits.some(({ start, end }) => start > last && end <= node.start);
      if (isSplit && isCollection(write, file)) late.push(node);
    }
    return late;
  });
}

/** Finds writes to shared records without a condition after a read of the same records. */
function findStoreWrites(file) {
  if (!/records\b/iu.test(file.text) || /\/testing\//u.test(file.path)) return [];
  return file.functions.filter(isAsync).flatMap((made) => {
    const own = listOwn(made.body);
    return own.filter((node) => {
      if (node.type !== 'CallExpression') return false;
      const { object, property } = node.callee;
      const most = { set: 2, delete: 1 }[property?.name];
      const name = toName(object);
      if (most === undefined || node.arguments.length > most || !STORE.test(name ?? ''))
        return false;
      const key = toText(node.arguments[0], file);
      return own.some(
        (each) =>
          each.type === 'CallExpression' &&
          each.start < node.start &&
          each.callee.property?.name === 'get' &&
          toName(each.callee.object) === name &&
          toText(each.arguments[0], file) === key,
      );
    });
  });
}

/**
 * Finds collections to which functions that live on add functions, and from which nothing takes
 * them. A collection that is passed on may be emptied elsewhere, and is left alone.
 */
function findGrowing(file) {
  const { nodes, parents } = file;
  return nodes.filter((node) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false;
    if (!isNewCollection(node.init) || parents.get(node).kind !== 'const') return false;
    const { name } = node.id;
    const home = findFunction(node, file);
    const uses = nodes.filter(
      (each) => each.type === 'Identifier' && each.name === name && each !== node.id,
    );
    const writers = [];
    for (const use of uses) {
      const parent = parents.get(use);
      if (isProperty(use, parent)) continue;
      if (/^(?:Spread|ForOf|TS)/u.test(parent.type) && parent.left !== use) continue;
      if (parent.type !== 'MemberExpression' || parent.object !== use) return false;
      const method = parent.property.name;
      if (REMOVALS.has(method) && !isRead(parent, file)) return false;
      if (WRITES.has(method)) {
        const { arguments: given = [] } = parents.get(parent);
        if (given.some((each) => isClosure(each, file))) writers.push(findFunction(use, file));
      } else if (!READ.test(method) && method !== 'length') return false;
    }
    const later = writers.filter((writer) => writer !== home);
    if (later.length === 0) return false;
    return home === undefined || later.some((writer) => livesOn(writer, home, file));
  });
}

const CALLBACK = /^(?:listener|callback|handler|resolve|reject|notify|tell|on[A-Z]\w*)$/u;

/** True for a function, the name of one, and an object that holds one. */
function isClosure(node, file) {
  if (isFunction(node)) return true;
  if (node.type === 'ObjectExpression') {
    return node.properties.some(({ value }) => value !== undefined && isClosure(value, file));
  }
  if (node.type !== 'Identifier') return false;
  return CALLBACK.test(node.name) || file.functionNames.has(node.name);
}

/** True for a function that outlives the call of the one around it, which returns it. */
function livesOn(writer, home, file) {
  const kept = new Set([writer]);
  let before = -1;
  const inner = listAll(home.body).filter((node) => isFunction(node));
  while (before !== kept.size) {
    before = kept.size;
    const names = new Set([...kept].map((made) => toFunctionName(made, file)).filter(Boolean));
    for (const made of inner) {
      const isUser = listAll(made.body).some(
        (node) => kept.has(node) || (node.type === 'Identifier' && names.has(node.name)),
      );
      if (isUser) kept.add(made);
    }
  }
  const names = new Set([...kept].map((made) => toFunctionName(made, file)).filter(Boolean));
  const returned =
    home.body.type === 'BlockStatement'
      ? listOwn(home.body).flatMap(({ type, argument }) =>
          type === 'ReturnStatement' && argument ? [argument] : [],
        )
      : [home.body];
  return returned.some((value) => {
    // The result of a call is a value, unless it is given the function.
    const parts = value.type === 'CallExpression' ? value.arguments : [value];
    return parts.some((part) => isPassed(part, { kept, names }));
  });
}

function isPassed(node, { kept, names }) {
  if (kept.has(node)) return true;
  if (node.type === 'Identifier') return names.has(node.name);
  if (node.type === 'ObjectExpression') {
    return node.properties.some((each) => isPassed(each.value ?? each.argument, { kept, names }));
  }
  if (/^TS\w+Expression$/u.test(node.type)) return isPassed(node.expression, { kept, names });
  return false;
}

function isAsync(node) {
  return node.async === true;
}

/** True for `import()`, which gives the same module to all. */
function isImport({ type, callee, object }) {
  if (type === 'ImportExpression') return true;
  return (callee ?? object) !== undefined && isImport(callee ?? object);
}

/** Returns the test of the `if` that an assignment is in. */
function findTest(node, { parents }) {
  for (let at = parents.get(node); at !== undefined && !isFunction(at); at = parents.get(at)) {
    if (at.type === 'IfStatement') return at.test;
  }
  return undefined;
}

function isAbsence({ type, operator, left, right, argument }, name) {
  if (type === 'UnaryExpression') return operator === '!' && toName(argument) === name;
  const isNothing = right?.name === 'undefined' || right?.value === null;
  return (
    type === 'BinaryExpression' && /^===?$/u.test(operator) && isNothing && toName(left) === name
  );
}

/** Returns the name of what one of the methods is called on. */
function toCall({ type, callee }, methods) {
  return type === 'CallExpression' && methods.has(callee.property?.name)
    ? toName(callee.object)
    : undefined;
}

function toLook({ type, object, property }) {
  return type === 'MemberExpression' && LOOKS.has(property.name) ? toName(object) : undefined;
}

/** True for a name that a file declares as a collection. */
function isCollection(name, { nodes }) {
  return nodes.some(
    ({ type, id, key, init, value }) =>
      (type === 'VariableDeclarator' && id.name === name && isNewCollection(init)) ||
      (type === 'PropertyDefinition' && `this.${toKey(key)}` === name && isNewCollection(value)),
  );
}

function isNewCollection(init) {
  if (init?.type === 'ArrayExpression') return init.elements.length === 0;
  return init?.type === 'NewExpression' && COLLECTIONS.has(init.callee.name);
}

function toText(node, { text }) {
  return node === undefined ? '' : text.slice(node.start, node.end);
}

/** Lists the names that a function declares itself. */
function listNames(made) {
  const inside = [...(made.params?.items ?? made.params ?? []), ...listOwn(made.body)];
  return new Set(
    inside.flatMap((node) => {
      const id = node.type === 'VariableDeclarator' ? node.id : undefined;
      const isParameter = (made.params?.items ?? made.params ?? []).includes(node);
      const root = id ?? (isParameter ? node : undefined);
      if (root === undefined) return [];
      return listAll(root).flatMap(({ type, name }) => (type === 'Identifier' ? [name] : []));
    }),
  );
}

function findFunction(node, { parents }) {
  for (let at = parents.get(node); at !== undefined; at = parents.get(at)) {
    if (isFunction(at)) return at;
  }
  return undefined;
}

function findStatement(node, { parents }) {
  let at = node;
  while (!/(?:Statement|Declaration)$/u.test(at.type) && parents.get(at) !== undefined) {
    at = parents.get(at);
  }
  return at;
}

/** True for `list.length` that is read, and not set. */
function isRead(member, { parents }) {
  const parent = parents.get(member);
  return member.property.name === 'length' && parent.left !== member;
}

function isProperty(node, parent) {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  return parent.type === 'Property' && parent.key === node && parent.value !== node;
}
