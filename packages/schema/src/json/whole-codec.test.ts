import { expect, test } from 'vitest';
import { decodeWhole, encodeWhole } from './whole-codec.ts';

/** Loses members as generated codecs of protobuf do: by an assignment to each name. */
function lose(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(lose);
  const object: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) object[name] = lose(member);
  return object;
}

const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(lose(value)));
const decode = (bytes: Buffer): unknown => lose(JSON.parse(bytes.toString()));

const TEXTS = [
  '{"a":[{"__proto__":{"x":"__proto__","__proto__":1,"a__proto__b":2}}],"b":2}',
  '{"__proto__":null,"__prot0__":"__prot1__","constructor":{"prototype":3}}',
  '"__proto__"',
  '{"__proto__proto__":"___proto__proto__proto____proto___"}',
  '[]',
];

test.each(TEXTS)('members called __proto__ pass codecs that lose them: %s', (text) => {
  const value: unknown = JSON.parse(text);
  const bytes = encodeWhole(value, encode);
  expect(bytes.toString()).toBe(text);
  expect(JSON.stringify(decodeWhole(bytes, decode))).toBe(text);
  expect(Object.prototype).not.toHaveProperty('x');
});

test('a message in which every name is taken is refused', () => {
  const names = Array.from('0123456789abcdef', (letter) => `"__prot${letter}__"`);
  const text = `{"__proto__":[${names.join()}]}`;
  expect(() => encodeWhole<unknown>(JSON.parse(text), encode)).toThrow('must be absent');
  expect(() => decodeWhole(Buffer.from(text), decode)).toThrow('must be absent');
});

test('bytes within a message stay what they are', () => {
  const raw = Buffer.from('a __proto__ b');
  const message = { raw, thing: JSON.parse('{"__proto__":1}') as unknown };
  const seen: unknown[] = [];
  encodeWhole(message, (named) => {
    seen.push(named.raw);
    return Buffer.from('__prot0__');
  });
  expect(seen[0]).toBe(raw);
  const decoded = decodeWhole(Buffer.concat([raw]), (bytes) => ({ bytes }));
  expect(Buffer.from(decoded.bytes).equals(raw)).toBe(true);
});
