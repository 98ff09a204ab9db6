import { expect, test } from 'vitest';
import { parseRoute, writeRoute } from './route.ts';

test.each([
  '#/',
  '#/tasks',
  '#/tasks?state=failed&skill=plan-trip&scope=user%3Aada&older=12h&id=x',
  '#/tasks?scope=',
  '#/tasks/a%2Fb',
  '#/letters',
  '#/callers',
  '#/agent',
])('%s is a view, and is written as it was', (hash) => {
  expect(writeRoute(parseRoute(hash))).toBe(hash);
});

test('what is not known is the overview', () => {
  expect(parseRoute('#/else')).toEqual({ view: 'overview' });
  expect(parseRoute('')).toEqual({ view: 'overview' });
  expect(parseRoute('#/tasks/%')).toEqual({ view: 'task', taskId: '%' });
});
