// Finds the places where tests judge the speed of a machine: limits of their own, sleeps of fixed
// length, and upper bounds on times that were measured. CONTRIBUTING.md says what to do instead.
import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { createLineCounter, findExcusedLines, listAll, listChildren } from './syntax.js';

const TESTS = [
  '{packages,apps}/*/src/**/*.test.{ts,tsx}',
  '{packages,apps}/*/src/**/testing/**/*.{ts,tsx}',
  'test/src/**/*.{ts,tsx}',
  'test/windows/*.ts',
];

/** Functions of a test runner that take a limit after the function that they run. */
const RUNNER =
  /^(?:test|it|describe|suite|test[A-Z]\w*|(?:before|after|around)(?:All|Each)|onTest(?:Finished|Failed))$/u;
/**
 * Functions that wait for a time, and the place of the time among their arguments. The names that a
 * file gives to them are added.
 */
const SLEEPS = { setTimeout: 1, setInterval: 1, sleep: 0, delay: 0, waitForTimeout: 0 };
const TIMER = /^set(?:Timeout|Interval)$/u;
/** Names of settings that are limits wherever a call is given them. */
const LIMITS = new Set(['timeout', 'testTimeout', 'hookTimeout', 'teardownTimeout']);
const SETTERS = new Set(['setDefaultTimeout', 'setDefaultNavigationTimeout']);
/** In a loop that polls for a state, the time between two looks is no deadline. */
const NONE = new Map();
/** Functions that take data of any names, and no settings. */
const CONVERSIONS = /^(?:to|define)[A-Z]/u;
const COUNTED = /^[+-]=$/u;
const LOOP = /^(?:Do|For)\w*Statement$|^WhileStatement$/u;
const BOUNDS = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);
const TURNED_BOUNDS = new Set(['toBeGreaterThan', 'toBeGreaterThanOrEqual']);
const MEASURED = /(?:Ms|[eE]lapsed|^took|Took|[dD]uration|[mM]illis(?:econds)?)$/u;
/** A comment that says why a line needs the real time, or whose clock its time is. */
const REASON = /^ *(?:Real time|Own clock): \S/u;

/**
 * Finds all deadlines of tests and their helpers.
 *
 * @returns {string[]} Each as `path:line: the fault`.
 */
export function listDeadlines() {
  return globSync(TESTS)
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((path) =>
      findDeadlines(readFileSync(path, 'utf8'), path).map(
        ({ line, fault }) => `${path}:${line}: ${fault}`,
      ),
    );
}

/**
 * Finds the deadlines in the text of one file.
 *
 * @param {string} text
 * @param {string} path Its ending says how to parse the text.
 * @returns {{ line: number, fault: string }[]} In the order of the lines.
 */
