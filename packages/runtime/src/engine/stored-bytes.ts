/**
 * The size of a page of tasks from which it takes no further task, in bytes. A page holds its tasks
 * whole, and a hundred with files of some megabytes, for a few callers at once, are more than a
 * process has.
 */
export const FULL_PAGE_BYTES = 8_388_608;

/** Returns the first tasks of a page, until it is full. */
export function fitPage<Item extends { readonly bytes: number }>(
  items: readonly Item[],
): readonly Item[] {
  let sum = 0;
  for (const [index, { bytes }] of items.entries()) {
    sum += bytes;
    if (sum >= FULL_PAGE_BYTES) return items.slice(0, index + 1);
  }
  return items;
}

/**
 * Returns the number of bytes that a JSON value takes when stored: UTF-8 for text, raw bytes for a
 * file. The estimate is good enough for quotas, and much quicker than writing the value.
 */
export function measureBytes(value: unknown): number {
  // A list replaces recursion, because a deep value would exhaust the call stack. Only objects and
  // lists wait in it: most members are short texts.
  const stack: object[] = [];
  let bytes = measureItem(value, stack);
  for (let container = stack.pop(); container !== undefined; container = stack.pop()) {
    if (Array.isArray(container)) {
      for (const entry of container as readonly unknown[]) bytes += measureItem(entry, stack);
    } else {
      const fields = container as Readonly<Record<string, unknown>>;
      for (const name of Object.keys(fields)) {
        const entry = fields[name];
        if (entry !== undefined) bytes += name.length + 4 + measureItem(entry, stack);
      }
    }
  }
  return bytes;
}

/** Returns the bytes of an item by itself; what it contains waits in the stack. */
function measureItem(item: unknown, stack: object[]): number {
  if (typeof item === 'string') return Buffer.byteLength(item) + 2;
  if (typeof item !== 'object' || item === null) return 4;
  if (item instanceof Uint8Array) return item.byteLength;
  stack.push(item);
  return 0;
}
