import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './start-child.ts';

/**
 * Stops a process (SIGSTOP) at a time when it does not hold the lock of its database file, because
 * a stop amid a commit is another fault than the one under test. A database server ends the
 * transactions of a process that is silent.
 */
export async function stopUnlocked(
  child: Pick<Child, 'pid' | 'signal'>,
  place: string,
): Promise<void> {
  for (;;) {
    child.signal('SIGSTOP');
    while (!isStopped(child)) await sleep(1);
    if (place.startsWith('postgres://') || !isLocked(place)) return;
    child.signal('SIGCONT');
    // Real time: the process goes on for a moment before the next try.
    await sleep(5);
  }
}

/** True once the signal has arrived, which takes a moment on a busy machine. */
function isStopped({ pid }: Pick<Child, 'pid'>): boolean {
  // The state follows the name of the program, which is in parentheses.
  return /\) T /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
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
