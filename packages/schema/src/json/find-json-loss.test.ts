import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { findJsonLoss } from './find-json-loss.ts';

class Price {
  readonly amount = 3;
}

class Total {
  readonly #cents = 1;
  readonly currency = 'EUR';
  get cents(): number {
    return this.#cents;
  }
}

class Sum {
  readonly #cents = 1;
  add(cents: number): number {
    return this.#cents + cents;
  }
}

/** Keeps its data where only its getter finds them, as compiled private fields do. */
class Size {
  get width(): number {
    return 1;
  }
}

class Discount {
  declare readonly code?: string;
  apply(price: number): number {
    return price;
  }
}

class Tagged extends Price {
  get [Symbol.toStringTag](): string {
    return 'Tagged';
  }
}

class Order extends Price {
  readonly item = 'x';
  double(): number {
    return this.amount * 2;
  }
}

class Named extends Total {}

class Cache extends Map<string, number> {
  override get [Symbol.toStringTag](): string {
    return 'Object';
  }
}

const symbol = Symbol('id');
const throwing = {
  get a(): never {
    throw new Error('boom');
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const sparse = [1];
sparse.length = 2;

/** An answer of a model provider's library, which hides the id of the request. */
const hidden = Object.defineProperty({ a: 1 }, '_request_id', { value: 'r' });
/** Rows of a database driver, which hides their count. */
const rows = Object.defineProperty([1], 'count', { value: 1 });
class Rows extends Array<number> {}

/** A value that JSON reads something else in place of. */
function readAs(json: unknown): object {
  return { toJSON: () => json };
}

/** A value whose `toJSON` returns the value itself, which JSON asks only once. */
class Self {
  readonly a = 1;
  toJSON(): this {
    return this;
  }
}

const circle: { inner: unknown[] } = { inner: [] };
circle.inner.push(circle);
const shared = { x: 1 };

test.each([
  ['a text', 'x'],
  ['null', null],
  ['numbers', [0, -1.5, Number.MAX_VALUE]],
  ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  ['members that are undefined', { a: undefined, b: { c: undefined } }],
  ['what stands in two places', [shared, { shared }]],
  ['a date', { at: new Date(0) }],
  ['a URL', [new URL('https://example.com')]],
  ['the fields of an instance', new Price()],
  ['the fields of an instance with methods', [new Order()]],
  ['members that are hidden on purpose', [hidden, rows, Rows.from([1])]],
  ['objects of another realm', runInNewContext('({ a: [1, {}] })')],
  [
    'getters of the object itself',
    Object.defineProperty({}, 'a', { get: () => 1, enumerable: true }),
  ],
  ['proxies', new Proxy({ a: new Proxy([1], {}) }, {})],
  ['the negative zero', -0],
  ['the fields of an instance with getters', [new Total(), new Named()]],
  ['an instance that has no field yet', [new Discount()]],
  [
    'fields beside those of a prototype',
    Object.assign(Object.create({ a: 1 }) as object, { b: 2 }),
  ],
  ['the items of a match', 'order 42'.match(/order (?<id>\d+)/u)],
  ['the items of a list with a member', Object.assign([{ a: 1 }], { columns: ['a'] })],
  ['an object with a member under a symbol', { a: 1, [symbol]: 2 }],
  ['boxed values', [Object('x'), Object(1), Object(true)]],
  ['an instance that names its class', new Tagged()],
  ['a member whose toJSON leaves it out', { a: readAs(undefined), b: 1 }],
  ['a function with a toJSON', { a: Object.assign(() => 1, { toJSON: () => 'x' }) }],
  ['bytes of Node', { a: Buffer.from('x') }],
  ['what JSON reads in place of a value', [readAs({ a: 1 }), readAs(null)]],
  ['a value that stands for itself', { a: new Self() }],
])('%s is carried by JSON', (_name, value) => {
  expect(findJsonLoss(value)).toBeUndefined();
});

test.each([
  [Number.NaN, '', 'NaN'],
  [{ a: [1, Number.NEGATIVE_INFINITY] }, '/a/1', '-Infinity'],
  [{ 'a/b': { '~': () => 1 } }, '/a~1b/~0', 'function'],
  [{ a: Symbol('x') }, '/a', 'symbol'],
  [[1, undefined], '/1', 'undefined'],
  [Array.from({ length: 1 }), '/0', 'undefined'],
  [{ a: new Map([[1, 2]]) }, '/a', 'Map'],
  [new Set([1]), '', 'Set'],
  [{ a: new Error('x') }, '/a', 'Error'],
  [{ a: Promise.resolve(1) }, '/a', 'Promise'],
  [{ a: new Uint8Array(2) }, '/a', 'Uint8Array'],
  [{ a: /x/u }, '/a', 'RegExp'],
  [{ at: new Date('no') }, '/at', 'Invalid Date'],
  [{ a: [1n] }, '/a/0', 'bigint'],
  [circle, '/inner/0', 'circle'],
  [{ a: sparse }, '/a/1', 'undefined'],
  [{ a: new Sum() }, '/a', 'an instance of Sum, whose fields are private'],
  [new Size(), '', 'an instance of Size, whose fields are private'],
  [new Cache(), '', 'an instance of Cache, whose fields are private'],
  [{ a: Object(Number.NaN) as object }, '/a', 'NaN'],
  [{ a: Object(1n) as object }, '/a', 'BigInt'],
  [{ a: Object.assign(new Error('x'), { code: 'E' }) }, '/a', 'Error'],
  [{ a: Object.assign(new Map(), { b: 1 }) }, '/a', 'Map'],
  [{ a: new URLSearchParams('a=1') }, '/a', 'URLSearchParams'],
  [{ a: new DataView(new ArrayBuffer(1)) }, '/a', 'DataView'],
  [{ a: readAs(new Map([[1, 2]])) }, '/a', 'Map'],
  [{ a: readAs({ b: [Number.NaN] }) }, '/a/b/0', 'NaN'],
  [[readAs(undefined)], '/0', 'undefined'],
  [readAs(() => 1), '', 'function'],
  [readAs(readAs(1)), '/toJSON', 'function'],
])('%o is not, and the finding says where', (value, pointer, shown) => {
  expect(findJsonLoss(value)).toEqual({ pointer, shown });
});

test.each([
  ['a getter', [throwing], '/0/a'],
  ['a revoked proxy', { a: revoked.proxy }, '/a'],
  ['a toJSON', [{ toJSON: () => throwing.a }], '/0'],
])('%s that throws has its place', (_name, value, pointer) => {
  const shown = 'a value that throws when it is read';
  expect(findJsonLoss(value)).toEqual({ pointer, shown });
});

test('bigints are what the program makes of them', () => {
  const { prototype } = BigInt;
  Object.defineProperty(prototype, 'toJSON', {
    configurable: true,
    value(this: bigint) {
      return String(this);
    },
  });
  try {
    expect(findJsonLoss({ id: 1n })).toBeUndefined();
  } finally {
    Reflect.deleteProperty(prototype, 'toJSON');
  }
  expect(findJsonLoss({ id: 1n })).toEqual({ pointer: '/id', shown: 'bigint' });
});

test.each([
  ['#cents = 1; add() { return this.#cents; }', true],
  ['#cents', true],
  ['a() {}\n  static async #load() {}', true],
  ['#cents; static is(other) { return #cents in other; }', true],
  ["paint() { return '#fff'; }", false],
  ['paint() { return `#fff\n  background: #abc; ${1} #def`; }', false],
  ['// The field #cents; is gone.\n  /* #a */ add() {}', false],
  ["open() { return 'https://example.com/a.html#top'; }", false],
])('a class with the body %j has private members: %s', (body, isPrivate) => {
  const found = findJsonLoss(runInNewContext(`new (class Some { ${body} })()`));
  expect(found !== undefined).toBe(isPrivate);
});
