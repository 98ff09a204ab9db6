import { isTooDeep } from '@formwork/schema/internal';
import { CliError } from '../errors/errors.ts';

/** Deeper than anything that people read, and far from where a stack ends. */
const MAX_DEPTH = 500;

/** @throws CliError for data that is nested too deep to be printed. */
export function assertShallow(value: unknown): void {
  if (!isTooDeep(value, MAX_DEPTH)) return;
  throw new CliError(
    `Cannot print the data as it must be nested at most ${MAX_DEPTH} levels deep, and is deeper. Tell the agent's owner.`,
  );
}
