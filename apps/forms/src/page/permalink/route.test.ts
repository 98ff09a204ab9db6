import { expect, test } from 'vitest';
import { isMadeForAnother, MAX_LINK_LENGTH, parseHash, toHash } from './route.ts';

const SHA = `sha256:${'0123456789abcdef'.repeat(4)}`;

test('a route is the same after its hash was read', () => {
  const route = {
    agent: 'https://agents.example/a?b=c#d',
    skill: 'fight & more',
    schema: 'größe',
    linked: { data: { a: 'Löwe 🦁', b: [1, null] }, fingerprint: SHA.slice(0, 23) },
  };
  expect(parseHash(toHash(route) ?? '')).toEqual(route);
  expect(parseHash(toHash({}) ?? '')).toEqual({});
  const question = { view: 'inbox', task: 'a b', asker: 'https://other.example/a?b' } as const;
  expect(parseHash(toHash(question) ?? '')).toEqual(question);
  expect(parseHash(toHash({ run: 'x', view: 'compare' }) ?? '')).toEqual({
    run: 'x',
    view: 'compare',
  });
});

test('data that are too long make no link', () => {
  const linked = { data: 'x'.repeat(MAX_LINK_LENGTH), fingerprint: SHA };
  expect(toHash({ linked })).toBeUndefined();
});

test.each([
  '#data=***',
  '#data=e30x',
  `#data=${'A'.repeat(MAX_LINK_LENGTH + 1)}`,
  '#data=_w',
  '#view=admin',
  '#%E0%A4%A',
  '',
])('what nobody here wrote does no harm: %s', (hash) => {
  expect(parseHash(hash).linked).toBeUndefined();
  expect(parseHash(hash).view).toBeUndefined();
});

test('a link tells that its schema was another one', () => {
  const { linked } = parseHash(toHash({ linked: { data: 1, fingerprint: SHA } }) ?? '');
  expect(linked === undefined ? undefined : isMadeForAnother(linked, SHA)).toBe(false);
  expect(
    linked === undefined ? undefined : isMadeForAnother(linked, `sha256:${'f'.repeat(64)}`),
  ).toBe(true);
});
