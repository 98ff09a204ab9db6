/**
 * The size of a page of tasks from which it takes no further task, in bytes. A page holds its tasks
 * whole, and a hundred with files of some megabytes, for a few callers at once, are more than a
 * process has.
 */
export const FULL_PAGE_BYTES = 8_388_608;

/**
 * Returns the number of bytes that a JSON value takes when stored: UTF-8 for text, raw bytes for a
 * file. The estimate is good enough for quotas, and much quicker than writing the value.
 */
export function measureBytes(value: unknown): number {
  // A list replaces recursion, because a deep value would exhaust the call stack. Only objects and
  // lists wait in it: most members are short texts.
  const left: object[] = [];
  let bytes = 0;

  function add(one: unknown): void {
    if (typeof one === 'string') bytes += Buffer.byteLength(one) + 2;
    else if (typeof one !== 'object' || one === null) bytes += 4;
    else if (one instanceof Uint8Array) bytes += one.byteLength;
    else left.push(one);
  }

  add(value);
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (Array.isArray(one)) for (const entry of one as readonly unknown[]) add(entry);
    else {
      const fields = one as Readonly<Record<string, unknown>>;
      for (const name of Object.keys(fields)) {
        const entry = fields[name];
        if (entry === undefined) continue;
        bytes += name.length + 4;
        add(entry);
      }
    }
  }
  return bytes;
}
