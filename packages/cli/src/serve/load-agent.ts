import type { Agent } from '@formwork/core';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { guardLoading } from './guard-loading.ts';
import { toLoadReason } from './to-load-reason.ts';

/** Options of {@link loadAgent}. */
export interface LoadAgentOptions {
  /** Tells that the module ended the process, at its very end. Default: nothing is told. */
  readonly onExit?: (error: CliError) => void;
}

/** The agent that a module exports by default. Runs the module. @throws CliError */
export async function loadAgent(file: string, { onExit }: LoadAgentOptions = {}): Promise<Agent> {
  assertModule(file);
  const name = JSON.stringify(file);
  const { href } = pathToFileURL(resolve(file));
  const agent = await guardLoading(file, { load: () => importDefault(href, name), onExit });
  if (isAgent(agent)) return agent;
  throw new CliError(
    `Cannot serve ${name} as its default export must be an agent: write "export default defineAgent({ ... })".`,
  );
}

/** @throws UsageError if there is no such file. */
export function assertModule(file: string): void {
  if (existsSync(resolve(file))) return;
  throw new UsageError(
    `Cannot read ${JSON.stringify(file)} as it must be a module: there is no such file.`,
  );
}

async function importDefault(href: string, name: string): Promise<unknown> {
  try {
    const module: unknown = await import(href);
    return typeof module === 'object' && module !== null && 'default' in module
      ? module.default
      : undefined;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts"$/u.test(name)) {
      throw new CliError(
        `Cannot run ${name} as Node must be 22.18 or newer to run TypeScript: current version is ${process.versions.node}. Update Node, or build the file and name the .js file.`,
        { cause },
      );
    }
    const reason = toLoadReason(cause);
    throw new CliError(`Cannot run ${name} as it must be a module that runs: ${reason}`, { cause });
  }
}

/** True for what `defineAgent` makes, also by another copy of core. */
function isAgent(value: unknown): value is Agent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'skills' in value &&
    Array.isArray(value.skills) &&
    'schemas' in value &&
    value.schemas instanceof Map
  );
}
