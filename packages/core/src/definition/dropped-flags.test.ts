import type { SchemaLike } from '@formwork/schema';
import { type } from 'arktype';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineSkill } from './define-skill.ts';

const texts = { id: 'a', name: 'A', description: 'a', tags: [] };

function listFlags(schema: SchemaLike): readonly string[] {
  const { issues } = defineSkill({ ...texts, input: { a: schema }, run: () => 'x' });
  return issues.flatMap(({ code, severity, pointer = '', message }) => {
    if (code !== 'conversion-flags') return [];
    return [`${severity} ${pointer} ${message.slice(0, message.indexOf(' because '))}`];
  });
}

test('defineSkill() names the flags of patterns that Zod publishes without them', () => {
  const schema = z.object({
    i: z.string().regex(/foo/iu),
    micro: z.string().regex(new RegExp(String.raw`\xb5`, 'iu')),
    list: z.array(z.string().regex(/^a.b$/ms)),
    two: z
      .string()
      .regex(/^[a-z]+$/u)
      .regex(/bar/iu),
    key: z.record(z.string().regex(/^x/iu), z.string()),
    sticky: z.string().regex(/at start/y),
    inner: z.string().regex(/in/iu).optional(),
    plain: z.string().regex(/foo2/u),
  });
  expect(listFlags(schema)).toEqual([
    'warning /properties/i/pattern Cannot publish the flag "i" of /foo/iu',
    String.raw`warning /properties/micro/pattern Cannot publish the flag "i" of /\xb5/iu`,
    'warning /properties/list/items/pattern Cannot publish the flags "m" and "s" of /^a.b$/ms',
    'warning /properties/two/allOf/1/pattern Cannot publish the flag "i" of /bar/iu',
    'warning /properties/key/propertyNames/pattern Cannot publish the flag "i" of /^x/iu',
    'warning /properties/sticky/pattern Cannot publish the flag "y" of /at start/y',
    'warning /properties/inner/pattern Cannot publish the flag "i" of /in/iu',
  ]);
});

test('defineSkill() names the flags of patterns that ArkType publishes without them', () => {
  const schema = type({ a: /x/i, list: type(/y/i).array(), plain: /z/u });
  expect(listFlags(schema)).toEqual([
    'warning /properties/a/pattern Cannot publish the flag "i" of /x/i',
    'warning /properties/list/items/pattern Cannot publish the flag "i" of /y/i',
  ]);
});

test.each([
  /foo/u,
  new RegExp('foo', 'v'),
  /foo/g,
  /foo/d,
  /^[0-9]+$/i,
  /^[a-zA-Z]+$/i,
  /^a/s,
  /a/m,
  /^at/y,
])('defineSkill() finds no loss in %s, as the flags change nothing', (pattern) => {
  expect(listFlags(z.object({ a: z.string().regex(pattern) }))).toEqual([]);
});

test('defineSkill() finds no loss in the formats of Zod', () => {
  const formats = [z.email(), z.uuid(), z.url(), z.emoji(), z.ipv6(), z.base64(), z.iso.datetime()];
  expect(listFlags(z.object({ a: z.union(formats) }))).toEqual([]);
});

test('defineSkill() names no field if another publishes the same pattern rightly', () => {
  const schema = z.object({ a: z.string().regex(/foo/), b: z.string().regex(/foo/i) });
  expect(listFlags(schema)).toEqual(['warning  Cannot publish the flag "i" of /foo/i']);
});

test('defineSkill() says what the published pattern is, also of outputs', () => {
  const output = { b: z.object({ c: z.string().regex(/foo/i) }) };
  const input = { a: { type: 'object' } } as const;
  const { issues } = defineSkill({ ...texts, input, output, run: () => ({ c: 'FOO' }) });
  expect(issues).toEqual([
    {
      severity: 'warning',
      code: 'conversion-flags',
      where: 'skill "a" output "b"',
      pointer: '/properties/c/pattern',
      message:
        'Cannot publish the flag "i" of /foo/i because it must be expressible in JSON Schema, which has no flags: ' +
        'current value is the pattern "foo", which fits other texts than the zod schema takes',
    },
  ]);
});
