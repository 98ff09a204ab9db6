import { expect, test } from 'vitest';
import { toPlainFields } from './plain-fields.ts';

test('toPlainFields() keeps what JSON would lose in silence', () => {
  const error = new Error('no answer', { cause: new Error('refused') });
  const plain = toPlainFields({
    error,
    inside: [error],
    amount: 12n,
    map: new Map([['a', new Set([1])]]),
    day: new Date(0),
    url: new URL('http://a.example/'),
    bytes: new Uint8Array(3),
    none: null,
  });
  expect(plain).toEqual({
    error: expect.stringMatching(/^Error: no answer\n[^]*\nCaused by: Error: refused\n/u),
    inside: [expect.stringMatching(/^Error: no answer\n/u)],
    amount: '12',
    map: { a: [1] },
    day: '1970-01-01T00:00:00.000Z',
    url: 'http://a.example/',
    bytes: '[3 bytes]',
    none: null,
  });
});

test('toPlainFields() never throws', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  let deep: unknown = 'end';
  for (let level = 0; level < 100; level += 1) deep = [deep];
  const hostile = {
    get member(): unknown {
      throw new Error('no');
    },
  };
  const refusing = {
    toJSON(): never {
      throw new Error('no');
    },
  };
  const plain = toPlainFields({ circle, deep, hostile, refusing });
  expect(plain).toMatchObject({
    circle: { self: '[circular]' },
    hostile: { member: '[unreadable]' },
    refusing: '[unreadable]',
  });
  expect(JSON.stringify(plain['deep'])).toContain('[too deep]');
});

test.each<readonly [name: string, fields: unknown, expected: unknown]>([
  [
    'a getter that throws',
    {
      get a(): never {
        throw new Error('no');
      },
      b: 1,
    },
    { a: '[unreadable]', b: 1 },
  ],
  [
    'a proxy that refuses',
    new Proxy(
      {},
      {
        ownKeys(): never {
          throw new Error('no');
        },
      },
    ),
    { fields: '[unreadable]' },
  ],
  ['a proxy that was revoked', revoked(), { fields: '[unreadable]' }],
  ['null', null, {}],
  ['an error', new Error('lost'), { error: expect.stringMatching(/^Error: lost\n/u) }],
  ['a text', 'said', { fields: 'said' }],
  ['a list', [1, 2], { fields: [1, 2] }],
])('toPlainFields() keeps fields that are %s', (_name, fields, expected) => {
  expect(toPlainFields(fields)).toEqual(expected);
});

test('toPlainFields() redacts texts, numbers, names and errors', () => {
  const redact = <Value extends string | number>(value: Value): Value | string =>
    String(value).includes('1234') ? '***' : value;
  expect(
    toPlainFields(
      { a: 'x1234', pin: 1234, x1234: new Map([['1234', 1]]), e: new Error('1234') },
      redact,
    ),
  ).toEqual({ a: '***', pin: '***', '***': { '***': 1 }, e: '***' });
});

test('toPlainFields() copies so many values and no more', () => {
  let shared: unknown = 'end';
  for (let level = 0; level < 15; level += 1) shared = [shared, shared, shared];
  const huge = Array.from({ length: 1_000_000 }, (_, index) => index);
  const members = Object.fromEntries(huge.slice(0, 20_000).map((at) => [`m${at}`, at]));
  for (const value of [shared, huge, new Set(huge), members]) {
    const text = JSON.stringify(toPlainFields({ value }));
    expect(text).toContain('[more]');
    expect(text.length).toBeLessThan(1_000_000);
  }
});

test('toPlainFields() copies a long text that many places share a few times alone', () => {
  const text = 'x'.repeat(1_000_000);
  const list = Array.from({ length: 1000 }, () => text);
  const error = new Error(text);
  const plain = toPlainFields({ list, error, more: { [text]: 1 } });
  expect(JSON.stringify(plain).length).toBeLessThan(11_000_000);
  expect(plain['list']).toContain(text);
  expect(plain['list']).toContain('[1000000 characters]');
  expect(plain['more']).toEqual({ '[1000000 characters]': 1 });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
