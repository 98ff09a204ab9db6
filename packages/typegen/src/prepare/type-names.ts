import { parsePointer } from '@formwork/schema/json';
import type { SchemaLocation } from '../type-source.ts';

/**
 * The names that no generated type may have: names of the language and its libraries, which it
 * would shadow wherever it is imported, and names that generated modules use themselves.
 */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'AbortController AbortSignal Agent AggregateError Array ArrayBuffer ArrayLike AsyncFunction',
    'AsyncGenerator AsyncIterable AsyncIterableIterator AsyncIterator Atomics Awaited BigInt',
    'BigInt64Array BigUint64Array Blob Boolean Buffer Capitalize ClassDecorator',
    'ConnectOptions ConstructorParameters Crypto DataView Date Document Element Error EvalError Event',
    'EventTarget Exclude Extract File FinalizationRegistry Float32Array Float64Array FormData',
    'Function Generator GeneratorFunction Global Headers Infinity InstanceType Int16Array',
    'Int32Array Int8Array Intl Iterable IterableIterator Iterator JSON Location Lowercase Map Math',
    'NaN Navigator NoInfer Node NonNullable Number Object Omit OmitThisParameter Parameters',
    'Partial Performance Pick Promise PromiseConstructor PromiseLike PropertyDescriptor',
    'PropertyKey Proxy RangeError Readonly ReadonlyArray ReadonlyMap ReadonlySet ReadableStream',
    'Record ReferenceError Reflect RegExp RegExpExecArray RegExpMatchArray RemoteAgent Request',
    'Required Response ReturnType Set SharedArrayBuffer Storage String Symbol SyntaxError Text',
    'TextDecoder TextEncoder ThisParameterType ThisType TypeError Uint16Array Uint32Array',
    'Uint8Array Uint8ClampedArray Uncapitalize Uppercase URIError URL URLSearchParams WeakKey',
    'WeakMap WeakRef WeakSet WebSocket Window Worker WritableStream',
  ].flatMap((line) => line.split(' ')),
);

/** The longest name of a type that is made from a text, in characters. */
const MAX_LENGTH = 80;

/**
 * Makes the name of a type from any text: letters and digits of ASCII, words joined by capitals.
 * `fight-comparison` becomes `FightComparison`, `Object` becomes `ObjectType`.
 *
 * The generator rewrites names by rules of its own, but leaves names made here as they are.
 */
export function toTypeName(text: string): string {
  const words = text
    .slice(0, 4 * MAX_LENGTH)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== '');
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replaceAll(/\d[a-z]/gu, (pair) => pair.toUpperCase())
    .slice(0, MAX_LENGTH);
  const name = /^[A-Z]/u.test(joined) ? joined : `Type${joined}`;
  return RESERVED.has(name) ? `${name}Type` : name;
}

/** A supply of names, which gives every type of a module one of its own. */
export interface TypeNames {
  /** Takes the first of the candidates that is free, else the first of them with a number. */
  take(candidates: readonly [string, ...string[]]): string;
}

/** Makes a supply of names in which no name is taken. */
export function createTypeNames(): TypeNames {
  const usedNames = new Set<string>();
  // The next number by name, because many types can want the same name.
  const counts = new Map<string, number>();
  return {
    take(candidates) {
      const names = candidates.map(toTypeName);
      const free = names.find((name) => !usedNames.has(name)) ?? count(names[0] ?? 'Type');
      usedNames.add(free);
      return free;
    },
  };

  function count(name: string): string {
    // A number right after a digit would read as one number with it.
    const stem = /\d$/u.test(name) ? `${name}V` : name;
    let number = counts.get(stem) ?? 2;
    while (usedNames.has(`${stem}${number}`)) number += 1;
    counts.set(stem, number + 1);
    return `${stem}${number}`;
  }
}

/**
 * Returns the last segment of a JSON pointer that is a word and not a keyword or an index;
 * `undefined` if none is.
 */
export function findDescriptiveSegment({ pointer }: SchemaLocation): string | undefined {
  return parsePointer(pointer).findLast(
    (segment) => !/^(?:\d*|items|[a-z]+Of|\$defs)$/u.test(segment),
  );
}

/** Returns the name of a document without its folders and endings. */
export function stemOf(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return file.replace(/(?<=.)(?:[.-]schema)?\.json$/iu, '');
}
