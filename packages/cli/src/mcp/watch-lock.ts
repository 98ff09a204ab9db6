import { unwatchFile, watchFile } from 'node:fs';
import type { Bridge, BridgeLogger } from '@formwork/mcp';

/** Options of {@link watchLock}. */
export interface WatchLockOptions {
  readonly bridge: Pick<Bridge, 'setLock'>;
  readonly logger: BridgeLogger;
}

/** How often the file is looked at, in milliseconds. */
const INTERVAL_MS = 1000;

/**
 * Has a bridge take up what is accepted while it runs; returns what ends that. As long as the file
 * cannot be used, the lock before counts. It keeps no process alive.
 */
export function watchLock(file: string, { bridge, logger }: WatchLockOptions): () => void {
  async function reload(): Promise<void> {
    const { readBridgeLock } = await import('@formwork/mcp');
    try {
      bridge.setLock(await readBridgeLock(file));
      logger.info('The lock was read anew', { file });
    } catch (error) {
      logger.warn(
        `The lock as it was before counts. ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  const listen = (): void => void reload();
  watchFile(file, { interval: INTERVAL_MS, persistent: false }, listen);
  return () => unwatchFile(file, listen);
}
