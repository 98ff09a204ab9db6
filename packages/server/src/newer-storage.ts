import { EngineSchemaUnknownError, type TaskEngine } from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest time for which a server that starts waits for its storage, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Asks an engine something, so that one which opens its storage late does so now. A storage that is
 * away may come back, and is no reason not to listen.
 *
 * @throws EngineSchemaUnknownError when a newer program has changed the storage
 */
export async function refuseNewerStorage(
  engine: Pick<TaskEngine, 'findScope'> | undefined,
): Promise<void> {
  if (engine === undefined) return;
  const waiting = new AbortController();
  const asked = Promise.resolve()
    .then(() => engine.findScope(''))
    .catch((error: unknown) => {
      if (error instanceof EngineSchemaUnknownError) throw error;
    });
  const late = sleep(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  try {
    await Promise.race([asked, late]);
  } finally {
    waiting.abort();
  }
}
