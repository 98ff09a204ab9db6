import { expect } from 'vitest';
import { openJsonRpcDoor, post, toRequest } from './open-json-rpc-door.ts';

/** A JSON-RPC request, each field of which {@link expectNoStumble} replaces by wrong values. */
interface WrongFieldCase {
  readonly version: string;
  readonly method: string;
  readonly params: object;
}

const INTERNALS =
  /Cannot (?:read properties|convert|use 'in')|is not (?:a function|iterable)|-32603|must be of type/u;

/**
 * Sends a request with each of its fields wrong in turn, and expects every answer to be a result or
 * an error that names the field, never an internal error.
 */
export async function expectNoStumble({ version, method, params }: WrongFieldCase): Promise<void> {
  await using door = await openJsonRpcDoor();
  const unclear: string[] = [];
  let refused = 0;
  for (const wrong of listWrongFields(params)) {
    const response = await post(door, toRequest(method, wrong.params), { version });
    const answer = await response.text();
    const isRefused = answer.includes('-32602');
    const isClear = !isRefused || /Cannot read the request because \S+ must be/u.test(answer);
    if (isRefused) refused += 1;
    if (INTERNALS.test(answer) || !isClear) unclear.push(`${wrong.name}: ${answer}`);
  }
  expect(unclear).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(door.entries).toEqual([]);
}

/** The params of a request with one field replaced by a wrong value. */
interface WrongField {
  /** The path and the wrong value of the field, for the message of a failing test. */
  readonly name: string;
  readonly params: object;
}

const WRONG_VALUES: readonly unknown[] = [
  undefined,
  null,
  1,
  -1,
  '',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { toString: 1 },
];

/** Yields copies of the params, each with another field set to a wrong value. */
function* listWrongFields(params: object): Generator<WrongField, void, undefined> {
  for (const path of listPaths(params)) {
    for (const value of WRONG_VALUES) {
      const changed = structuredClone(params);
      setAt(changed, path, value);
      yield { name: `${path.join('.')} = ${JSON.stringify(value)}`, params: changed };
    }
  }
}

function listPaths(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    [key],
    ...listPaths(item).map((path) => [key, ...path]),
  ]);
}

function setAt(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  const next: unknown = Reflect.get(target, key);
  if (rest.length > 0 && typeof next === 'object' && next !== null) setAt(next, rest, value);
  else Reflect.set(target, key, value);
}
