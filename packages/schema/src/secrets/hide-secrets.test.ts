import { expect, test } from 'vitest';
import { hideSecrets, isOneOf } from './hide-secrets.ts';

/** The beginning of tokens that are signed in the same way. */
const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

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

test('however many secrets there are, each is hidden', () => {
  const secrets = Array.from({ length: 5000 }, (_, at) => `key-${at}-of-many`);
  expect(hideSecrets(`no ${secrets[4999]} there`, secrets)).toBe('no [secret] there');
  expect([isOneOf('key-7-of-many', secrets), isOneOf('key-', secrets)]).toEqual([true, false]);
});

test('of secrets that begin alike, the one that is most like a text counts, whatever their order', () => {
  const alike = Array.from({ length: 300 }, (_, at) => `${HEADER}.${at}${'x'.repeat(at % 7)}`);
  const secrets = alike.toReversed();
  const shown = alike.map((one) => hideSecrets(`<${one}>`, secrets));
  expect(new Set(shown)).toEqual(new Set(['<[secret]>']));
});

// Each of these takes minutes if every character is compared with all that follows.
test.each([
  ['one that repeats itself', ['a'.repeat(300_000)]],
  [
    'many that repeat themselves',
    Array.from({ length: 3000 }, (_, at) => `${'a'.repeat(200)}${at}`),
  ],
])('a text that is made to be compared for ever is hidden soon: %s', (_name, secrets) => {
  expect(hideSecrets(`see ${'a'.repeat(300_000)}`, secrets)).toBe('see [secret]');
});
