/** True for an object that is neither `null` nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a member that an object or array has itself: never one that it inherits, such as
 * `constructor`, and never by running a getter. `undefined` for everything else.
 */
export function getOwn<Value>(
  value: Readonly<Record<string, Value>> | undefined,
  name: PropertyKey,
): Value | undefined;
export function getOwn(value: unknown, name: PropertyKey): unknown;
export function getOwn(value: unknown, name: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/**
 * Freezes a value with everything in it, and returns it. Bytes stay as they are: JavaScript has no
 * way to freeze them.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) deepFreeze(child);
  return value;
}

/**
 * True if an object of a JSON text has a name more than once: then the value that was parsed from
 * the text has fewer members than the text has. Readers disagree about which of them counts (RFC
 * 8259, section 4). The text is UTF-8, and `value` is what `JSON.parse` made of it. It takes a
 * fraction of the time of a parser that keeps places.
 */
export function hasRepeatedNames(text: Uint8Array, value: unknown): boolean {
  return countColons(text) !== countMembers(value);
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

/** Counts the colons of a JSON text outside of its strings: one for each member of an object. */
function countColons(text: Uint8Array): number {
  let count = 0;
  let isInString = false;
  for (let place = 0; place < text.length; place += 1) {
    const byte = text[place];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) place += 1;
    } else if (byte === COLON) count += 1;
  }
  return count;
}

/** Counts the members of all objects in a JSON value. */
function countMembers(value: unknown): number {
  let count = 0;
  // A list replaces recursion, because a deep value would exhaust the call stack.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const isList = Array.isArray(next);
    const children: readonly unknown[] = isList ? next : Object.values(next);
    if (!isList) count += children.length;
    for (const child of children) waiting.push(child);
  }
  return count;
}
