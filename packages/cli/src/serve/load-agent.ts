import type { Agent } from '@formwork/core';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFormworkError, toErrorText } from '@formwork/core';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The agent that a module exports by default. Runs the module. @throws CliError */
export async function loadAgent(file: string): Promise<Agent> {
  const name = JSON.stringify(file);
  const path = resolve(file);
  if (!existsSync(path)) {
    throw new UsageError(`Cannot read ${name} as it must be a module: there is no such file.`);
  }
  const agent = await importDefault(pathToFileURL(path).href, name);
  if (isAgent(agent)) return agent;
  throw new CliError(
    `Cannot serve ${name} as its default export must be an agent: write "export default defineAgent({ ... })".`,
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
    const [first = ''] = toErrorText(cause).split('\n');
    const reason = isFormworkError(cause) && cause instanceof Error ? cause.message : first;
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
