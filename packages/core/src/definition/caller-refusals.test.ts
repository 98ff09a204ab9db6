import { checkSchema, type JsonSchema, vetSchema, type DefinitionIssue } from '@formwork/schema';
import { expect, test } from 'vitest';
import { defineAgent } from './define-agent.ts';
import { defineSkill } from './define-skill.ts';

const TEXT = { type: 'string' };

function toGroup(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...rest };
}

/** Lists the warnings about an agent whose only skill has the schema as its input or output. */
function listWarnings(
  schema: JsonSchema,
  direction: 'input' | 'output',
): readonly DefinitionIssue[] {
  const words = { id: 'a', name: 'A', description: 'A.', tags: [] };
  const skill =
    direction === 'input'
      ? defineSkill({ ...words, input: { a: schema }, run: () => 'done' })
      : defineSkill({ ...words, output: { a: schema }, text: () => 'done' });
  return defineAgent({ name: 'A', version: '1', description: 'A.', skills: [skill] }).warnings;
}

/** An expected warning about a schema: its code, the JSON pointer to the place, and its text. */
interface Told {
  readonly code: string;
  readonly pointer: string;
  readonly message: RegExp;
}

test.each<[string, JsonSchema, Told]>([
  [
    'too long',
    toGroup({ a: { enum: ['x'.repeat(70_000)] } }),
    {
      code: 'schema-too-large',
      pointer: '',
      message:
        /^Callers will refuse the schema because the root must be JSON of at most 65536 characters: current value is \d+ characters$/u,
    },
  ],
  [
    'a pattern that runs out of time',
    toGroup({ a: { type: 'string', pattern: String.raw`^(a+)+\1$` } }),
    {
      code: 'schema-pattern-unsafe',
      pointer: '/properties/a/pattern',
      message:
        /^Cannot use the schema because "pattern" must be a regular expression that ends in time for every text, or stand beside a "maxLength" that keeps texts short \(it refers to its groups/u,
    },
  ],
  [
    'a long pattern',
    toGroup({ a: { type: 'string', pattern: 'a'.repeat(600) } }),
    {
      code: 'schema-pattern-unsafe',
      pointer: '/properties/a/pattern',
      message: /must be a pattern of at most 512 characters: current value is 600 characters$/u,
    },
  ],
  [
    'more values than are taken',
    toGroup({ a: { enum: Array.from({ length: 2001 }, (_value, at) => at) } }),
    {
      code: 'schema-too-complex',
      pointer: '/properties/a/enum',
      message: /must be a list of at most 2000: current value is 2001$/u,
    },
  ],
  [
    'references that multiply',
    {
      ...toGroup({ a: { $ref: '#/$defs/d0' } }),
      $defs: Object.fromEntries(
        Array.from({ length: 15 }, (_level, at) => [
          `d${at}`,
          at === 14
            ? TEXT
            : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
    },
    {
      code: 'schema-too-costly',
      pointer: '/properties/a',
      message: /must be one that applies at most 10000 schemas to one value/u,
    },
  ],
])('a schema with %s is told at definition', (_name, schema, { code, pointer, message }) => {
  expect(checkSchema(schema)).toMatchObject([{ severity: 'warning', code, pointer }]);
  for (const direction of ['input', 'output'] as const) {
    expect(listWarnings(schema, direction)).toEqual([
      {
        severity: 'warning',
        code,
        where: `skill "a" ${direction} "a"`,
        pointer,
        message: expect.stringMatching(message),
      },
    ]);
  }
});
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';

test.each<[string, JsonSchema]>([
  ['a percent sign', toGroup({ a: { $ref: '#/$defs/A%20%3CB%3E' } }, { $defs: { 'A <B>': TEXT } })],
  [
    'a nested place',
    toGroup({
      a: toGroup({ b: TEXT }),
      c: { $ref: '#/properties/a/properties/b' },
    }),
  ],
  [
    '$defs in draft-07',
    toGroup({ a: { $ref: '#/$defs/b' } }, { $schema: DRAFT_07, $defs: { b: TEXT } }),
  ],
  [
    'definitions within $defs in draft-07',
    toGroup(
      { a: { $ref: '#/$defs/b' } },
      {
        $schema: DRAFT_07,
        $defs: { b: { items: { $ref: '#/definitions/c' } } },
        definitions: { c: TEXT },
      },
    ),
  ],
  ['an anchor', toGroup({ a: { $ref: '#b' } }, { $defs: { b: { $anchor: 'b', ...TEXT } } })],
  [
    'components',
    toGroup(
      { a: { $ref: '#/components/schemas/b' } },
      {
        components: { schemas: { b: { items: { $ref: '#/components/schemas/c' } }, c: TEXT } },
      },
    ),
  ],
  [
    'a nested identifier',
    toGroup(
      { a: { $ref: 'b' } },
      {
        $id: 'https://example.com/a',
        $defs: { b: { $id: 'b', $ref: '#/$defs/c', $defs: { c: TEXT } } },
      },
    ),
  ],
  [
    'a dynamic reference',
    toGroup({ a: { $dynamicRef: '#node' }, b: TEXT }, { $dynamicAnchor: 'node' }),
  ],
])('a schema with %s in its references is taken by callers', (_name, schema) => {
  const warnings = listWarnings(schema, 'input');
  // A schema that keeps definitions under a keyword unknown to JSON Schema has a warning about
  // that.
  expect(warnings.filter((issue) => issue.code !== 'schema-keyword-unknown')).toEqual([]);
  expect(vetSchema(schema)).toMatchObject({ kind: 'vetted' });
});
