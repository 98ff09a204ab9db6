import { readFile } from 'node:fs/promises';
import { LockError } from '../errors.ts';
import { toFirstLine } from '../text/to-first-line.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { parseBridgeLock } from './parse-bridge-lock.ts';

/**
 * Reads a `bridge.lock`. @throws LockError if there is none, or none that can be used.
 *
 * @example
 * ```ts
 * import { createBridge, readBridgeLock } from '@formwork/mcp';
 *
 * const lock = await readBridgeLock('bridge.lock');
 * const bridge = createBridge({ agents: [], lock });
 * ```
 */
export async function readBridgeLock(file: string): Promise<BridgeLock> {
  return parseBridgeLock(await read(file), JSON.stringify(file));
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const found = isMissing ? 'there is no such file' : toFirstLine(cause);
    throw new LockError(
      `Cannot read the lock ${JSON.stringify(file)} as it must be a file that can be read: ${found}`,
      { reason: isMissing ? 'missing' : 'refused', cause },
    );
  }
}
