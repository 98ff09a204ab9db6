// Measures how long the validator of a form of 200 fields takes after a key, without the drawing.
// node test/bench/form-validator.ts
import { createFormValidator } from '@formwork/react/internal';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const COUNT = 200;
const KEYS = 500;

/** The fields of the form, used in turn, each with a value that fits and one that does not. */
const FIELDS = [
  { schema: { type: 'string', minLength: 1 }, right: 'text', wrong: '' },
  { schema: { type: 'integer', minimum: 0 }, right: 3, wrong: -3 },
  { schema: { type: 'boolean' }, right: true, wrong: 'true' },
  { schema: { enum: ['a', 'b'] }, right: 'a', wrong: 'c' },
];

const rows = Array.from({ length: COUNT }, (_row, n) => ({
  ...(FIELDS[n % FIELDS.length] as (typeof FIELDS)[number]),
  name: `field${n}`,
}));
const schema = {
  type: 'object',
  properties: Object.fromEntries(rows.map(({ name, schema: field }) => [name, field])),
  required: rows.map(({ name }) => name),
  additionalProperties: false,
};

/** Returns the form's data, of which the last `wrong` values do not fit. */
function toData(wrong: number): Readonly<Record<string, unknown>> {
  const entries = rows.map(({ name, ...row }, n) => [
    name,
    n < COUNT - wrong ? row.right : row.wrong,
  ]);
  return Object.fromEntries(entries);
}

/** The data of a form, and one way to check them. */
interface Measured {
  readonly data: object;
  readonly check: (data: object) => unknown;
}

/** Returns the times of checks of data whose first text is longer or shorter at each key. */
function measure({ data, check }: Measured): readonly number[] {
  return Array.from({ length: KEYS }, (_key, n) => {
    const typed = { ...data, field0: 'a'.repeat((n % 60) + 1) };
    const begun = performance.now();
    check(typed);
    return performance.now() - begun;
  });
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const late = sorted[Math.floor(KEYS * 0.95)] ?? 0;
  console.log(
    `${name.padEnd(40)} ${median(times).toFixed(2)} ms, 95th of 100 ${late.toFixed(2)} ms`,
  );
}

const { check, isPartValid } = createFormValidator(schema, schema);

/** Returns how long the validator takes after a key if half of the values do not fit. */
export async function toFigures(): Promise<readonly Figure[]> {
  const times = measure({ data: toData(COUNT / 2), check });
  return [toFigure('check a form of 200 fields after a key', { unit: 'ms', ours: times })];
}

function main(): void {
  console.log(`${COUNT} fields, ${KEYS} keys:`);
  for (const wrong of [0, 1, COUNT / 2])
    print(`all values, ${wrong} of them wrong`, measure({ data: toData(wrong), check }));
  print(
    'an alternative that the values fit',
    measure({ data: toData(0), check: (data) => isPartValid(schema, data) }),
  );
}

if (import.meta.main) main();
