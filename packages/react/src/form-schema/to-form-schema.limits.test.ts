import type { JsonSchema } from '@formwork/schema';
import { resolvePointer } from '@formwork/schema/json';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawProperty } from '../testing/draw.ts';
import type { FormLimits } from './form-limits.ts';
import { toFormSchema } from './to-form-schema.ts';

describe('what is too large is refused before it is drawn, and the rule is named', () => {
  function refusal(schema: JsonSchema, limits?: Partial<FormLimits>): unknown {
    const outcome = toFormSchema(schema, limits === undefined ? {} : { limits });
    return outcome.kind === 'refused' ? outcome.issue : outcome.count;
  }

  test('references that double', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_level, level) => {
        const $ref = `#/$defs/d${level + 1}`;
        return [
          `d${level}`,
          { type: 'object', required: ['l', 'r'], properties: { l: { $ref }, r: { $ref } } },
        ];
      }),
    );
    expect(
      refusal({ $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'string' } } }),
    ).toMatchObject({
      code: 'form-too-large',
      message:
        'Cannot draw the schema because a form must have at most 10000 fields in all: current value is more than can be counted',
    });
  });

  test('fields at once, unless they stand in groups, which are folded then', () => {
    const texts = (count: number): JsonSchema =>
      Object.fromEntries(Array.from({ length: count }, (_t, at) => [`t${at}`, { type: 'string' }]));
    const $defs = { group: { type: 'object', properties: texts(200) } };
    const inline = { type: 'object', required: ['inner'], properties: { inner: $defs.group } };
    const properties = { a: { $ref: '#/$defs/group' }, b: { $ref: '#/$defs/group' }, c: inline };
    const required = ['a', 'b', 'c'];
    const root = { type: 'object', required, properties, $defs };
    expect(refusal(root)).toEqual({ visible: 1, fields: 605, parts: 0 });
    expect(refusal(root, { visible: 700 })).toMatchObject({ visible: 605 });
    expect(refusal({ type: 'object', properties: texts(500) })).toMatchObject({
      message: expect.stringContaining('at most 500 fields at once: current value is 501'),
    });
  });

  test('fields, folded ones too', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 501 }, (_property, n) => [`p${n}`, { type: 'string' }]),
    );
    expect(refusal({ properties })).toMatchObject({ code: 'form-too-large' });
    const list = { type: 'object', properties: { all: { items: { properties } } } };
    expect(refusal(list)).toEqual({ visible: 2, fields: 504, parts: 0 });
    expect(refusal(list, { fields: 400 })).toMatchObject({
      message:
        'Cannot draw the schema because a form must have at most 400 fields in all: current value is 504',
    });
  });

  test('parts that are put together again and again, though each is small and folded', () => {
    const toTwins = (level: number): readonly (readonly [string, JsonSchema])[] => {
      const next = ['a', 'b'].map((twin) => ({ $ref: `#/$defs/${twin}${level + 1}` }));
      const end = { properties: { x: { type: 'string' } } };
      return ['a', 'b'].map((twin) => [
        `${twin}${level}`,
        level === 11 ? { title: twin, ...end } : { type: 'object', description: twin, allOf: next },
      ]);
    };
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_level, at) => toTwins(at)).flat(),
    );
    const properties = { first: { type: 'string' }, folded: { $ref: '#/$defs/a0' } };
    expect(refusal({ properties, $defs })).toMatchObject({
      code: 'form-too-large',
      message: expect.stringMatching(
        /must have at most 6000 parts of "allOf" in all: current value is \d+$/u,
      ),
    });
    // A part that occurs twice in `allOf` counts once.
    const definitions = Array.from({ length: 12 }, (_level, at) => {
      const next = { $ref: `#/$defs/a${at + 1}` };
      return [`a${at}`, at === 11 ? { type: 'string' } : { allOf: [next, next] }] as const;
    });
    expect(refusal({ properties, $defs: Object.fromEntries(definitions) })).toMatchObject({
      visible: 3,
      parts: 0,
    });
  });

  test('choices that all stand there', () => {
    const items = { enum: Array.from({ length: 60 }, (_value, at) => at) };
    const properties = Object.fromEntries(
      Array.from({ length: 40 }, (_property, at) => [
        `p${at}`,
        { type: 'array', uniqueItems: true, items },
      ]),
    );
    expect(refusal({ properties })).toMatchObject({
      message: expect.stringMatching(/at most 500 fields at once: current value is 641$/u),
    });
  });

  test('schemas and levels', () => {
    const $defs = Object.fromEntries(Array.from({ length: 3000 }, (_def, n) => [`d${n}`, {}]));
    expect(refusal({ $defs })).toMatchObject({ code: 'form-schema-too-large' });
    let deep: JsonSchema = { type: 'string' };
    for (let level = 0; level < 5000; level += 1) deep = { not: deep };
    expect(refusal(deep)).toMatchObject({ code: 'form-schema-too-deep' });
  });

  test('a long chain of references is no stack of calls', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 900 }, (_def, n) => [`d${n}`, { items: { $ref: `#/$defs/d${n + 1}` } }]),
    );
    expect(refusal({ $ref: '#/$defs/d0', $defs: { ...$defs, d900: {} } })).toMatchObject({
      visible: 1,
    });
  });

  test('long choices get an editor', () => {
    const values = Array.from({ length: 100_000 }, (_value, n) => `v${n}`);
    expect(drawProperty({ enum: values })).toEqual({ 'x-formwork-json': 'size' });
  });
});

