import { isFormworkError } from '@formwork/schema';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test, vi } from 'vitest';
import { fromAgentCard } from '../sources/agent-card.ts';
import { ESCAPES, INJECTIONS, repeat, type Attack } from '../testing/attacks.ts';
import { compileModules } from '../testing/compile-modules.ts';
import { generateTypes, type GeneratedTypes } from './generate-types.ts';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return schema;
}

/**
 * Makes a schema with a row of definitions, each of which refers to the next one twice, so that
 * following each reference doubles the work.
 */
function ladder(keyword: string, rungs: number): unknown {
  const rung = (index: number): object => ({ $ref: `#/$defs/r${index + 1}` });
  return {
    $ref: '#/$defs/r0',
    $defs: {
      ...repeat(rungs, (index) => [`r${index}`, { [keyword]: [rung(index), rung(index)] }]),
      [`r${rungs}`]: { properties: { end: { type: 'string' } } },
    },
  };
}

/** Makes a schema without types whose definitions each refer to the next one very often. */
function fan(width: number): unknown {
  const refer = (name: string): object => ({
    allOf: Array.from({ length: width }, () => ({ $ref: `#/$defs/${name}` })),
  });
  const $defs = { a: refer('b'), b: refer('c'), c: { description: 'any value' } };
  return { properties: { x: { ...refer('a'), properties: {} } }, $defs };
}

/** Makes a schema with alternative objects of one property each, which cannot be merged. */
function alternatives(count: number, prefix: string): object {
  return {
    anyOf: Array.from({ length: count }, (_, index) => ({
      properties: { [`${prefix}${index}`]: { const: index } },
      required: [`${prefix}${index}`],
    })),
  };
}

/** Hostile schemas whose types would take much time or text if they were written out. */
const BOMBS: readonly Attack[] = [
  { name: 'a ladder of allOf', schema: ladder('allOf', 200), outcome: 'types' },
  { name: 'lists of references to lists of references', schema: fan(150), outcome: 'types' },
  { name: 'a ladder of anyOf', schema: ladder('anyOf', 200), outcome: 'types' },
  {
    name: 'a ladder whose rungs differ',
    schema: {
      $ref: '#/$defs/r0',
      $defs: {
        ...repeat(200, (index) => {
          const next = { $ref: `#/$defs/r${index + 1}` };
          const other = { allOf: [next, { properties: { [`p${index}`]: {} } }] };
          return [`r${index}`, { anyOf: [next, other] }];
        }),
        r200: { properties: { end: { type: 'string' } } },
      },
    },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'a schema that is itself',
    schema: { $ref: '#' },
    outcome: { warned: 'reference-circular' },
  },
  {
    name: 'schemas that are each other',
    schema: {
      anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }],
      $defs: {
        a: { allOf: [{ $ref: '#/$defs/b' }] },
        b: { oneOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] },
      },
    },
    outcome: { warned: 'reference-circular' },
  },
  {
    name: 'a long chain of references',
    schema: {
      $ref: '#/$defs/c0',
      $defs: {
        ...repeat(900, (index) => [`c${index}`, { $ref: `#/$defs/c${index + 1}` }]),
        c900: { type: 'string' },
      },
    },
    outcome: 'types',
  },
  {
    name: 'unions that multiply',
    schema: { allOf: ['a', 'b', 'c', 'd'].map((prefix) => alternatives(60, prefix)) },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'arrays within arrays that list their items',
    schema: nest(20, (items) => ({ type: 'array', items, minItems: 8 })),
    outcome: 'types',
  },
  {
    name: 'an array with very many items',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1e9, maxItems: 1e12 },
    outcome: 'types',
  },
  {
    name: 'a tuple with very many items',
    schema: {
      prefixItems: Array.from({ length: 1_500 }, () => ({ type: 'string' })),
      items: false,
    },
    outcome: 'types',
  },
  {
    name: 'numbers that JavaScript cannot hold',
    schema: JSON.parse(
      '{"properties":{"a":{"enum":[1e400,-1e400]},"b":{"minItems":1e400,"items":{}}}}',
    ),
    outcome: 'types',
  },
  {
    name: 'patterns that hang',
    schema: { patternProperties: { '^(a+)+$': { type: 'string', pattern: '^(a|a)*$' } } },
    outcome: 'types',
  },
  {
    name: 'keywords of the wrong kind',
    schema: JSON.parse(`{
      "type": { "a": 1 }, "properties": "x", "required": 5, "items": "y", "enum": {}, "allOf": "z",
      "anyOf": [null, 3, "q", []], "description": { "a": 1 }, "title": 3, "deprecated": "yes",
      "minItems": -4, "additionalProperties": "no", "$defs": [], "patternProperties": 3, "$ref": 7
    }`),
    outcome: 'types',
  },
  {
    name: 'types that there are not',
    schema: { type: ['float', '*/ string', { $ref: '#' }] },
    outcome: { warned: 'type-unknown' },
  },
  {
    name: 'short arrays in short arrays',
    schema: nest(4, (items) => ({ type: 'array', items, minItems: 1, maxItems: 8 })),
    outcome: 'types',
  },
  {
    name: 'a deep schema',
    schema: nest(5_000, (items) => ({ items })),
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'a text of 1 MB',
    schema: { type: 'string', description: 'x'.repeat(1024 * 1024) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'many alternatives',
    schema: { oneOf: Array.from({ length: 20_000 }, (_, index) => ({ const: index })) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'many values',
    schema: { enum: Array.from({ length: 9_000 }, (_, index) => index) },
    outcome: { warned: 'union-too-large' },
  },
  {
    name: 'many subschemas',
    schema: { properties: repeat(2_500, (index) => [`p${index}`, { type: 'string' }]) },
    outcome: { refused: 'TYPEGEN_LIMIT' },
  },
  {
    name: 'one definition referred to very often',
    schema: {
      properties: repeat(1_500, (index) => [`p${index}`, { $ref: '#/$defs/d' }]),
      $defs: { d: { properties: { a: { $ref: '#' } } } },
    },
    outcome: 'types',
  },
];

/**
 * The longest module that may be generated from a hostile schema, in characters; the schemas have
 * up to 256 KiB.
 */
const MAX_OUTPUT = 64 * 1024;

/** A harmless schema of a usual size. */
const USUAL = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`property${index}`, { type: 'string' }]),
  ),
};

