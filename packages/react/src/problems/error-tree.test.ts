import { expect, test } from 'vitest';
import { toErrorTree } from './error-tree.ts';

test('messages stand at their places', () => {
  const tree = toErrorTree([
    { pointer: '/a/0', text: 'one' },
    { pointer: '/a/0', text: 'two' },
    { pointer: '', text: 'all' },
    { pointer: '/x.y/~1', text: 'odd' },
  ]);
  expect(tree).toEqual({
    __errors: ['all'],
    a: { 0: { __errors: ['one', 'two'] } },
    'x.y': { '/': { __errors: ['odd'] } },
  });
});

test('places below names of JavaScript have the names of their fields', () => {
  const pointers = ['/a/__proto__/polluted', '/constructor'];
  expect(toErrorTree(pointers.map((pointer) => ({ pointer, text: 'x' })))).toEqual({
    a: { '\u0000__proto__': { polluted: { __errors: ['x'] } } },
    '\u0000constructor': { __errors: ['x'] },
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
