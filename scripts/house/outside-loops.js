// Finds loops of which a number from outside decides how often they run.
import { listOwn } from './syntax.js';

/** Finds loops and repetitions whose number was parsed, and compared with nothing before. */
export function findOutsideLoops(file) {
  return file.functions.flatMap((made) => {
    const own = listOwn(made.body);
    const parsed = new Set(
      own
        .filter(({ type, id, init }) => type === 'VariableDeclarator' && id.name && isParsed(init))
        .map(({ id }) => id.name),
    );
    const isBound = (name) => own.some((node) => compares(node, name));
    const isOutside = (node) =>
      isParsed(node) ||
      (node?.type === 'Identifier' && parsed.has(node.name) && !isBound(node.name));
    return own.flatMap((node) => {
      const bound = toBound(node);
      return bound !== undefined && isOutside(bound) ? [node] : [];
    });
  });
}

/** Returns the expression that decides how often something is done; `undefined` for all else. */
function toBound({ type, test, callee, arguments: given = [] }) {
  if (/^(?:For|While|DoWhile)Statement$/u.test(type) && test?.type === 'BinaryExpression') {
    return test.operator.startsWith('<') ? test.right : test.left;
  }
  if (!/^(?:Call|New)Expression$/u.test(type)) return undefined;
  const name = callee.property?.name ?? callee.name;
  if (name === 'repeat' || name === 'Array' || name === 'padStart' || name === 'padEnd') {
    return given[0];
  }
  if (name !== 'from' || callee.object?.name !== 'Array') return undefined;
  const length = given[0]?.properties?.find(({ key }) => key?.name === 'length');
  return length?.value;
}

function isParsed(node) {
  if (node?.type === 'UnaryExpression') return node.operator === '+';
  if (node?.type !== 'CallExpression') return false;
  const name = node.callee.property?.name ?? node.callee.name;
  return /^(?:Number|parseInt|parseFloat)$/u.test(name ?? '');
}

/** True for a comparison that gives a number an upper limit, outside of the test of a loop. */
function compares({ type, operator, left, right, callee, arguments: given = [] }, name) {
  if (type === 'CallExpression') {
    const isCheck =
      callee.property?.name === 'min' || /^(?:is|check|assert)/u.test(callee.name ?? '');
    return isCheck && given.some((each) => each.name === name);
  }
  if (type !== 'BinaryExpression' || !/^[<>]=?$/u.test(operator)) return false;
  const [small, large] = operator.startsWith('<') ? [left, right] : [right, left];
  if (small.name === name) return true;
  // The counter of a loop is no limit, and neither is 0.
  const isLimit = small.type === 'Identifier' ? /^[A-Z\d_]+$/u.test(small.name) : small.value !== 0;
  return large.name === name && isLimit;
}
