import {
  createExample,
  createValidator,
  type Json,
  type JsonSchema,
  type NamedSchema,
} from '@formwork/schema';
import { createSamples } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { type Draw, pick } from './random.ts';

/** Makes valid inputs of a schema. */
export interface InputMaker {
  /** Makes the next input; `undefined` if no valid input of the schema is found. */
  next(): Json | undefined;
  isValid(value: Json): boolean;
}

/** The number of alternatives of unions that examples are made for. */
const ALTERNATIVES = 5;
/** The most changes that turn an example into an input. */
const MAX_CHANGES = 4;
/** The most attempts at one change, because most changes of a strict schema do not fit it. */
const MAX_ATTEMPTS = 20;

/** Texts that programs handle wrongly: empty, blank, quotes, markup, other scripts, long. */
const TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  'null',
  'constructor',
  `"'\`\\`,
  '<b>&amp;</b>',
  'two\nlines',
  'Straße in İzmir',
  'مرحبا',
  '👩‍👩‍👧 family',
  'x'.repeat(300),
];

const NUMBERS: readonly [number, ...number[]] = [
  0,
  1,
  -1,
  2,
  0.5,
  -0.1,
  10,
  1_000,
  1e21,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];

/**
 * Makes inputs from examples that fit the schema, the examples of the skill among them: first each
 * example, then random changes of them at random places, as long as they fit. So every input is
 * valid, whatever the schema uses.
 */
export function createInputMaker(
  namedSchema: NamedSchema,
  { examples, draw }: { readonly examples: readonly Json[]; readonly draw: Draw },
): InputMaker {
  const isValid = (value: Json): boolean => namedSchema.validator.isValid(value);
  const bases = listBases(namedSchema, examples).filter(isValid);
  const constants = [...listConstants(namedSchema.schema)];
  const unused = bases.values();

  function change(base: Json): Json {
    let value = base;
    const changes = draw(1, MAX_CHANGES);
    for (let done = 0; done < changes; done += 1) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const changed = changeSomewhere(value, { draw, constants, bases });
        if (!isValid(changed)) continue;
        value = changed;
        break;
      }
    }
    return value;
  }

  return {
    isValid,
    next() {
      const { value: base } = unused.next();
      if (base !== undefined) return base;
      const [first, ...tail] = bases;
      return first === undefined ? undefined : change(pick(draw, [first, ...tail]));
    },
  };
}

/** Lists examples of a schema that differ: with and without optional members, of each alternative. */
function listBases(namedSchema: NamedSchema, examples: readonly Json[]): readonly Json[] {
  const samples = [...createSamples(namedSchema, examples)];
  for (let turn = 0; turn < ALTERNATIVES; turn += 1) {
    for (const isComplete of [false, true]) {
      const schema = reshape(namedSchema.schema, { turn, isComplete });
      const validator = createValidator(schema);
      const example = createExample(schema, validator);
      if (example !== undefined) samples.push(example);
    }
  }
  return [...new Map(samples.map((value) => [JSON.stringify(value), value])).values()];
}

/** How a schema is reshaped, so that `createExample` makes other examples of it. */
interface Reshaping {
  /** The number of places by which alternatives are rotated. */
  readonly turn: number;
  /** True makes every declared member required. */
  readonly isComplete: boolean;
}

/** Copies a schema whose alternatives come in another order, or whose members are all required. */
function reshape(schema: JsonSchema, reshaping: Reshaping): JsonSchema {
  return reshapeNode(schema as Json, reshaping) as JsonSchema;
}

function reshapeNode(node: Json, reshaping: Reshaping): Json {
  if (Array.isArray(node)) return node.map((item) => reshapeNode(item, reshaping));
  if (!isRecord(node)) return node;
  const copy: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(node)) {
    const isUnion = keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'enum';
    const part = isUnion && Array.isArray(value) ? rotate(value, reshaping.turn) : value;
    copy[keyword] = keyword === 'enum' ? part : reshapeNode(part, reshaping);
  }
  if (reshaping.isComplete && isRecord(node['properties'])) {
    copy['required'] = Object.keys(node['properties']);
  }
  return copy;
}

