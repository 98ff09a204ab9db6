import type { Bridge, BridgeLogger } from '@formwork/mcp';
import { unwatchFile, watchFile } from 'node:fs';

/** The time between two checks of the lock's file for a change, in milliseconds. */
const INTERVAL_MS = 1000;

/**
 * Watches the lock's file and passes each new lock to a running bridge; returns a function that
 * stops watching. While the file cannot be used, the last lock stays. Watching does not keep the
 * process alive.
 */
export function watchLock(
  file: string,
  {
    bridge,
    logger,
  }: {
    readonly bridge: Pick<Bridge, 'setLock'>;
    readonly logger: BridgeLogger;
  },
): () => void {
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
