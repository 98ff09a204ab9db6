import {
  EngineSchemaUnknownError,
  EngineStorageError,
  type SharedRecords,
  type TaskEngine,
} from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest time for which a server that starts waits for its storage, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Asks the storage of a server something, so that one which opens late does so now. A storage that
 * is away may come back, and is no reason not to listen.
 *
 * @throws EngineSchemaUnknownError when a newer program has changed the storage, and
 * EngineStorageError when it refuses until an operator corrects something
 */
export async function checkStorage({
  engine,
  records,
}: {
  readonly engine?: Pick<TaskEngine, 'findScope'> | undefined;
  readonly records?: Pick<SharedRecords, 'get'> | undefined;
}): Promise<void> {
  const waiting = new AbortController();
  const checks = Promise.all([
    ask(async () => engine?.findScope('')),
    ask(async () => records?.get('start')),
  ]);
  const timeout = sleep(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  try {
    await Promise.race([checks, timeout]);
  } finally {
    waiting.abort();
  }
}

async function ask(question: () => Promise<unknown>): Promise<void> {
  try {
    await question();
  } catch (error) {
    const isLasting = error instanceof EngineStorageError && error.isLasting;
    if (isLasting || error instanceof EngineSchemaUnknownError) throw error;
  }
}
