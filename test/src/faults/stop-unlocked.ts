import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Child } from './start-child.ts';

/**
 * Stops a process (SIGSTOP) at a time when it does not hold the lock of its database file, because
 * a stop amid a commit is another fault than the one under test. A database server ends the
 * transactions of a process that is silent.
 */
export async function stopUnlocked(child: Child, place: string): Promise<void> {
  for (;;) {
    child.signal('SIGSTOP');
    // The time for the signal to arrive.
    await sleep(20);
    if (place.startsWith('postgres://') || !isLocked(place)) return;
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
