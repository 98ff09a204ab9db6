import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The flags that choose the lock, which is the file with the accepted texts of tools. */
export interface LockFlags {
  readonly config?: string;
  /** The path of the lock; `false` for `--no-lock`. */
  readonly lock?: string | false;
}

const NAME = 'bridge.lock';

/** Adds to a command the flag `--lock`, which names the file with the accepted texts of tools. */
export function addLockFlag(command: Command): Command {
  return command.option(
    '--lock <file>',
    `what was accepted (default: ${NAME} beside the config file or in this folder)`,
  );
}

/**
 * Finds the path of the lock: that of the flag, else that of an existing file beside the config
 * file or in the working folder. `undefined` if there is none, or `--no-lock` is given.
 */
export function findLock({ config, lock }: LockFlags): string | undefined {
  if (lock === false) return undefined;
  if (lock !== undefined) return lock;
  return listLockFiles(config).find((file) => existsSync(file));
}

/** Returns the path of the lock, or the path at which a new one would be written. */
export function toLockPath(flags: LockFlags): string {
  const [first = NAME] = listLockFiles(flags.config);
  return findLock(flags) ?? first;
}

function listLockFiles(config: string | undefined): readonly string[] {
  if (config === undefined || config === '-') return [NAME];
  return [...new Set([join(dirname(config), NAME), NAME])];
}
