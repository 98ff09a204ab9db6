import type { Problem } from '@formwork/schema';
import { isRecord, parsePointer, findChangedValue } from '@formwork/schema/json';

/** Arguments of a call, and what the schema of the skill finds wrong with them. */
export interface CheckedArguments {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/** The most places that are mended, and the most times that all arguments are checked for it. */
const LIMITS = { places: 100, rounds: 4 };

/**
 * Mends what hosts and models are known to do to arguments: an object or a list that is sent as its
 * JSON text where no text is allowed, and `null` for what is left out where no `null` is allowed. A
 * value that the schema takes is never touched.
 */
export function mendArguments(
  value: unknown,
  check: (value: unknown) => readonly Problem[],
): CheckedArguments {
  let mended: CheckedArguments = { value, problems: check(value) };
  const fixedPointers = new Set<string>();
  for (let round = 0; round < LIMITS.rounds && mended.problems.length > 0; round += 1) {
    const next = mendProblems(mended, { check, fixedPointers });
    if (next === undefined) break;
    mended = next;
  }
  return mended;
}

/** Mends all places that have a problem, and takes back what did not help. */
function mendProblems(
  { value, problems }: CheckedArguments,
  {
    check,
    fixedPointers,
  }: {
    readonly check: (value: unknown) => readonly Problem[];
    /** The places that stay as they are, because mending them did not help. */
    readonly fixedPointers: Set<string>;
  },
): CheckedArguments | undefined {
  const tried = problems
    .filter(({ pointer }) => !fixedPointers.has(pointer))
    .slice(0, LIMITS.places);
  const holder: Holder = { root: structuredClone(value) };
  const before = new Map<string, unknown>();
  for (const problem of tried) {
    const original = read(holder, problem.pointer);
    if (mendValueAt(holder, problem, original)) before.set(problem.pointer, original);
  }
  if (before.size === 0) return undefined;
  const after = check(holder.root);
  const wrong = after.filter(
    ({ pointer, keyword }) => before.has(pointer) && ['type', 'required'].includes(keyword),
  );
  if (wrong.length === 0) return { value: holder.root, problems: after };
  for (const { pointer } of wrong) {
    fixedPointers.add(pointer);
    write(holder, pointer, before.get(pointer));
  }
  return { value: holder.root, problems: check(holder.root) };
}

/** Mends the value at a place; returns false if there is nothing to mend. */
function mendValueAt(holder: Holder, { pointer, keyword }: Problem, original: unknown): boolean {
  if (original === null) return remove(holder, pointer);
  const parsed = keyword === 'type' ? parseText(original) : undefined;
  if (parsed === undefined) return false;
  write(holder, pointer, parsed);
  return true;
}

/** Returns the object or the list of which a value is the JSON text, unless parsing changes it. */
function parseText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return findChangedValue(value, parsed) === undefined ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the arguments of a call that are sent as one JSON text; `undefined` for any other. */
export function parseArguments(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseText(value);
  return isRecord(parsed) ? parsed : undefined;
}

/** A value with a name of its own, so that the root can be replaced like any other place. */
interface Holder {
  root: unknown;
}

function toPath(pointer: string): readonly string[] {
  return ['root', ...parsePointer(pointer)];
}

function findParent(holder: Holder, path: readonly string[]): object | undefined {
  let at: unknown = holder;
  for (const name of path.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return typeof at === 'object' && at !== null ? at : undefined;
}

function read(holder: Holder, pointer: string): unknown {
  const path = toPath(pointer);
  const parent = findParent(holder, path);
  const name = path.at(-1) ?? '';
  return parent !== undefined && Object.hasOwn(parent, name)
    ? (Reflect.get(parent, name) as unknown)
    : undefined;
}

function write(holder: Holder, pointer: string, value: unknown): void {
  const path = toPath(pointer);
  const parent = findParent(holder, path);
  if (parent === undefined) return;
  const fields = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(parent, path.at(-1) ?? '', fields);
}

/** Removes a member of an object; items of lists stay, because their places count. */
function remove(holder: Holder, pointer: string): boolean {
  const path = toPath(pointer);
  const parent = findParent(holder, path);
  if (path.length < 2 || !isRecord(parent)) return false;
  return Reflect.deleteProperty(parent, path.at(-1) ?? '');
}