export function findDeadlines(text, path) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot read ${path}: ${errors[0].message}`);
  const toLine = createLineCounter(text);
  const excused = findExcusedLines(comments, { toLine, reason: REASON });
  const sleeps = findSleepNames(program);
  const measured = findMeasured(program);
  const found = new Map();

  function add(node, statement, fault) {
    const line = toLine(node.callee?.property?.start ?? node.start);
    const lines = [line, toLine(node.start), toLine(statement.start)];
    if (!lines.some((each) => excused.has(each))) found.set(line, fault);
  }

  function visit(node, { statement, isPolling }) {
    const fault = findFault(node, { sleeps: isPolling ? NONE : sleeps, measured });
    if (fault !== undefined) add(node, statement, fault);
    const inside = { statement, isPolling: isPolling && !/Function/u.test(node.type) };
    if (LOOP.test(node.type)) inside.isPolling = isState(node);
    for (const child of listChildren(node)) {
      visit(child, isStatement(child) ? { ...inside, statement: child } : inside);
    }
  }

  visit(program, { statement: program, isPolling: false });
  return [...found]
    .map(([line, fault]) => ({ line, fault }))
    .toSorted((one, other) => one.line - other.line);
}

/** The limit of all waits, in `test/src/support`. */
const SHARED_LIMIT = 'WAIT_LIMIT';

/** True for options whose time limit is that of all waits. */
function hasSharedLimit({ properties = [] }) {
  return properties.some(
    ({ key, value }) => key?.name === 'timeout' && value?.name === SHARED_LIMIT,
  );
}

function findFault(node, { sleeps, measured }) {
  if (node.type === 'VariableDeclarator') {
    if (hasLimit(node.init)) return LIMIT;
    return isQuick(node.init, measured) ? BOUND : undefined;
  }
  if (node.type === 'IfStatement') return isGivenUp(node, measured) ? BOUND : undefined;
  if (node.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = node;
  const name = callee.property?.name ?? callee.name;
  if (SETTERS.has(name)) return 'a limit of its own: the limit of all pages is in support';
  if (name === 'waitFor' || name === 'waitUntil') {
    if (callee.object?.name === 'vi' && !given.slice(1).some(hasSharedLimit)) {
      return 'vi.waitFor gives up after a second: use expect.poll';
    }
  }
  if (isRunner(callee) && given.slice(1).some(({ properties = [] }) => properties.some(isRetry))) {
    return 'a retry: only .ci/run runs what failed again, and says so';
  }
  if (isRunner(callee) && given.slice(1).some((each, at) => isLimitAfter(given[at], each))) {
    return 'a limit of its own: vitest.config.ts has that of all tests and hooks';
  }
  if (!CONVERSIONS.test(name ?? '') && given.some(hasLimit)) return LIMIT;
  if (name === 'timeout' && callee.object?.name === 'AbortSignal') {
    return 'a limit of its own: wait for the event, or own the clock';
  }
  if (isSleep(node, sleeps)) {
    return 'a sleep of fixed length: wait for the event, or own the clock';
  }
  const expected = callee.object?.arguments?.[0];
  if (BOUNDS.has(name) && (isShort(expected, given[0], measured) || isClock(expected ?? {}))) {
    return BOUND;
  }
  if (name === 'toBeCloseTo' && isShort(expected, given[0], measured)) return BOUND;
  if (TURNED_BOUNDS.has(name) && isNumber(expected ?? {}) && measured(given[0])) return BOUND;
  if (/^(?:expect|assert|ok)$/u.test(name ?? '') && isQuick(given[0], measured)) return BOUND;
  return undefined;
}

const LIMIT = 'a limit of its own: what is waited for comes, or the test stands still and ends';
const BOUND = 'a bound on a measured time: compare with a measurement, or move it to test/bench';

/** True for `took < 100`, which an assertion is given, or a variable that one is given later. */
function isQuick(comparison, measured) {
  const [small, large] = toOrder(comparison);
  return isShort(small, large, measured);
}

/** True for `if (took > 100) throw error`. */
function isGivenUp({ test, consequent }, measured) {
  const [small, large] = toOrder(test);
  const ends = listAll(consequent).some(({ type }) => type === 'ThrowStatement');
  return ends && isShort(large, small, measured);
}

/** Returns both sides of a comparison, the smaller one first; no sides of anything else. */
function toOrder(comparison) {
  const { type, operator, left, right } = comparison ?? {};
  if (type !== 'BinaryExpression' || !/^[<>]=?$/u.test(operator)) return [];
  return operator.startsWith('<') ? [left, right] : [right, left];
}

/** True for a measured time and a bound that is no measurement itself. */
function isShort(time, bound, measured) {
  if (time === undefined || bound === undefined) return false;
  return measured(time) && !measured(bound);
}

/** True for a loop that ends with a state of something else than the clock, however often it looks. */
function isState(loop) {
  const { test, update } = loop;
  if (test === undefined || test === null || test.type === 'Literal') return false;
  return (update ?? null) === null && !listAll(test).some(isClock) && !isCounted(loop);
}

/** True for a loop whose test depends on how often it ran, also if a state ends it earlier. */
function isCounted({ test, body }) {
  const changes = [test, body]
    .flatMap(listAll)
    .filter(({ type, operator }) => type === 'UpdateExpression' || COUNTED.test(operator ?? ''));
  const counts = new Set(changes.map(({ argument, left }) => (argument ?? left).name));
  return listAll(test).some(({ name }) => name !== undefined && counts.has(name));
}

/** True for a call that lets a time pass, unless the time is 0, which is a turn of the event loop. */
function isSleep({ callee, arguments: given }, sleeps) {
  const name = callee.property?.name ?? callee.name;
  const isWait = name === 'wait' && callee.object?.name === 'scheduler';
  // A method `sleep` is the product's: the sleep of a task, for which tests have a clock.
  const isKnown = callee.type === 'Identifier' || /Timeout$|Interval$/u.test(name ?? '');
  if (!isWait && !(isKnown && sleeps.has(name))) return false;
  const time = given[sleeps.get(`${callee.object?.name}.${name}`) ?? sleeps.get(name) ?? 0];
  return time !== undefined && time.value !== 0;
}

function isRetry({ key, value }) {
  return key?.name === 'retry' && value.value !== 0;
}

function isRunner(callee) {
  let root = callee;
  while (root.type === 'MemberExpression' || /^(?:Call|TaggedTemplate)/u.test(root.type)) {
    root = root.object ?? root.callee ?? root.tag;
  }
  return root.type === 'Identifier' && RUNNER.test(root.name);
}

/** True for an argument that follows a function or its name, and is a limit: `test(name, run, 5_000)`. */
function isLimitAfter(before, argument) {
  if (before?.type === 'Identifier') return isNumber(argument);
  if (!/Function/u.test(before?.type ?? '')) return false;
  return /^(?:Literal|Identifier|BinaryExpression|MemberExpression)$/u.test(argument.type);
}

/** True for a number, or what is named as a constant is. */
function isNumber({ type, value, name = '' }) {
  return typeof value === 'number' || type === 'BinaryExpression' || /^[A-Z][A-Z\d_]+$/u.test(name);
}

function hasLimit(argument) {
  return (
    argument?.type === 'ObjectExpression' &&
    argument.properties.some(
      ({ key, value }) =>
        LIMITS.has(key?.name ?? key?.value) &&
        value.name !== SHARED_LIMIT &&
        (typeof value.value === 'number' || /^(?:Identifier|Binary|Member)/u.test(value.type)),
    )
  );
}

/** Finds the names by which a file calls functions that wait for a time. */
function findSleepNames(program) {
  const names = new Map(Object.entries(SLEEPS));
  for (const { type, source, specifiers } of program.body) {
    if (type !== 'ImportDeclaration' || !/timers/u.test(source.value)) continue;
    const place = source.value.endsWith('promises') ? 0 : 1;
    for (const { imported, local } of specifiers) {
      if (TIMER.test(imported?.name ?? '')) names.set(local.name, place);
      if (imported !== undefined) continue;
      for (const name of ['setTimeout', 'setInterval']) names.set(`${local.name}.${name}`, place);
    }
  }
  for (const { type, id, init } of listAll(program)) {
    if (type !== 'VariableDeclarator' || id.type !== 'Identifier') continue;
    if (TIMER.test(init?.name ?? '')) names.set(id.name, names.get(init.name));
    const isMade = init?.callee?.name === 'promisify' && init.arguments[0]?.name === 'setTimeout';
    if (isMade) names.set(id.name, 0);
  }
  return names;
}

/**
 * Finds the variables and functions of a file that hold measured times, and returns a function that
 * is true for an expression with one of them.
 */
function findMeasured(program) {
  const nodes = listAll(program);
  const known = new Set();
  const moments = new Set(
    nodes
      .filter(({ type, init }) => type === 'VariableDeclarator' && init !== null && isClock(init))
      .map(({ id }) => id.name),
  );
  const measures = (node) =>
    node !== undefined && node !== null && hasMeasured(node, { known, moments });
  let before = -1;
  while (before !== known.size) {
    before = known.size;
    for (const { type, id, init, body } of nodes) {
      if (type === 'VariableDeclarator' && id.type === 'Identifier' && measures(toValue(init))) {
        known.add(id.name);
      }
      if (type === 'FunctionDeclaration' && listReturns(body).some(measures)) known.add(id.name);
    }
  }
  return measures;
}

/** Returns an expression, or what the function that it is returns. */
function toValue(init) {
  if (!/Function/u.test(init?.type ?? '')) return init;
  return init.body.type === 'BlockStatement' ? listReturns(init.body)[0] : init.body;
}

function listReturns(body) {
  return listAll(body)
    .filter(({ type }) => type === 'ReturnStatement')
    .map(({ argument }) => argument);
}

function hasMeasured(node, names) {
  if (/Function|TemplateLiteral/u.test(node.type)) return false;
  if (isDifference(node, names.moments)) return true;
  if (node.type === 'Identifier') return names.known.has(node.name) || MEASURED.test(node.name);
  if (node.type === 'MemberExpression') {
    const { name = '' } = node.property;
    if (name === 'length' || MEASURED.test(name)) return name !== 'length';
  }
  return listChildren(node).some((child) => hasMeasured(child, names));
}

/** True for a time that a clock has now minus another, or the difference of two that were stored. */
function isDifference({ type, operator, left, right }, moments) {
  if (type !== 'BinaryExpression' || operator !== '-') return false;
  return isClock(left) || (moments.has(left.name) && (moments.has(right.name) || isClock(right)));
}

/** True for `performance.now()`, `Date.now()`, `new Date()` and `process.hrtime()`. */
function isClock({ type, callee, expression, operator, argument, arguments: given }) {
  if (expression !== undefined) return isClock(expression);
  if (type === 'UnaryExpression' && operator === '+') return isClock(argument);
  if (type === 'NewExpression') return callee.name === 'Date' && given.length === 0;
  if (type !== 'CallExpression') return false;
  const { object, property } = callee;
  if (/^(?:performance|Date)$/u.test(object?.name ?? '')) return property.name === 'now';
  return object?.name === 'process'
    ? property.name === 'hrtime'
    : /hrtime/u.test(object?.property?.name ?? '');
}

function isStatement({ type }) {
  return /(?:Statement|Declaration)$/u.test(type) && type !== 'BlockStatement';
}
