import { isFormworkError } from '@formwork/schema';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test, vi } from 'vitest';
import { fromAgentCard } from '../sources/agent-card.ts';
import { ESCAPES, INJECTIONS, type Attack } from '../testing/attacks.ts';
import { BOMBS } from '../testing/bombs.ts';
import { compileModules } from '../testing/compile-modules.ts';
import { generateTypes, type GeneratedTypes } from './generate-types.ts';

/** The largest output of an attack that is handled; the inputs are up to 256 KiB. */
const MAX_OUTPUT = 64 * 1024;
/** A guard against work that grows out of hand, far above what these take. */
const MAX_MILLISECONDS = 5_000;

async function generate(schema: unknown): Promise<GeneratedTypes> {
  const card = {
    name: 'Evil',
    skills: [{ id: 'evil', inputModes: ['application/json;schema=evil'], outputModes: [] }],
    schemas: { evil: schema },
  };
  return generateTypes(fromAgentCard(card), { client: false });
}

/** What of a module would run: nothing, if there are only types and comments. */
function findRunning(code: string): string {
  return stripTypeScriptTypes(code)
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*/gu, '')
    .trim();
}

async function runAttack({ schema, outcome }: Attack): Promise<string> {
  if (typeof outcome === 'object' && 'refused' in outcome) {
    const error: unknown = await generate(schema).catch((thrown: unknown) => thrown);
    expect(isFormworkError(error) && error.code).toBe(outcome.refused);
    expect(String(error)).toMatch(/Cannot generate types as .+ must .+/u);
    return 'export {};';
  }
  const { code, warnings } = await generate(schema);
  const codes = new Set(warnings.map((warning) => warning.code));
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
  for (const [index, attack] of ATTACKS.entries()) {
    const start = performance.now();
    modules.set(`attack${index}`, await runAttack(attack));
    const took = performance.now() - start;
    expect({ attack: attack.name, slow: took > MAX_MILLISECONDS }).toMatchObject({ slow: false });
  }
  expect(modules.size).toBeGreaterThanOrEqual(20);
  expect(compileModules(modules)).toEqual([]);
  expect(Reflect.get(globalThis, 'FORMWORK_MARKER')).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
}, 90_000);

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
}, 60_000);

test('code that would run is found by what these tests look with', () => {
  expect(findRunning('type A = { /** x */ }; globalThis.FORMWORK_MARKER = 1; /* */')).toContain(
    'FORMWORK_MARKER',
  );
});

test('generateTypes writes nothing that runs for any words', async () => {
  const { default: fc } = await import('fast-check');
  // As strings of the unit `binary`, which make a table of all characters first.
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
}, 60_000);
