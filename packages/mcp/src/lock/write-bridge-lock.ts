import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { isRecord } from '@formwork/schema/internal';
import { LockError } from '../errors.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { BridgeLock } from './bridge-lock.ts';

/**
 * Writes a `bridge.lock`: the whole of it is there afterwards, or what was there before. The same
 * lock is always the same text, with its keys in order.
 *
 * @throws LockError if it cannot be written.
 *
 * @example
 * ```ts
 * import { readBridgeLock, writeBridgeLock } from '@formwork/mcp';
 *
 * await writeBridgeLock('copy.lock', await readBridgeLock('bridge.lock'));
 * ```
 */
export async function writeBridgeLock(file: string, lock: BridgeLock): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(toLockText(lock));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw new LockError(
      `Cannot write the lock ${JSON.stringify(file)} as it must be a file that can be written: ${toFirstLine(cause)}`,
      { reason: 'refused', cause },
    );
  }
}

/** The text of a lock, for people to review: two lines differ only where the lock does. */
function toLockText({ bridgeLock, ...rest }: BridgeLock): string {
  return `${JSON.stringify({ bridgeLock, ...sortKeys(rest) }, undefined, 2)}\n`;
}

/** A JSON value with the keys of all its objects in order. */
export function sortKeys<Value>(value: Value): Value {
  const sorted: unknown = Array.isArray(value)
    ? value.map(sortKeys)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, member]) => [key, sortKeys(member)]),
        )
      : value;
  return sorted as Value;
}
