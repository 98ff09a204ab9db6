import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { createServer } from '@formwork/server';
import fc from 'fast-check';
import { test } from 'vitest';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { repetitions } from '../support/repetitions.ts';
import { ALL_CLIENT_DOORS } from './client-doors.ts';

/** A schema, and values that fit it. */
interface Shape {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<unknown>;
}

/** The number of random schemas for each door, with five values each. */
const SCHEMAS = repetitions(100);

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
/** Generates names of properties, among them names that every JavaScript object has. */
const names = fc.oneof(
  text.filter((name) => name !== '__proto__'),
  fc.constantFrom('toString', 'constructor', 'a/b', 'c~d', '$ref', 'schema', 'data', ''),
);
/** Generates numbers that JSON preserves; `-0` becomes `0`. */
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n));

const scalars: fc.Arbitrary<Shape> = fc.constantFrom<Shape>(
  { schema: { type: 'string' }, values: text },
  { schema: { type: 'integer' }, values: fc.maxSafeInteger().map((n) => n + 0) },
  { schema: { type: 'number' }, values: numbers },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { type: 'null' }, values: fc.constant(null) },
  { schema: { enum: ['a', 1, null] }, values: fc.constantFrom('a', 1, null) },
  {
    schema: {},
    values: fc
      .jsonValue({ maxDepth: 3 })
      .map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  },
);

const { shape } = fc.letrec<{ shape: Shape; object: Shape }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    tie('object'),
    tie('shape').map(toArray),
    fc.tuple(scalars, tie('object')).map(toUnion),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(names, { maxLength: 4 }),
      fc.array(tie('shape'), { minLength: 4, maxLength: 4 }),
    )
    .map(([keys, shapes]) => toObject(keys, shapes)),
}));
const objects = fc
  .tuple(
    fc.uniqueArray(names, { minLength: 1, maxLength: 4 }),
    fc.array(shape, { minLength: 4, maxLength: 4 }),
  )
  .map(([keys, shapes]) => toObject(keys, shapes));

function toArray({ schema, values }: Shape): Shape {
  return { schema: { type: 'array', items: schema }, values: fc.array(values, { maxLength: 4 }) };
}

function toUnion([left, right]: readonly [Shape, Shape]): Shape {
  return {
    schema: { anyOf: [left.schema, right.schema] },
    values: fc.oneof(left.values, right.values),
  };
}

function toObject(keys: readonly string[], shapes: readonly Shape[]): Shape {
  const members = keys.map(
    (key, index) => [key, shapes[index] ?? toArray({ schema: {}, values: text })] as const,
  );
  const required = keys.slice(0, 2);
  const properties = Object.fromEntries(members.map(([key, { schema }]) => [key, schema]));
  const model = Object.fromEntries(members.map(([key, { values }]) => [key, values]));
  return {
    schema: { type: 'object', properties, required, additionalProperties: false },
    values: fc.record(model, { requiredKeys: required, noNullPrototype: true }),
  };
}

/**
 * True for a value with a number that may be a rounded one: it is beyond the exact integers, within
 * those that other languages have, and has more digits than every double keeps.
 */
function isRounded(value: unknown): boolean {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    const isLarge = size > Number.MAX_SAFE_INTEGER && size <= 2 ** 64;
    return isLarge && JSON.stringify(size).replace(/0+$/u, '').length > 15;
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(isRounded);
}

test.concurrent.for(ALL_CLIENT_DOORS)(
  'client to server to client gives the same JSON, over $name',
  async ({ name, options }, { expect }) => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(objects, fc.infiniteStream(fc.nat()), async ({ schema, values }, seeds) => {
        const echo = defineSkill({
          id: 'echo',
          name: 'Echo',
          description: 'Gives back what it gets.',
          tags: [],
          input: { thing: schema },
          output: { thing: schema },
          run: ({ input }) => input,
        });
        const agent = defineAgent({ name: 'Echo', version: '1.0.0', skills: [echo] });
        const server = createServer(agent, { logger: silent, ...WITH_GRPC });
        try {
          const { url } = await server.listen({ port: 0 });
          const skill = (await connect(url, options)).skill('echo');
          for (const value of fc.sample(values, { seed: seeds.next().value ?? 0, numRuns: 5 })) {
            if (name === 'gRPC' && JSON.stringify(value).includes('"__proto__":')) {
              // The client refuses input with a name that gRPC would drop.
              await expect(skill.call(value)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
            } else if (isRounded(value)) {
              await expect(skill.call(value)).rejects.toThrow(/at most 15 significant digits/u);
            } else expect(await skill.call(value)).toEqual(value);
            calls += 1;
          }
        } finally {
          await server.close();
        }
      }),
      { numRuns: SCHEMAS },
    );
    expect(calls).toBe(5 * SCHEMAS);
  },
);
