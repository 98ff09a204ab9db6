import { expect, test } from 'vitest';
import { listNames } from './list-names.ts';

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];

test.each([
  [names, 'hotels', 'hotel, alpha, bravo, charlie, delta, echo and 2 more'],
  [names, 'x', 'alpha, bravo, charlie, delta, echo, foxtrot and 2 more'],
  [names.slice(0, 7), 'x', 'alpha, bravo, charlie, delta, echo, foxtrot, golf'],
  [['alpha', 'bravo'], 'brave', 'bravo, alpha'],
  [[], 'x', ''],
])('of %j for %s: %s', (known, unknown, text) => {
  expect(listNames(known, unknown)).toBe(text);
});
