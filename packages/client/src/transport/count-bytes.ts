/** About as many bytes as a value takes: the length of its texts, and eight for anything else. */
export function countBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  let count = 8;
  for (const [key, member] of Object.entries(value)) count += key.length + countBytes(member);
  return count;
}
