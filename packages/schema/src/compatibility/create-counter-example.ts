import { createExampleAt } from '../examples/create-example.ts';
import { isRecord } from '../json/record.ts';
import type { Json } from '../types/json.ts';
import type { Constraints } from './constraints.ts';
import type { Gap, Segment } from './gap.ts';
import { gatherPropertyConstraints, listRequired, listDeclared, isImpossible } from './parts.ts';
import type { SchemaDocument } from './schema-document.ts';

/** The most values that are tried as a counter-example for one gap. */
const MAX_TRIES = 60;

/** The two schemas that a counter-example is made for, and the time by which it must be found. */
export interface Witness {
  readonly from: SchemaDocument;
  readonly to: SchemaDocument;
  /** The time at which the search for values ends, in milliseconds by `performance.now()`. */
  readonly deadline: number;
}

/**
 * Makes a whole value that one schema accepts and the other refuses; `undefined` if none is found.
 * It is wrapped in an object because `null` is a value too.
 */
export function createCounterExample(
  gap: Gap,
  { from, to, deadline }: Witness,
): { readonly value: Json } | undefined {
  let tries = 0;
  for (const candidate of listCandidates(gap)) {
    tries += 1;
    if (tries > MAX_TRIES || performance.now() > deadline) return undefined;
    if (!fits(gap.constraints, candidate)) continue;
    if (gap.target.document.accepts(gap.target.pointer, candidate)) continue;
    const value = placeInFrames(gap, candidate);
    // Only the validators of the whole schemas show that the value is a counter-example.
    if (value === undefined || !from.validator.isValid(value)) continue;
    if (!to.validator.isValid(value)) return { value };
  }
  return undefined;
}

function* listCandidates({ rule, to, candidates, constraints, target, at }: Gap): Generator<Json> {
  for (const candidate of candidates) if (isFiniteJson(candidate)) yield candidate;
  const example = createExampleOf(constraints);
  if (example !== undefined) yield example;
  if (isRecord(example)) yield* varyObject(example, { rule, to, constraints });
  if (Array.isArray(example)) yield* varyArray(example, to);
  if (typeof example === 'number')
    yield* [example + 1, example - 1, example + 0.5, example * 10, -example];
  if (typeof example === 'string') yield* [`${example}a`, `${example}~ 1`, example.slice(1)];
  // Tries examples of the schemas at the gap as well, if they fit the constraints.
  for (const { document, pointer } of [at, target]) {
    const value = createExampleAt({ index: document.index, pointers: [pointer] }, (candidate) =>
      fits(constraints, candidate),
    );
    if (value !== undefined) yield value;
  }
  // Tries an example of each alternative of the unions as well.
  for (const union of constraints.unions) {
    for (const { document, pointer } of union.branches) {
      const value = createExampleAt({ index: document.index, pointers: [pointer] }, (candidate) =>
        fits(constraints, candidate),
      );
      if (value !== undefined) yield value;
    }
  }
  yield* [null, true, 0, 1, -1, 0.5, 5, 100, '', 'a', [], {}];
}

function* varyObject(
  example: Readonly<Record<string, Json>>,
  { rule, to, constraints }: Pick<Gap, 'rule' | 'to' | 'constraints'>,
): Generator<Json> {
  const required = new Set(listRequired(constraints));
  const optional = Object.keys(example).filter((name) => !required.has(name));
  const drop = (names: readonly string[]): Json =>
    Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)));
  if (rule === 'required') yield drop([String(to)]);
  yield drop(optional);
  for (const name of optional) yield drop([name]);
  const full: Record<string, Json> = { ...example };
  for (const name of [...listDeclared(constraints), ...(isRecord(to) ? Object.keys(to) : [])]) {
    const value = Object.hasOwn(full, name)
      ? undefined
      : createExampleOf(gatherPropertyConstraints(constraints, name));
    if (value === undefined) continue;
    Object.defineProperty(full, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    yield { ...example, [name]: value };
  }
  yield full;
  yield { ...example, other: null };
}

function* varyArray(example: readonly Json[], to: unknown): Generator<Json> {
  yield [];
  const [first = null] = example;
  const size = typeof to === 'number' ? to : 1;
  for (const length of [size - 1, size + 1, 2]) {
    if (length >= 0 && length <= 200) yield Array.from({ length }, (_, i) => example[i] ?? first);
  }
  // Tries an array whose items all differ, for schemas that forbid repeated items.
  if (size < 200) yield Array.from({ length: size + 1 }, (_, index) => index);
}

/**
 * Wraps a candidate for a counter-example, which may be only a part, into a whole value in which it
 * stands at the place of the gap; `undefined` if no whole value is found.
 */
function placeInFrames({ frames }: Gap, candidate: Json): Json | undefined {
  let value = candidate;
  for (const { constraints, segment } of frames.toReversed()) {
    const base = createExampleOf(constraints);
    const placed = [base, undefined]
      .map((around) => setSegment(around, segment, value))
      .find((result) => result !== undefined && fits(constraints, result));
    const framed = placed ?? placeInParts(constraints, segment, value);
    if (framed === undefined) return undefined;
    value = framed;
  }
  return value;
}

function setSegment(around: Json | undefined, segment: Segment, value: Json): Json | undefined {
  switch (segment.kind) {
    case 'name':
    case 'others': {
      const base = isRecord(around) ? around : {};
      return { ...base, [segment.name]: value };
    }
    case 'position':
    case 'items': {
      const base = Array.isArray(around) ? [...around] : [];
      if (base.length < segment.position) return undefined;
      base[segment.position] = value;
      return base;
    }
  }
}

/**
 * Builds an object around one property by making its other required properties one by one, for
 * schemas that no example is found for; `undefined` if that fails.
 */
function placeInParts(constraints: Constraints, segment: Segment, value: Json): Json | undefined {
  if (segment.kind === 'position' || segment.kind === 'items') return undefined;
  const entries: [string, Json][] = [];
  for (const name of listRequired(constraints)) {
    if (name === segment.name) continue;
    const example = createExampleOf(gatherPropertyConstraints(constraints, name));
    if (example === undefined) return undefined;
    entries.push([name, example]);
  }
  const object = Object.fromEntries([...entries, [segment.name, value]]);
  return fits(constraints, object) ? object : undefined;
}

function createExampleOf(constraints: Constraints): Json | undefined {
  const [first] = constraints.locations;
  if (first === undefined) return 'example';
  if (isImpossible(constraints)) return undefined;
  const pointers = constraints.locations.map(({ pointer }) => pointer);
  return createExampleAt({ index: first.document.index, pointers }, (value) =>
    fits(constraints, value),
  );
}

function fits({ locations, excluded }: Constraints, value: Json): boolean {
  return (
    locations.every(({ document, pointer }) => document.accepts(pointer, value)) &&
    !excluded.some(({ document, pointer }) => document.accepts(pointer, value))
  );
}

/**
 * True for a value that JSON can carry. Only `undefined` and numbers such as `Infinity` are
 * refused, because all other candidates are JSON.
 */
function isFiniteJson(value: unknown): value is Json {
  return value !== undefined && !(typeof value === 'number' && !Number.isFinite(value));
}
