import { expect, test } from 'vitest';
import { hideSecrets, listSecretValues, removeSecrets } from './secret-values.ts';

/** The beginning of tokens that are signed in the same way. */
const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

const secret = { type: 'string', writeOnly: true } as const;

test.each([
  ['a property', { properties: { a: secret } }, { a: 'x1', b: 'y' }, ['x1']],
  ['the whole value', secret, 'x1', ['x1']],
  [
    'a number',
    { properties: { pin: { type: 'integer', writeOnly: true } } },
    { pin: 1234 },
    ['1234'],
  ],
  [
    'all below it',
    { properties: { a: { writeOnly: true } } },
    { a: { b: ['x1', { c: 'x2' }] } },
    ['x1', 'x2'],
  ],
  ['items', { properties: { a: { items: secret } } }, { a: ['x1', 'x2'] }, ['x1', 'x2']],
  ['an item of a tuple', { prefixItems: [{}, secret], items: {} }, ['y', 'x1', 'z'], ['x1']],
  ['items after an old tuple', { items: [{}], additionalItems: secret }, ['y', 'x1'], ['x1']],
  [
    'a reference',
    { properties: { a: { $ref: '#/$defs/s' } }, $defs: { s: secret } },
    { a: 'x1' },
    ['x1'],
  ],
  [
    'an anchor',
    { properties: { a: { $ref: '#s' } }, $defs: { s: { ...secret, $anchor: 's' } } },
    { a: 'x1' },
    ['x1'],
  ],
  [
    'a branch',
    { oneOf: [{ properties: { a: {} } }, { properties: { a: secret } }] },
    { a: 'x1' },
    ['x1'],
  ],
  ['a condition', { if: {}, then: { properties: { a: secret } } }, { a: 'x1' }, ['x1']],
  ['a pattern', { patternProperties: { '^a': secret } }, { ab: 'x1' }, ['x1']],
  [
    'any other property',
    { properties: { b: {} }, additionalProperties: secret },
    { a: 'x1', b: 'x2' },
    ['x1'],
  ],
  [
    'a schema within itself',
    { properties: { next: { $ref: '#' }, a: secret } },
    { next: { next: { a: 'x1' } } },
    ['x1'],
  ],
  ['nothing', { properties: { a: { type: 'string' } } }, { a: 'x1' }, []],
])('secrets are found: %s', (...[, schema, value, found]) => {
  expect(listSecretValues(schema, value)).toEqual(found);
});

test.each([
  ['plain', 'The password hunter2 is wrong', ['hunter2'], 'The password [secret] is wrong'],
  ['twice', 'hunter2hunter2', ['hunter2'], '[secret][secret]'],
  ['as JSON', String.raw`got "a\"b\\cd"`, ['a"b\\cd'], 'got "[secret]"'],
  ['one within another', 'abcdefg and abcd', ['abcd', 'abcdefg'], '[secret] and [secret]'],
  ['cut', `string "${'s'.repeat(59)}…"`, ['s'.repeat(200)], 'string "[secret]…"'],
  ['short, alone', 'PIN 12 of 120', ['12'], 'PIN [secret] of 120'],
  ['none', 'all is well', [], 'all is well'],
  [
    'tokens that begin alike',
    `${HEADER}.e30.sig and ${HEADER}.eyJzdWIiOiIxIn0.long`,
    [`${HEADER}.e30.sig`, `${HEADER}.eyJzdWIiOiIxIn0.long`],
    '[secret] and [secret]',
  ],
  [
    'a key that begins like one that was cut',
    `${HEADER}.eyJz… and ${HEADER}.e30.sig`,
    [`${HEADER}.eyJzdWIiOiIxIn0.long`, `${HEADER}.e30.sig`],
    '[secret]… and [secret]',
  ],
  ['one that begins within another', 'see abcdefgh', ['abcd', 'cdefgh'], 'see [secret]'],
  ['the mark itself', 'my secret', ['secret', 'my'], '[secret] [secret]'],
])('secrets are hidden: %s', (...[, text, secrets, shown]) => {
  expect(hideSecrets(text, secrets)).toBe(shown);
});

test.each([
  ['a property', { properties: { a: secret } }, { a: 'x1', b: 'y' }, { b: 'y' }],
  ['the whole value', secret, 'x1', null],
  ['items', { properties: { a: { items: secret } } }, { a: ['x1', 2] }, { a: [null, null] }],
  [
    'a reference within itself',
    { properties: { next: { $ref: '#' }, a: secret } },
    { next: { next: { a: 'x1', b: 1 } } },
    { next: { next: { b: 1 } } },
  ],
  [
    'any branch',
    { oneOf: [{ properties: { a: {} } }, { properties: { a: secret } }] },
    { a: 'x1', b: { a: 'y' } },
    { b: { a: 'y' } },
  ],
  ['nothing', { properties: { a: {} } }, { a: ['x'] }, { a: ['x'] }],
])('secrets are left out of a copy: %s', (...[, schema, value, kept]) => {
  const before = JSON.stringify(value);
  expect(removeSecrets(schema, value)).toEqual(kept);
  expect(JSON.stringify(value)).toBe(before);
});

test('what is too deep to be searched is left out', () => {
  let value: unknown = 'x1';
  for (let depth = 0; depth < 70; depth += 1) value = { next: value, a: 'x1' };
  const schema = { properties: { next: { $ref: '#' }, a: secret } };
  expect(JSON.stringify(removeSecrets(schema, value))).not.toContain('x1');
});

test('however many secrets there are, each is hidden', () => {
  const keys = Array.from({ length: 5000 }, (_, at) => `key-${at}-of-many`);
  const schema = { properties: { keys: { writeOnly: true } } };
  const secrets = listSecretValues(schema, { keys });
  expect(secrets).toHaveLength(5000);
  expect(hideSecrets(`no ${keys[4999]} there`, secrets)).toBe('no [secret] there');
});
