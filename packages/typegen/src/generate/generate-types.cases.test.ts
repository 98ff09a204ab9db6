import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileModules } from '../testing/compile-modules.ts';
import { COMPOSITION_CASES } from '../testing/composition-cases.ts';
import { OTHER_DOCUMENT, REFERENCE_CASES } from '../testing/reference-cases.ts';
import { OBJECT_CASES, type TypeCase } from '../testing/type-cases.ts';
import { generateTypes } from './generate-types.ts';

const CASES = [...OBJECT_CASES, ...COMPOSITION_CASES, ...REFERENCE_CASES];

/**
 * Writes a module with the types of a case and all its values; the compiler must refuse each bad
 * value by itself.
 */
async function writeCase([name, schema, accepted, refused]: TypeCase): Promise<string> {
  const { code, typeNames, warnings } = await generateTypes({
    origin: name,
    documents: [
      { name: `${name}.json`, content: schema },
      { name: 'ext.json', content: OTHER_DOCUMENT },
    ],
    roots: [{ name, place: { document: 0, pointer: '' } }],
    remote: false,
  });
  expect(warnings.filter(({ code: kind }) => kind !== 'type-assumed')).toEqual([]);
  const type = typeNames.get(name);
  return [
    code,
    ...accepted.map((value, index) => `export const good${index}: ${type} = ${value};`),
    ...refused.map(
      (value, index) => `// @ts-expect-error\nexport const bad${index}: ${type} = ${value};`,
    ),
  ].join('\n');
}

test('generated types accept and refuse exactly the values of 44 cases', async () => {
  expect(CASES).toHaveLength(44);
  const modules = new Map<string, string>();
  for (const one of CASES) modules.set(one[0], await writeCase(one));
  expect(compileModules(modules)).toEqual([]);
});

/** The module with the inferred types. */
const INFER = fileURLToPath(
  new URL('types/infer-json-schema.ts', import.meta.resolve('@formwork/schema')),
);

function writeInferred([, schema, accepted, refused]: TypeCase): string {
  const literal = JSON.stringify(schema).replaceAll('[', 'readonly [');
  return [
    `import type { InferJsonSchema } from ${JSON.stringify(INFER)};`,
    `type Data = InferJsonSchema<${literal}>;`,
    ...accepted.map((value, index) => `export const good${index}: Data = ${value};`),
    ...refused.map(
      (value, index) => `// @ts-expect-error\nexport const bad${index}: Data = ${value};`,
    ),
  ].join('\n');
}

test('inferred types agree with them, but for a reference to another file', () => {
  const modules = CASES.filter(([name]) => name !== 'extFile').map(
    (one) => [one[0], writeInferred(one)] as const,
  );
  expect(compileModules(new Map(modules))).toEqual([]);
});

test('generated types of the cases fail when a value is on the wrong side', async () => {
  const fight = OBJECT_CASES.find(([name]) => name === 'fight');
  if (fight === undefined) throw new Error('The case "fight" is gone');
  const [name, schema, accepted, refused] = fight;
  const code = await writeCase([name, schema, refused.slice(0, 1), accepted]);
  const errors = compileModules(new Map([[name, code]])).filter((line) => line.includes('error'));
  expect(errors).toHaveLength(1 + accepted.length);
});