function rotate(items: readonly Json[], turn: number): Json[] {
  const start = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Yields the values that a schema names: constants, enumerations, defaults, examples, bounds. */
function* listConstants(node: unknown): Generator<Json> {
  if (Array.isArray(node)) for (const item of node) yield* listConstants(item);
  if (!isRecord(node)) return;
  for (const [keyword, value] of Object.entries(node)) {
    if (keyword === 'const' || keyword === 'default') yield value as Json;
    else if ((keyword === 'enum' || keyword === 'examples') && Array.isArray(value)) {
      yield* value as Json[];
    } else if (typeof value === 'number') yield* [value, value - 1, value + 1];
    else yield* listConstants(value);
  }
}

/** The sources of a change: random numbers, values that the schema names, and other inputs. */
interface ChangeOptions {
  readonly draw: Draw;
  readonly constants: readonly Json[];
  /** Other values of the schema, whose members may be taken over. */
  readonly bases: readonly Json[];
}

/** Changes a value at one random place. */
function changeSomewhere(value: Json, options: ChangeOptions): Json {
  const { draw, bases } = options;
  const goesDeeper = draw(0, 2) > 0;
  if (Array.isArray(value) && value.length > 0 && goesDeeper) {
    const index = draw(0, value.length - 1);
    return value.with(index, changeSomewhere(value[index] ?? null, options));
  }
  if (isRecord(value)) {
    const names = Object.keys(value);
    const [first, ...tail] = names;
    if (first !== undefined && goesDeeper) {
      const name = pick(draw, [first, ...tail]);
      const within = bases.flatMap((base) => (isRecord(base) ? [base[name] as Json] : []));
      const member = changeSomewhere(value[name] ?? null, {
        ...options,
        bases: within.filter((alternative) => alternative !== undefined),
      });
      return { ...value, [name]: member };
    }
  }
  return replace(value, options);
}

function replace(value: Json, { draw, constants, bases }: ChangeOptions): Json {
  const [constant, ...moreConstants] = constants;
  if (constant !== undefined && draw(0, 3) === 0) {
    return pick(draw, [constant, ...moreConstants]);
  }
  if (typeof value === 'string') {
    const texts = pick(draw, TEXTS);
    return draw(0, 2) === 0 ? value + texts : texts;
  }
  if (typeof value === 'number') {
    return draw(0, 2) === 0 ? draw(-50_000, 49_999) : pick(draw, NUMBERS);
  }
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return changeList(value, draw);
  if (isRecord(value)) return changeMembers(value, draw, bases);
  return value;
}

function changeList(items: readonly Json[], draw: Draw): Json {
  const index = draw(0, items.length - 1);
  return pick(draw, [
    () => [],
    () => items.toSpliced(index, 1),
    () => [...items, ...items],
    () => [...items, ...items.slice(index, index + 1)],
    () => items.toReversed(),
  ])();
}

function changeMembers(
  value: Readonly<Record<string, Json>>,
  draw: Draw,
  bases: readonly Json[],
): Json {
  const [first, ...tail] = Object.keys(value);
  if (first !== undefined && draw(0, 1) === 0) {
    const name = pick(draw, [first, ...tail]);
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
  const records = bases.filter((base) => isRecord(base));
  const members = records.flatMap((base) => Object.entries(base as Record<string, Json>));
  const [member, ...remaining] = members;
  if (member === undefined) return value;
  const [name, memberValue] = pick(draw, [member, ...remaining]);
  return { ...value, [name]: memberValue };
}

/** Yields simpler forms of a value, the simplest first. */
export function* simplify(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    if (value !== '') yield* ['', 'a', value.slice(0, value.length / 2), value.slice(0, -1)];
    if (value.length > 1) yield value.slice(1);
  } else if (typeof value === 'number') {
    const integer = Math.trunc(value);
    yield* [0, 1, integer, Math.trunc(integer / 2), Math.trunc((integer * 3) / 4), -value];
    yield integer - Math.sign(integer);
  } else if (Array.isArray(value)) {
    if (value.length > 0) yield [];
    if (value.length > 2) yield* [value.slice(0, value.length / 2), value.slice(value.length / 2)];
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1);
      for (const simpler of simplify(item)) yield value.with(index, simpler);
    }
  } else if (isRecord(value)) {
    const entries = Object.entries(value as Record<string, Json>);
    for (const [name] of entries) {
      yield Object.fromEntries(entries.filter(([key]) => key !== name));
    }
    for (const [name, member] of entries) {
      for (const simpler of simplify(member)) yield { ...value, [name]: simpler };
    }
  }
}

/** Returns true if the JSON of a value is shorter than that of another, or as long and earlier. */
export function isSimpler(a: Json, b: Json): boolean {
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left.length < right.length || (left.length === right.length && left < right);
}
