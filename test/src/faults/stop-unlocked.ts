import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Child } from './start-child.ts';

/** Whoever is stopped amid a commit holds the lock of the file: that is another fault than this one. */
export async function stopUnlocked(child: Child, file: string): Promise<void> {
  for (;;) {
    child.signal('SIGSTOP');
    // Until the signal has arrived.
    await sleep(20);
    if (!isLocked(file)) return;
    child.signal('SIGCONT');
    await sleep(5);
  }
}

function isLocked(file: string): boolean {
  const database = new Database(file, { timeout: 50 });
  try {
    database.exec('begin immediate; rollback');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