/** Keywords that hold values of the agent and not schemas. */
const VALUES = new Set(['x-formwork-default', 'enum', 'const', 'examples']);

describe('any schema', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'prefixItems',
    'anyOf',
    'oneOf',
    'allOf',
    'if',
    'then',
    'not',
    '$ref',
    '$id',
    '$anchor',
    '$defs',
    'enum',
    'const',
    'required',
    'dependentSchemas',
    'title',
    'additionalProperties',
    'patternProperties',
    'default',
    'minItems',
    'format',
    '__proto__',
    'x-formwork-ui',
    'widget',
    'order',
    'section',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom('string', 'object', 'array', 'null', '#', '#/$defs/a', '#a', 'a'),
      fc.constantFrom<unknown>(true, false, null, 0, 1, -1),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.array(fc.tuple(keyword, tie('any')), { maxLength: 4 }).map(Object.fromEntries),
    ),
  })).any;

  test('comes to something drawable or a refusal, and only to local references', () => {
    fc.assert(
      fc.property(value, (any) => {
        const schema = { type: 'object', properties: { a: any }, $defs: { a: any } };
        const outcome = toFormSchema(schema);
        if (outcome.kind === 'refused') return;
        const text = JSON.stringify(outcome.schema, (key, member: unknown) =>
          VALUES.has(key) ? undefined : member,
        );
        for (const [, name = ''] of text.matchAll(/"\$ref":"#\/\$defs\/(\w+)"/gu)) {
          expect(resolvePointer(outcome.schema, `/$defs/${name}`)).toBeDefined();
        }
        expectDrawable(outcome.schema);
      }),
      { numRuns: 2000 },
    );
  });
});

/**
 * Checks that a form schema has nothing that a form cannot draw, such as a missing type or a title
 * that is not a text.
 */
function expectDrawable(schema: unknown): void {
  expect(schema).toBeTypeOf('object');
  const node = schema as Record<string, unknown>;
  for (const name of ['title', 'description']) {
    if (name in node) expect(node[name]).toBeTypeOf('string');
  }
  for (const name of ['$id', '$anchor', 'prefixItems', 'patternProperties', 'default']) {
    expect(node).not.toHaveProperty(name);
  }
  const tells = ['type', '$ref', 'x-formwork-later', 'anyOf', 'oneOf', 'allOf', 'x-formwork-json'];
  expect(tells.some((name) => name in node)).toBe(true);
  const properties = (node['properties'] ?? {}) as Record<string, unknown>;
  expect(Object.keys(properties).some((name) => name in Object.prototype)).toBe(false);
  for (const property of Object.values(properties)) expectDrawable(property);
  if (Array.isArray(node['items'])) node['items'].forEach(expectDrawable);
}
