import { closeSync, openSync } from 'node:fs';

/**
 * Makes the file of an engine, if there is none, readable and writable by its owner only: it holds
 * what callers sent, and the tokens of their receivers. SQLite gives the files beside it the same
 * mode. One that exists keeps its mode. Throws what the system says.
 */
export function createPrivateFile(file: string): void {
  if (file === ':memory:') return;
  try {
    // Only a new one is opened here: closing one that SQLite has open would drop its locks.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
