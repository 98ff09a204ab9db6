import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';

/** Flags that say which `bridge.lock` counts. */
export interface LockFlags {
  readonly config?: string;
  /** A path; `false` for `--no-lock`. */
  readonly lock?: string | false;
}

const NAME = 'bridge.lock';

/** Adds the flag that names the lock. */
export function addLockFlag(command: Command): Command {
  return command.option(
    '--lock <file>',
    `what was accepted (default: ${NAME} beside the config file or in this folder)`,
  );
}

/**
 * The path of the lock: that of the flag, else the one beside the config file or in the working
 * folder. `undefined` if there is none, or none is wanted.
 */
export function findLock({ config, lock }: LockFlags): string | undefined {
  if (lock === false) return undefined;
  if (lock !== undefined) return lock;
  return toPlaces(config).find((file) => existsSync(file));
}

/** The same, or where it would be. */
export function toLockPath(flags: LockFlags): string {
  const [first = NAME] = toPlaces(flags.config);
  return findLock(flags) ?? first;
}

function toPlaces(config: string | undefined): readonly string[] {
  if (config === undefined || config === '-') return [NAME];
  return [...new Set([join(dirname(config), NAME), NAME])];
}