async function generate(schema: unknown): Promise<GeneratedTypes> {
  const card = {
    name: 'Evil',
    skills: [{ id: 'evil', inputModes: ['application/json;schema=evil'], outputModes: [] }],
    schemas: { evil: schema },
  };
  return generateTypes(fromAgentCard(card), { client: false });
}

/** Returns the code of a module that would run; `''` if the module has only types and comments. */
function findRunning(code: string): string {
  return stripTypeScriptTypes(code)
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/gu, '')
    .trim();
}

/**
 * Resolves with the time that the processor spends on some work, in milliseconds. Unlike that of a
 * clock, it does not grow when other programs keep the work waiting.
 */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function runAttack({ schema, outcome }: Attack): Promise<string> {
  if (typeof outcome === 'object' && 'refused' in outcome) {
    const error: unknown = await generate(schema).catch((thrown: unknown) => thrown);
    expect(isFormworkError(error) && error.code).toBe(outcome.refused);
    expect(String(error)).toMatch(/Cannot generate types because .+ must .+/u);
    return 'export {};';
  }
  const { code, warnings } = await generate(schema);
  const codes = new Set(warnings.map((warning) => warning.code));
  // Few attacks say of which type their values are.
  codes.delete('type-assumed');
  expect([...codes]).toEqual(outcome === 'types' ? [] : [outcome.warned]);
  expect(code.length).toBeLessThan(MAX_OUTPUT);
  expect(findRunning(code)).toBe('');
  expect(code).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u);
  return code;
}

const ATTACKS = [...INJECTIONS, ...ESCAPES, ...BOMBS];

test('generateTypes refuses or bounds every attack, and what it writes compiles', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const modules = new Map<string, string>();
  const usualMs = await measure(async () => {
    for (let count = 0; count < 20; count += 1) await generate(USUAL);
  });
  const slow: string[] = [];
  for (const [index, attack] of ATTACKS.entries()) {
    const tookMs = await measure(async () => {
      modules.set(`attack${index}`, await runAttack(attack));
    });
    if (tookMs > 5 * usualMs) slow.push(`${attack.name}: ${tookMs} ms`);
  }
  expect(slow).toEqual([]);
  expect(modules.size).toBeGreaterThanOrEqual(20);
  expect(compileModules(modules)).toEqual([]);
  expect(Reflect.get(globalThis, 'FORMWORK_MARKER')).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});

test('many skills with many default modes are refused, because they multiply', async () => {
  const card = {
    name: 'Evil',
    skills: Array.from({ length: 101 }, (_, index) => ({ id: `skill${index}` })),
    defaultInputModes: Array.from({ length: 100 }, (_, n) => `application/json;schema=a${n}`),
  };
  await expect(generateTypes(fromAgentCard(card))).rejects.toMatchObject({
    code: 'TYPEGEN_LIMIT',
    limit: 'maxObjects',
  });
});

test('generateTypes writes no words of a card as code', async () => {
  const code = 'globalThis.FORMWORK_MARKER = 1';
  const evil = `*/ ${code} /*\n${code} //'"\`\u2028${code}`;
  const card = {
    name: evil,
    description: evil,
    skills: [
      { id: evil, description: evil, inputModes: [`application/json;schema="a ${code}"`] },
      { id: '__proto__', inputModes: ['application/json;schema=__proto__'] },
    ],
    schemas: JSON.parse(`{ "__proto__": { "type": "string" }, "a ${code}": { "const": 1 } }`),
  };
  const written = await generateTypes(fromAgentCard(card, { url: `http://x/'${evil}` }), {
    client: false,
  });
  expect(findRunning(written.code)).toBe('');
  expect(written.warnings).toEqual([]);
  expect(written.code).toContain('input: { __proto__: Proto }');
  expect(compileModules(new Map([['card', written.code]]))).toEqual([]);
});

test('code that would run is found by what these tests look with', () => {
  expect(findRunning('type A = { /** x */ }; globalThis.FORMWORK_MARKER = 1; /* */')).toContain(
    'FORMWORK_MARKER',
  );
});

test('generateTypes writes nothing that runs for any words', async () => {
  const { default: fc } = await import('fast-check');
  // These are the characters of fast-check's unit `binary`, which would make a table of all of them
  // first.
  const character = fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  );
  const word = fc.oneof(
    fc.array(character).map((points) => String.fromCodePoint(...points)),
    fc.constantFrom('*/', '"', "'", '`', '\\', '${'),
  );
  const words = fc.array(word, { maxLength: 4 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.tuple(words, words, words, words), async ([a, b, c, d]) => {
      const { code } = await generate({
        $id: a,
        title: b,
        description: c,
        type: 'object',
        default: d,
        properties: Object.fromEntries([[a, { enum: [b, c, d], description: d }]]),
        additionalProperties: { $ref: `#/$defs/${encodeURIComponent('d').concat(d)}` },
        $defs: Object.fromEntries([[`d${d}`, { const: a, pattern: c }]]),
      });
      expect(findRunning(code)).toBe('');
    }),
    { numRuns: 150 },
  );
});
