import type { Artifact } from '@a2a-js/sdk';

/** Characters, bytes and members that are still small; far below what any reader of streams takes. */
const SMALL = 16_384;

/** True if artifacts are small, which is known without writing them down. */
export function isSmall(artifacts: readonly Artifact[]): boolean {
  let left = SMALL;
  const waiting: unknown[] = [...artifacts];
  while (waiting.length > 0 && left > 0) {
    const value = waiting.pop();
    left -= 1;
    if (typeof value === 'string') {
      left -= value.length;
    } else if (value instanceof Uint8Array) {
      left -= value.byteLength;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        left -= name.length;
        if (left <= 0) break;
        waiting.push(member);
      }
    }
  }
  return left > 0;
}
