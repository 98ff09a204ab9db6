import { replaceBusyFile } from '@formwork/schema/internal';
import { compareTexts, isRecord } from '@formwork/schema/json';
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { LockError } from '../errors.ts';
import { toFirstLine } from '../text/short-text.ts';
import type { BridgeLock } from './bridge-lock.ts';

/**
 * Writes a lock to a file, which afterwards has either the new content or, after a failure, the old
 * one. Keys are sorted, so that equal locks give equal texts.
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
    await replaceBusyFile(() => rename(draft, file));
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw new LockError(
      `Cannot write the lock ${JSON.stringify(file)} because it must be a file that can be written: ${toFirstLine(cause)}`,
      { reason: 'refused', cause },
    );
  }
}

/**
 * Returns the text of a lock for people to review: a line differs only if the lock differs there.
 */
function toLockText({ bridgeLock, ...sections }: BridgeLock): string {
  return `${JSON.stringify({ bridgeLock, ...sortKeys(sections) }, undefined, 2)}\n`;
}

/** Returns a JSON value in which the keys of all objects are sorted. */
export function sortKeys<Value>(value: Value): Value {
  const sorted: unknown = Array.isArray(value)
    ? value.map(sortKeys)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => compareTexts(a, b))
            .map(([key, member]) => [key, sortKeys(member)]),
        )
      : value;
  return sorted as Value;
}
