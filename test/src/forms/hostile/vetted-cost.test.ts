import { createRemoteValidator, vetSchema, type Json, type JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { createRandom, type Draw } from '../../support/create-random.ts';
import { readSeed } from '../../support/read-seed.ts';
import { listHostile } from './hostile-schemas.ts';

/** The number of schemas in a run. */
const COUNT = 64;

/**
 * The limit for vetting, for a check and for its explanation, each in milliseconds of processor
 * time, on a machine that does the reference in {@link REFERENCE_MS}.
 */
const MOST_MS = 500;

/** The processor time of the reference, in milliseconds, on two quiet cores. */
const REFERENCE_MS = 20;

test('whatever vetting admits is checked and explained within bounds', () => {
  const seed = readSeed();
  const draw = createRandom(seed);
  const slow: object[] = [];
  for (const { family, schema, initialData = {} } of listHostile(seed, COUNT)) {
    const vetting = measure(() => vetSchema(schema));
    if (vetting.result.kind === 'refused') continue;
    const validator = createRemoteValidator(vetting.result.vetted);
    const values = [initialData, ...[1, 2].map(() => createLargeValue(schema, draw))];
    const checks = values.map((value) => {
      const { took, result } = measure(() => validator.check(value));
      expect(result.length).toBeLessThanOrEqual(21);
      return took;
    });
    const longest = Math.max(vetting.took, ...checks);
    if (longest > MOST_MS && longest > MOST_MS * measureSlowness())
      slow.push({ family, vetting: vetting.took, checks });
  }
  expect(slow, `seed ${seed}`).toEqual([]);
});

interface Measured<Result> {
  readonly result: Result;
  /** The processor time in milliseconds. */
  readonly took: number;
}

function measure<Result>(run: () => Result): Measured<Result> {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { result, took: (user + system) / 1000 };
}

/** Returns how many times longer than `REFERENCE_MS` the machine takes for the reference now. */
function measureSlowness(): number {
  const values = Array.from({ length: 40_000 }, (_value, at) => ({ name: `name ${at}`, size: at }));
  const { took } = measure(() => JSON.parse(JSON.stringify(values)) as unknown);
  return took / REFERENCE_MS;
}

/** Makes a value with thousands of members, named like properties of the schema. */
function createLargeValue(schema: JsonSchema, draw: Draw): Json {
  const names = [...new Set(JSON.stringify(schema).match(/"[a-z]+\d*"(?=:)/gu))]
    .slice(0, 60)
    .map((name) => name.slice(1, -1));
  let left = draw(500, 20_000);
  return toGroup(0);

  function toGroup(depth: number): Json {
    const members = Array.from({ length: draw(1, 12) }, (_member, at) => {
      const name = names[draw(0, names.length - 1)] ?? `n${at}`;
      return [draw(0, 5) === 0 ? `${name}${at}` : name, toValue(depth + 1)] as const;
    });
    return Object.fromEntries(members);
  }

  function toValue(depth: number): Json {
    left -= 1;
    if (left < 0 || depth > 30) return draw(0, 1) === 0 ? 1 : 'x';
    switch (draw(0, 4)) {
      case 0:
        return 'x'.repeat(draw(0, 200));
      case 1: {
        const length = draw(0, Math.min(left, 400));
        left -= length;
        return Array.from({ length }, (_item, at) => at % 7);
      }
      case 2:
        return Array.from({ length: draw(0, 6) }, () => toValue(depth + 1));
      default:
        return toGroup(depth + 1);
    }
  }
}
