import { isRecord, type Agent } from '@formwork/core';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import { toPreview } from '../prepare/to-preview.ts';
import { fromAgent, type FromAgentOptions } from './from-agent.ts';

/**
 * Types for the agent that a module exports by default. Runs the module, as any import does; a
 * file that has changed since runs anew, what it imports does not.
 */
export async function readAgentModule(
  path: string,
  options: FromAgentOptions & { readonly version?: number } = {},
): Promise<TypeSource> {
  const url = pathToFileURL(resolve(path));
  // Node keeps modules by their URL.
  if (options.version !== undefined) url.searchParams.set('version', String(options.version));
  const agent = await importDefault(url.href, path);
  if (!isAgent(agent)) {
    throw new TypegenSourceError(
      `Cannot generate types as the default export of ${toPreview(path)} must be an agent made by defineAgent: current value is ${toPreview(agent)}`,
      { reason: 'module' },
    );
  }
  return fromAgent(agent, { origin: path, ...options });
}

async function importDefault(href: string, path: string): Promise<unknown> {
  try {
    const module: unknown = await import(href);
    return isRecord(module) ? module['default'] : undefined;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypegenSourceError(
      `Cannot read ${toPreview(path)} as it must be a module that runs: ${reason}`,
      { cause, reason: 'module' },
    );
  }
}

/** True for what `defineAgent` makes, also by another copy of core. */
export function isAgent(value: unknown): value is Agent {
  return isRecord(value) && Array.isArray(value['skills']) && value['schemas'] instanceof Map;
}
