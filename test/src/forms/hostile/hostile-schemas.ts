import { vetSchema, type Json, type JsonSchema } from '@formwork/schema';
import { createRandom, type Draw } from '../../support/create-random.ts';
import {
  nest,
  repeat,
  TEXT,
  toField,
  toFields,
  toGroup,
  toNames,
  toText,
  toUse,
} from './schema-parts.ts';

/**
 * A hostile schema that vetting admits although its form may keep a page busy, and the form's first
 * data.
 */
export interface HostileTrial {
  readonly family: string;
  readonly schema: JsonSchema;
  readonly initialData?: Json;
}

type Made = Omit<HostileTrial, 'family'>;

type Family = (draw: Draw) => Made;

/** The ways to make a short schema cause much work, each with a random size. */
const FAMILIES: Readonly<Record<string, Family>> = {
  'required names': (draw) => ({
    schema: toGroup({ a: TEXT }, { required: toNames('r', draw(100, 6000)) }),
  }),
  'required names within parts': (draw) => ({
    schema: toGroup(
      { a: TEXT },
      { allOf: repeat(draw(1, 40), (at) => ({ required: toNames(`r${at}x`, draw(1, 150)) })) },
    ),
  }),
  'a ladder of references': toLadder,
  'a ladder of fields': (draw) => {
    const made = toLadder(draw);
    return { schema: toGroup({ a: TEXT, b: { ...made.schema, $defs: {} } }, own(made.schema)) };
  },
  'several ladders': (draw) => {
    const { schema } = toLadder(draw);
    const fields = repeat(draw(2, 12), (at) => [`f${at}`, { $ref: '#/$defs/d0' }] as const);
    return { schema: toGroup(Object.fromEntries(fields), own(schema)) };
  },
  'groups within groups': (draw) => {
    const isOpen = draw(0, 1) === 1;
    const width = draw(1, 8);
    let inner: JsonSchema = TEXT;
    for (let level = draw(5, 55); level > 0; level -= 1) {
      const fields = toFields(width, draw);
      inner = toGroup({ ...fields, g: inner }, isOpen ? { required: ['g'] } : {});
    }
    return { schema: inner };
  },
  'many fields': (draw) => ({ schema: toGroup(toFields(draw(100, 900), draw)) }),
  'many groups': (draw) => ({
    schema: toGroup(
      Object.fromEntries(
        repeat(draw(5, 60), (at) => [`g${at}`, toGroup(toFields(draw(1, 20), draw))] as const),
      ),
    ),
  }),
  'long lists of choices': (draw) => ({
    schema: toGroup(
      Object.fromEntries(
        repeat(draw(1, 8), (at) => [
          `e${at}`,
          draw(0, 1) === 0
            ? { enum: repeat(draw(100, 1200), (value) => `v${value}`) }
            : { type: 'array', uniqueItems: true, items: { enum: repeat(draw(10, 600), String) } },
        ]),
      ),
    ),
  }),
  'choices of groups': (draw) => ({
    schema: toGroup({ a: { enum: repeat(draw(10, 600), (at) => ({ at, text: 'x'.repeat(20) })) } }),
  }),
  alternatives: (draw) => ({
    schema: toGroup({
      a: TEXT,
      u: {
        [draw(0, 1) === 0 ? 'oneOf' : 'anyOf']: repeat(draw(10, 200), (at) =>
          toGroup(
            { kind: { const: `k${at}` }, ...toFields(draw(1, 5), draw) },
            { required: ['kind'] },
          ),
        ),
      },
    }),
    initialData: { u: { kind: `k${draw(0, 9)}`, f0: 1 } },
  }),
  'alternatives that differ late': (draw) => {
    const count = draw(5, 60);
    return {
      schema: {
        anyOf: repeat(count, (at) =>
          toGroup(
            { ...toFields(draw(2, 12), draw), z: { const: at } },
            { required: ['z'], additionalProperties: draw(0, 1) === 0 },
          ),
        ),
      },
      initialData: { f0: 'x', z: count - 1 },
    };
  },
  'alternatives within alternatives': (draw) => {
    const depth = draw(3, 20);
    const branch = draw(1, 3);
    const schema = toGroup(
      { a: TEXT, t: { $ref: '#/$defs/t' } },
      {
        $defs: {
          t: {
            anyOf: [
              ...repeat(branch, (at) =>
                toGroup(
                  { next: { $ref: '#/$defs/t' }, [`k${at}`]: { const: at } },
                  { required: ['next', `k${at}`] },
                ),
              ),
              { type: 'integer' },
            ],
          },
        },
      },
    );
    return { schema, initialData: { t: nest(depth, draw(0, 1) === 0 ? { k0: 0 } : {}) } };
  },
  'kinds within kinds': (draw) => {
    const kinds = repeat(draw(2, 12), (at) => {
      const kind = { const: `k${at}` };
      const fields = { ...toFields(draw(0, 4), draw), next: { $ref: '#/$defs/t' } };
      // The property that distinguishes the kinds comes first or last.
      const properties = draw(0, 1) === 0 ? { kind, ...fields } : { ...fields, kind };
      return toGroup(properties, { required: ['kind'] });
    });
    const union = draw(0, 1) === 0 ? 'oneOf' : 'anyOf';
    const $defs = { t: { [union]: [...kinds, { type: 'integer' }] } };
    const data = nest(draw(3, 50), { kind: 'k1' });
    return {
      schema: toGroup({ a: TEXT, t: { $ref: '#/$defs/t' } }, { $defs }),
      initialData: { t: data },
    };
  },
  'rows of alternatives': (draw) => ({
    schema: toGroup({
      a: TEXT,
      l: {
        type: 'array',
        uniqueItems: draw(0, 1) === 0,
        items: {
          anyOf: repeat(draw(2, 60), (at) =>
            toGroup({ ...toFields(3, draw), z: { const: at } }, { required: ['z'] }),
          ),
        },
      },
    }),
    initialData: { l: repeat(draw(10, 400), (at) => ({ f0: 'x', f1: at, z: at % 60 })) },
  }),
  'patterns of texts': (draw) => ({
    schema: toGroup(
      Object.fromEntries(
        repeat(draw(2, 90), (at) => [
          `t${at}`,
          { type: 'string', pattern: `^[a-z${at}]+(-[a-z]+)*$`, default: 'a-b'.repeat(at) },
        ]),
      ),
    ),
  }),
  'names of JavaScript': (draw) => ({
    schema: toGroup(
      Object.fromEntries(
        ['constructor', 'toString', '__proto__', 'valueOf', 'a'].map((name) => [
          name,
          toGroup(toFields(draw(1, 9), draw)),
        ]),
      ),
      { required: ['constructor', 'hasOwnProperty'] },
    ),
    initialData: JSON.parse('{"__proto__":{"f1":1},"constructor":{},"hasOwnProperty":[1]}'),
  }),
  'a tuple': (draw) => ({
    schema: toGroup({
      t: { type: 'array', prefixItems: repeat(draw(20, 200), (at) => toField(at + draw(0, 3))) },
    }),
    initialData: { t: repeat(draw(0, 200), (at) => at) },
  }),
  'patterns of names': (draw) => ({
    schema: toGroup(
      { a: TEXT },
      {
        patternProperties: Object.fromEntries(
          repeat(draw(1, 100), (at) => [`^p${at}`, toField(at)] as const),
        ),
      },
    ),
    initialData: Object.fromEntries(repeat(draw(0, 1500), (at) => [`p${at % 100}n${at}`, 'x'])),
  }),
  'names of a map': (draw) => ({
    schema: toGroup(
      { a: TEXT },
      {
        propertyNames: { maxLength: 20, anyOf: repeat(draw(1, 40), (at) => ({ minLength: at })) },
        additionalProperties: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    ),
    initialData: Object.fromEntries(repeat(draw(0, 1500), (at) => [`n${at}`, at])),
  }),
  'unevaluated members': (draw) => ({
    schema: {
      ...toGroup(
        { a: TEXT },
        {
          allOf: repeat(draw(1, 60), (at) => toGroup({ [`m${at}`]: toField(at) })),
          anyOf: repeat(draw(1, 60), (at) => toGroup({ [`o${at}`]: toField(at) })),
        },
      ),
      unevaluatedProperties: draw(0, 1) === 0 ? false : { type: 'integer' },
    },
    initialData: Object.fromEntries(repeat(draw(0, 800), (at) => [`m${at}`, at])),
  }),
  'unevaluated items': (draw) => ({
    schema: toGroup({
      a: TEXT,
      l: {
        type: 'array',
        anyOf: repeat(draw(1, 60), (at) => ({ prefixItems: repeat(at % 20, () => ({})) })),
        contains: { type: 'integer' },
        unevaluatedItems: { type: 'string' },
      },
    }),
    initialData: { l: repeat(draw(0, 1500), (at) => (at % 2 === 0 ? at : 'x')) },
  }),
  conditions: (draw) => ({
    schema: toGroup(
      { a: TEXT, ...toFields(5, draw) },
      {
        allOf: repeat(draw(5, 180), (at) => ({
          if: toGroup({ a: { const: `${at}` } }, { required: ['a'] }),
          then: toGroup({ [`t${at}`]: toField(at) }, { required: [`t${at}`] }),
          else: toGroup({ [`e${at % 40}`]: toField(at) }),
        })),
      },
    ),
  }),
  'conditions within conditions': (draw) => {
    let inner: JsonSchema = toGroup({ end: TEXT });
    for (let level = draw(2, 20); level > 0; level -= 1) {
      const test = toGroup({ a: { const: `${level}` } }, { required: ['a'] });
      inner = toGroup({ [`c${level}`]: TEXT }, { if: test, then: inner, else: inner });
      if (JSON.stringify(inner).length > 30_000) break;
    }
    return { schema: toGroup({ a: TEXT }, inner) };
  },
  dependencies: (draw) => ({
    schema: toGroup(
      { a: TEXT, ...toFields(draw(10, 100), draw) },
      {
        dependentRequired: Object.fromEntries(
          repeat(draw(1, 100), (at) => [at === 0 ? 'a' : `f${at}`, toNames('d', draw(1, 60))]),
        ),
        dependentSchemas: Object.fromEntries(
          repeat(draw(1, 60), (at) => [
            at === 0 ? 'a' : `f${at}`,
            toGroup({ [`s${at}`]: toField(at) }),
          ]),
        ),
      },
    ),
  }),
  'a mesh of definitions': (draw) => {
    const names = toNames('d', draw(3, 18));
    const fields = names.map((name) => [name, toUse(draw, { $ref: `#/$defs/${name}` })] as const);
    const group = toGroup(Object.fromEntries(fields));
    const $defs = Object.fromEntries(names.map((name) => [name, group] as const));
    return { schema: toGroup({ a: TEXT, m: { $ref: '#/$defs/d0' } }, { $defs }) };
  },
  'long texts': (draw) => {
    const text = toText(draw, draw(1000, 12_000));
    return {
      schema: toGroup({
        a: { type: 'string', title: text },
        b: { type: 'string', description: text },
        c: { type: 'string', default: text },
        d: { enum: [text, 'other'] },
      }),
    };
  },
  'rows by default': (draw) => {
    const rows = repeat(draw(10, 600), (at) => ({ f0: 'x', f1: at }));
    return {
      schema: toGroup({
        a: TEXT,
        l: {
          type: 'array',
          uniqueItems: draw(0, 1) === 0,
          items: toGroup(toFields(draw(1, 12), draw)),
        },
      }),
      initialData: { l: rows },
    };
  },
  'lists within lists': (draw) => {
    let items: JsonSchema = TEXT;
    for (let level = draw(2, 20); level > 0; level -= 1) {
      items = { type: 'array', minItems: draw(0, 3), items };
    }
    return { schema: toGroup({ a: TEXT, l: items }, { required: ['l'] }) };
  },
  'nothing that fits': (draw) => ({
    schema: toGroup({
      a: TEXT,
      b: { not: { anyOf: repeat(draw(1, 200), (at) => ({ not: { const: at } })) } },
    }),
    initialData: { b: 1 },
  }),
  'values that are large': (draw) => {
    const value = Object.fromEntries(repeat(draw(100, 2000), (at) => [`v${at}`, at]));
    return { schema: toGroup({ a: TEXT, b: { default: value }, c: { const: value } }) };
  },
  'every type at once': (draw) => ({
    schema: toGroup(
      Object.fromEntries(
        repeat(draw(5, 40), (at) => [
          `t${at}`,
          {
            type: ['string', 'object', 'array', 'number', 'null'],
            properties: toFields(draw(1, 6), draw),
            items: toField(at),
          },
        ]),
      ),
    ),
  }),
};

/**
 * Lists `count` hostile schemas of all families in turn, each admitted by vetting; the same ones
 * for the same seed.
 */
export function listHostile(seed: number, count: number): readonly HostileTrial[] {
  const draw = createRandom(seed);
  const families = Object.entries(FAMILIES);
  const trials: HostileTrial[] = [];
  for (let at = draw(0, families.length - 1); trials.length < count; at += 1) {
    const [family, make] = families[at % families.length] ?? [];
    if (family === undefined || make === undefined) break;
    const trial = { family, ...make(draw) };
    if (vetSchema(trial.schema).kind === 'vetted') trials.push(trial);
  }
  return trials;
}

/** Makes a schema of definitions each of which refers several times to the next. */
function toLadder(draw: Draw): Made {
  const keyword = (['allOf', 'anyOf', 'oneOf', 'properties'] as const)[draw(0, 3)] ?? 'allOf';
  const rungs = draw(2, 4);
  const levels = draw(2, Math.floor(Math.log(5000) / Math.log(rungs)));
  // Readers may merge equal definitions, so each level has several definitions in half of the
  // schemas.
  const hasTwins = draw(0, 1) === 0;
  const toNext = (level: number, at: number): JsonSchema => ({
    $ref: `#/$defs/d${level + 1}${hasTwins && level + 1 < levels && at > 0 ? `t${at}` : ''}`,
  });
  const toRung = (level: number): JsonSchema => {
    if (keyword === 'properties') {
      const fields = repeat(rungs, (at) => [`p${at}`, toNext(level, at)] as const);
      const rest = draw(0, 1) === 0 ? { required: ['p0', 'p1'] } : {};
      return toGroup(Object.fromEntries(fields), rest);
    }
    const list = repeat(rungs, (at) => {
      const next = toNext(level, at);
      return at > 0 && keyword !== 'allOf' ? toGroup({ [`p${at}`]: next }) : next;
    });
    return { [keyword]: list };
  };
  const $defs = Object.fromEntries(
    repeat(levels, (level) =>
      repeat(hasTwins && level > 0 ? rungs : 1, (at) => {
        const name = at === 0 ? `d${level}` : `d${level}t${at}`;
        return [name, { description: name, ...toRung(level) }] as const;
      }),
    ).flat(),
  );
  const end = draw(0, 1) === 0 ? TEXT : toGroup({ a: TEXT, n: { type: 'integer' } });
  return { schema: { $ref: '#/$defs/d0', $defs: { ...$defs, [`d${levels}`]: end } } };
}

function own({ $defs }: JsonSchema): JsonSchema {
  return { $defs };
}
