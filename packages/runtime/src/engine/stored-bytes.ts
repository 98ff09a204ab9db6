/**
 * Returns the number of bytes that a JSON value takes when stored: UTF-8 for text, raw bytes for a
 * file. The estimate is good enough for quotas, and much quicker than writing the value.
 */
export function measureBytes(value: unknown): number {
  const left: unknown[] = [value];
  let bytes = 0;
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') bytes += Buffer.byteLength(one) + 2;
    else if (one instanceof Uint8Array) bytes += one.byteLength;
    else if (Array.isArray(one)) for (const entry of one) left.push(entry);
    else if (typeof one === 'object' && one !== null) {
      for (const [name, entry] of Object.entries(one)) {
        if (entry === undefined) continue;
        bytes += name.length + 4;
        left.push(entry);
      }
    } else bytes += 4;
  }
  return bytes;
}
