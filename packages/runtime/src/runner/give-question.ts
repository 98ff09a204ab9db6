import {
  type Addressee,
  type Principal,
  type QuestionAssignment,
  isPeopleAddress,
} from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { TaskCallError } from '../errors.ts';
import type { Assignment } from '../messages/assignment.ts';
import { describeFault, findExcess, toWholeJson } from './wire-json.ts';

/** The names of the options that give a question to people. */
const OPTIONS = [
  'to',
  'about',
  'fourEyes',
  'dueInMs',
  'remindInMs',
  'escalateTo',
  'otherwise',
] as const;

const MAX_ADDRESSES = 50;
/** The largest size of what stands beside a question, each in bytes of JSON. */
const MAX_ABOUT_BYTES = 65_536;
/** The longest time until a question is due, in milliseconds: ten years. */
const MAX_MS = 315_360_000_000;

/**
 * Reads and checks the addressees of a question; `undefined` if it is left to the task's caller.
 * `caller` is the principal of the task, if it is known.
 *
 * @throws TaskCallError that names the option at fault
 */
export function createAssignment(
  request: Partial<QuestionAssignment> | undefined,
  caller?: Principal,
): Assignment | undefined {
  if (request === undefined) return undefined;
  const { to, about, fourEyes, dueInMs, remindInMs, escalateTo, otherwise } = request;
  if (to === undefined) {
    const extra = OPTIONS.find((name) => request[name] !== undefined);
    if (extra === undefined) return undefined;
    throw refuse('to', `the people who may answer, since ${extra} is given`, to);
  }
  if (fourEyes !== undefined && typeof fourEyes !== 'boolean') {
    throw refuse('fourEyes', 'true or false', fourEyes);
  }
  checkDuration('dueInMs', dueInMs);
  checkDuration('remindInMs', remindInMs);
  if (dueInMs !== undefined && remindInMs !== undefined && remindInMs >= dueInMs) {
    throw refuse('remindInMs', `less than dueInMs (${dueInMs})`, remindInMs);
  }
  if (escalateTo !== undefined && dueInMs === undefined) {
    throw refuse('dueInMs', 'given, since escalateTo is', dueInMs);
  }
  if (otherwise !== undefined && dueInMs === undefined) {
    throw refuse('dueInMs', 'given, since otherwise is', dueInMs);
  }
  if (otherwise !== undefined && escalateTo !== undefined) {
    throw refuse('otherwise', 'left out, since escalateTo is given', otherwise);
  }
  const addresses = toAddresses('to', to);
  const later = escalateTo === undefined ? [] : toAddresses('escalateTo', escalateTo);
  const callerAddress = caller && `user:${caller.id}`;
  if (fourEyes === true && [...addresses, ...later].every((address) => address === callerAddress)) {
    const rule = 'somebody else than the caller of the task, since fourEyes is given';
    throw refuse('to', rule, callerAddress);
  }
  return {
    to: addresses,
    ...(about !== undefined && { about: toDetails('about', about) }),
    ...(otherwise !== undefined && { otherwise: toDetails('otherwise', otherwise) }),
    ...(fourEyes === true && { fourEyes }),
    ...(dueInMs !== undefined && { dueInMs }),
    ...(remindInMs !== undefined && { remindInMs }),
    ...(escalateTo !== undefined && { escalateTo: later }),
  };
}

function refuse(name: string, rule: string, value: unknown): TaskCallError {
  const shown = typeof value === 'string' || typeof value === 'number' ? value : typeof value;
  return new TaskCallError(
    `Cannot ask because ${name} must be ${rule}: current value is ${JSON.stringify(shown)}`,
  );
}

function checkDuration(name: string, value: unknown): void {
  if (value === undefined) return;
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= MAX_MS) return;
  throw refuse(name, `a whole number of milliseconds from 1 to ${MAX_MS}`, value);
}

function toDetails(name: 'about' | 'otherwise', value: unknown): unknown {
  const wire = toWholeJson(value);
  if (wire.kind === 'not-json') {
    throw new TaskCallError(
      `Cannot ask because ${name} must be JSON: current value is ${describeFault(value, wire)}`,
      { cause: wire.cause },
    );
  }
  const excess = findExcess(wire.text, MAX_ABOUT_BYTES);
  if (excess === undefined) return wire.value;
  throw refuse(name, `at most ${MAX_ABOUT_BYTES} bytes of JSON`, excess);
}

function toAddresses(
  name: string,
  addressees: Addressee | readonly Addressee[],
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(addressees) ? addressees : [addressees];
  if (list.length === 0 || list.length > MAX_ADDRESSES) {
    throw refuse(name, `1 to ${MAX_ADDRESSES} people or roles`, list.length);
  }
  return [...new Set(list.map((addressee) => toAddress(name, addressee)))];
}

function toAddress(name: string, addressee: unknown): string {
  const address =
    isRecord(addressee) && typeof addressee['id'] === 'string'
      ? `user:${addressee['id']}`
      : addressee;
  if (isPeopleAddress(address)) return address;
  const rule = '"role:" with a role, "user:" with the id of a person, or a principal with an id';
  throw refuse(name, rule, addressee);
}
