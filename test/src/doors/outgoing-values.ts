/** The outcome for a value that no door carries. */
export const REFUSED = 'refused';

/** A value that a handler hands out, and the one verdict on it. */
export interface OutgoingValue {
  readonly name: string;
  readonly make: () => unknown;
  /** The value that every door gives as data, or {@link REFUSED}. */
  readonly data: unknown;
  /** The value that a step remembers, or {@link REFUSED}. Default: the same. */
  readonly kept?: unknown;
  /** The text that every door gives for it as plain text, or {@link REFUSED}. Default: refused. */
  readonly text?: string;
}

const HALF = '\uD83D';
/** The name of a text of 1.5 MB, which is more than a step may return. */
export const HUGE = 'huge text';
/** The name of a value with a member `__proto__` of its own. */
export const PROTO = 'member __proto__';

class Row {
  readonly id = 1;
  get double(): number {
    return this.id * 2;
  }
}

class Sealed {
  readonly #id = 1;
  get id(): number {
    return this.#id;
  }
}

function* count(): Generator<number> {
  yield 1;
}

function makeCircle(): unknown {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  return circle;
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

function refused(name: string, make: () => unknown, kept: unknown = REFUSED): OutgoingValue {
  return { name, make, data: REFUSED, kept };
}

/** A value that arrives as JSON writes it, or as `data`. */
function passes(name: string, value: unknown, data: unknown = value): OutgoingValue {
  return { name, make: () => value, data };
}

function text(name: string, value: string, shown = value): OutgoingValue {
  const data = shown === value ? value : REFUSED;
  return { name, make: () => value, data, kept: value, text: shown };
}

/** Every kind of value that a handler may hand out. */
export const OUTGOING_VALUES: readonly OutgoingValue[] = [
  refused('Map', () => new Map([['a', 1]])),
  refused('Set', () => new Set([1])),
  refused('Error', () => new Error('a')),
  refused('generator', count),
  refused('promise', () => Promise.resolve(1)),
  refused('RegExp', () => /a/u),
  refused('NaN', () => Number.NaN),
  refused('Infinity', () => -Infinity),
  refused('undefined in a list', () => [undefined]),
  // oxlint-disable-next-line no-sparse-arrays
  refused('hole in a list', () => [1, , 2]),
  refused('function', () => () => 1),
  refused('symbol', () => Symbol('a')),
  refused('bigint', () => 1n),
  refused('invalid date', () => new Date(Number.NaN)),
  refused('bytes', () => new Uint8Array([1])),
  refused('instance with private fields', () => new Sealed()),
  refused('circle', makeCircle),
  refused('too deep', () => nest(10_000)),
  refused('getter that throws', () => ({
    get a(): number {
      throw new Error('no');
    },
  })),
  refused('unsafe integer', () => 2 ** 60, 2 ** 60),
  refused('2^53', () => 2 ** 53, 2 ** 53),
  refused('half of a pair in a name', () => ({ [HALF]: 1 }), { [HALF]: 1 }),
  passes('18 digits that come back', 1e18),
  passes('beyond 64 bits', 1e21),
  passes('largest safe integer', Number.MAX_SAFE_INTEGER),
  passes('smallest double', 5e-324),
  passes('fraction', 0.1),
  passes('minus zero', -0, 0),
  passes('null', null),
  passes('lists and objects', { a: [1, { b: 'c' }], '': true }),
  passes('undefined member', { a: 1, b: undefined }, { a: 1 }),
  passes('date', new Date(0), '1970-01-01T00:00:00.000Z'),
  passes('address', new URL('https://example.com/'), 'https://example.com/'),
  passes('Buffer', Buffer.from('a'), { type: 'Buffer', data: [97] }),
  passes('instance with fields', new Row(), { id: 1 }),
  passes('nested, but not too deep', nest(60)),
  text('text', 'Grüße \u{1F600} 日本'),
  text('control characters', 'a\u0001\tb\r\nc'),
  text('null character', 'a\u0000b'),
  text('half of a pair at the end', `cut ${HALF}`, 'cut \uFFFD'),
  text('half of a pair in the middle', `${HALF}a\uDE00b`, '\uFFFDa\uFFFDb'),
  { ...text(HUGE, 'x'.repeat(1_500_000)), kept: REFUSED },
  passes(PROTO, JSON.parse('{"__proto__":1}')),
];
