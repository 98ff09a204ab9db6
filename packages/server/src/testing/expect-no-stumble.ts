import { expect } from 'vitest';
import { openJsonRpcDoor, post, toRequest } from './open-json-rpc-door.ts';
import { listWrongFields } from './wrong-fields.ts';

/** A request whose every field is to be tried with wrong values. */
export interface WrongFieldCase {
  readonly version: string;
  readonly method: string;
  readonly params: object;
}

const INTERNALS =
  /Cannot (?:read properties|convert|use 'in')|is not (?:a function|iterable)|-32603|must be of type/u;

/** Wrong fields are either taken or refused by name, and never an internal error. */
export async function expectNoStumble({ version, method, params }: WrongFieldCase): Promise<void> {
  await using door = await openJsonRpcDoor();
  const unclear: string[] = [];
  let refused = 0;
  for (const wrong of listWrongFields(params)) {
    const response = await post(door, toRequest(method, wrong.params), { version });
    const answer = await response.text();
    const isRefused = answer.includes('-32602');
    const isClear = !isRefused || /Cannot read the request as \S+ must be/u.test(answer);
    if (isRefused) refused += 1;
    if (INTERNALS.test(answer) || !isClear) unclear.push(`${wrong.name}: ${answer}`);
  }
  expect(unclear).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  expect(door.entries).toEqual([]);
}
