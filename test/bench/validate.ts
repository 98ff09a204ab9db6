// Compares the evaluator of schemas with ajv, which generates code: making a validator, and
// checking values that fit, in turn in one run, for a small schema, an agent's card and a large
// list. Prints times and ratios.
//
//   node --conditions=@formwork/source test/bench/validate.ts
import { createValidator, type JsonSchema } from '@formwork/schema';
import document from '@formwork/schemas/a2a/v0.3/a2a.json' with { type: 'json' };
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 7);

interface Subject {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
}

const text = { type: 'string' };

const CARD = {
  name: 'Zoo',
  description: 'Lets animals fight',
  url: 'https://zoo.example/a2a',
  version: '1.0.0',
  protocolVersion: '0.3.0',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  skills: Array.from({ length: 20 }, (_, index) => ({
    id: `skill-${index}`,
    name: `Skill ${index}`,
    description: 'Does one thing',
    tags: ['one', 'two'],
    examples: ['Do it'],
  })),
};

const SUBJECTS: readonly Subject[] = [
  {
    name: 'small',
    schema: {
      type: 'object',
      properties: { a: text, b: text, rounds: { type: 'integer', minimum: 1 } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    value: { a: 'Lion', b: 'Tiger', rounds: 3 },
  },
  { name: 'card', schema: { ...document, $ref: '#/$defs/AgentCard' }, value: CARD },
  {
    name: 'large',
    schema: {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              name: { type: 'string', maxLength: 40 },
              mail: { type: 'string', format: 'email' },
              price: { type: 'number', multipleOf: 0.01 },
              tags: { type: 'array', items: { enum: ['a', 'b', 'c'] } },
            },
            required: ['id', 'name'],
            additionalProperties: false,
          },
        },
      },
    },
    value: {
      rows: Array.from({ length: 10_000 }, (_, index) => ({
        id: index,
        name: `Row ${index}`,
        mail: `row${index}@example.com`,
        price: Math.round(index * 137) / 100,
        tags: ['a', 'c'],
      })),
    },
  },
];

function compileAjv(schema: JsonSchema): (value: unknown) => boolean {
  const options = { strict: false, logger: false, meta: false, validateSchema: false } as const;
  const own = { ...options, ownProperties: true, multipleOfPrecision: 9 };
  const ajv = new Ajv2020(own);
  formats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}

function toMicroseconds(work: () => unknown): number {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 100) {
    work();
    count += 1;
  }
  return ((performance.now() - start) * 1000) / count;
}

/** The microseconds of each kind of work, one for each round. */
type Times = Readonly<Record<'make' | 'makeAjv' | 'check' | 'checkAjv', readonly number[]>>;

function measure({ name, schema, value }: Subject): Times {
  const own = createValidator(schema);
  const ajv = compileAjv(schema);
  if (!own.isValid(value) || !ajv(value)) throw new Error(`${name}: the value has to fit`);
  const times = {
    make: [] as number[],
    makeAjv: [] as number[],
    check: [] as number[],
    checkAjv: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.make.push(toMicroseconds(() => createValidator(schema).isValid(value)));
    times.makeAjv.push(toMicroseconds(() => compileAjv(schema)(value)));
    times.check.push(toMicroseconds(() => own.isValid(value)));
    times.checkAjv.push(toMicroseconds(() => ajv(value)));
  }
  return times;
}

/** Returns what a validator and a check cost beside ajv, for every subject. */
export async function toFigures(): Promise<readonly Figure[]> {
  return SUBJECTS.flatMap((subject) => {
    const { make, makeAjv, check, checkAjv } = measure(subject);
    return [
      toFigure(`make a validator, ${subject.name}`, {
        unit: 'µs',
        ours: make,
        peer: ['ajv', makeAjv],
      }),
      toFigure(`check a value, ${subject.name}`, {
        unit: 'µs',
        ours: check,
        peer: ['ajv', checkAjv],
      }),
    ];
  });
}

function main(): void {
  for (const subject of SUBJECTS) {
    const times = measure(subject);
    const make = median(times.make);
    const makeAjv = median(times.makeAjv);
    const check = median(times.check);
    const checkAjv = median(times.checkAjv);
    process.stdout.write(
      `${subject.name}: made and run once ${make.toFixed(0)} µs, ajv ${makeAjv.toFixed(0)} µs (${(make / makeAjv).toFixed(2)}); ` +
        `checked ${check.toFixed(2)} µs, ajv ${checkAjv.toFixed(2)} µs (${(check / checkAjv).toFixed(1)})\n`,
    );
  }
}

if (import.meta.main) main();
