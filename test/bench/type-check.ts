// Measures the cost of type inference for the compiler: skills with schemas of 100 properties
// against the same file with schemas of one property, in turn in one run. Prints seconds; asserts
// nothing about time.
//
//   node test/bench/type-check.ts          5 rounds
//   ROUNDS=2 node test/bench/type-check.ts  less
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const workspace = fileURLToPath(new URL('../../', import.meta.url));
const core = join(workspace, 'packages/core/src');

interface Variant {
  readonly skills: number;
  readonly properties: number;
}

interface Cost {
  readonly check: number;
  readonly total: number;
}

const kinds = [
  `{ type: 'string', description: 'A text' }`,
  `{ type: 'integer', minimum: 0, default: 3 }`,
  `{ enum: ['one', 'two', 'three'] }`,
  `{ type: 'array', items: { type: 'string' }, minItems: 1 }`,
  `{ anyOf: [{ $ref: '#/$defs/Place' }, { type: 'null' }] }`,
];

/**
 * Returns the source of a schema whose properties all differ in name and repeat their kind every
 * fifth; half are required.
 */
function writeSchema(properties: number): string {
  const names = Array.from({ length: properties }, (_, index) => `property${index}`);
  const members = names.map((name, index) => `${name}: ${kinds[index % kinds.length]}`);
  const required = names.filter((_, index) => index % 2 === 0).map((name) => `'${name}'`);
  return `{ type: 'object', properties: { ${members.join(', ')} },
    required: [${required.join(', ')}], additionalProperties: false,
    $defs: { Place: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } },
      required: ['x', 'y'], additionalProperties: false } } }`;
}

function writeSkills({ skills, properties }: Variant): string {
  const definitions = Array.from({ length: skills }, (_, index) => {
    const schema = writeSchema(properties);
    return `export const skill${index} = defineSkill({
  id: 'skill${index}', name: 'Skill', description: 'A skill', tags: [],
  input: { request${index}: ${schema} },
  output: { response${index}: ${schema} },
  async run({ input }) { return { ...input, property0: input.property0 + '${index}' }; },
});`;
  });
  const source = join(core, 'definition/define-skill.ts');
  return `import { defineSkill } from ${JSON.stringify(source)};\n${definitions.join('\n')}\n`;
}

function measure(directory: string): Cost {
  const tsc = join(workspace, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--extendedDiagnostics'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const faults = stdout.split('\n').filter((line) => line.startsWith('skills.ts'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return { check: readSeconds(stdout, 'Check time'), total: readSeconds(stdout, 'Total time') };
}

function readSeconds(diagnostics: string, name: string): number {
  const [, seconds] = new RegExp(`^${name}:\\s+([\\d.]+)s`, 'mu').exec(diagnostics) ?? [];
  if (seconds === undefined) throw new Error(`tsc printed no ${name}:\n${diagnostics}`);
  return Number(seconds);
}

function prepare(root: string, variant: Variant): string {
  const directory = join(root, `${variant.skills}-skills-${variant.properties}-properties`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'skills.ts'), writeSkills(variant));
  const compilerOptions = {
    noEmit: true,
    composite: false,
    declarationMap: false,
    sourceMap: false,
    isolatedDeclarations: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    typeRoots: [join(workspace, 'node_modules/@types')],
  };
  const config = { extends: join(workspace, 'tsconfig.base.json'), compilerOptions };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config));
  return directory;
}

function summarize(costs: readonly Cost[]): Cost {
  return {
    check: median(costs.map(({ check }) => check)),
    total: median(costs.map(({ total }) => total)),
  };
}

/** The costs of small and large schemas, one for each round. */
type Costs = Readonly<Record<'small' | 'large', readonly Cost[]>>;

function measureSkills(root: string, skills: number): Costs {
  const small = prepare(root, { skills, properties: 1 });
  const large = prepare(root, { skills, properties: 100 });
  const costs: Record<'small' | 'large', Cost[]> = { small: [], large: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.small.push(measure(small));
    costs.large.push(measure(large));
  }
  return costs;
}

function compare(root: string, skills: number): void {
  const costs = measureSkills(root, skills);
  const [one, hundred] = [summarize(costs.small), summarize(costs.large)];
  console.log(`${skills} skill(s), median of ${ROUNDS}`);
  for (const name of ['check', 'total'] as const) {
    const difference = (hundred[name] - one[name]).toFixed(3);
    const ratio = (hundred[name] / one[name]).toFixed(2);
    console.log(
      `  ${name}: 1 property ${one[name]} s, 100 properties ${hundred[name]} s, ` +
        `difference ${difference} s, ratio ${ratio}`,
    );
  }
}

/** Calls `use` with an empty folder, which is removed afterwards. */
function withFolder<Result>(use: (root: string) => Result): Result {
  const root = mkdtempSync(join(tmpdir(), 'type-check-'));
  try {
    return use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Returns what schemas of 100 properties add to type checking. */
export async function toFigures(): Promise<readonly Figure[]> {
  return withFolder((root) =>
    [1, 20].map((skills) => {
      const { small, large } = measureSkills(root, skills);
      const added = large.map(({ check }, round) => check - (small[round]?.check ?? NaN));
      return toFigure(`added by ${skills} large skill(s)`, { unit: 's', ours: added });
    }),
  );
}

if (import.meta.main) {
  withFolder((root) => {
    compare(root, 1);
    compare(root, 20);
  });
}
