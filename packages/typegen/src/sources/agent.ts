import type { Agent } from '@formwork/core';
import { describeMistaken, isAgent } from '@formwork/core/internal';
import { isRecord } from '@formwork/schema/json';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { previewValue, TypegenSourceError } from '../errors.ts';
import type { TypeSource } from '../type-source.ts';
import { fromSchemas } from './document.ts';

/** Options of {@link fromAgent}: the words for its origin, and the agent's address. */
export interface FromAgentOptions {
  /** The source in words, for the comment at the top of the module. Default: the agent's name. */
  readonly origin?: string;
  /**
   * The address at which the agent is served. Default: not known, so that no function connects to
   * it.
   */
  readonly url?: string;
}

/**
 * Makes a source of types from an agent that `defineAgent` made.
 *
 * @example
 * ```ts
 * import type { Agent } from '@formwork/core';
import { describeMistaken, isAgent } from '@formwork/core/internal';
 * import { fromAgent, generateTypes } from '@formwork/typegen';
 *
 * declare const agent: Agent;
 * const { code } = await generateTypes(fromAgent(agent));
 * ```
 */
export function fromAgent(agent: Agent, options: FromAgentOptions = {}): TypeSource {
  const schemas = Object.fromEntries(
    [...agent.schemas.values()].map(({ name, schema }) => [name, schema]),
  );
  return {
    ...fromSchemas(schemas, { origin: options.origin ?? `the agent ${agent.name}` }),
    agent: {
      name: agent.name,
      description: agent.description,
      skills: agent.skills.map(({ id, description, inputs, outputs }) => ({
        id,
        description,
        inputs: [...inputs.keys()],
        outputs: [...outputs.keys()],
      })),
      ...(options.url !== undefined && { url: options.url }),
    },
  };
}

/**
 * Makes a source of types from the agent that a module exports by default. It runs the module, as
 * any import does; a file that has changed since runs anew, its imports do not.
 *
 * @example
 * ```ts
 * import { generateTypes, readAgentModule } from '@formwork/typegen';
 *
 * const { code } = await generateTypes(await readAgentModule('src/agent.ts'));
 * ```
 */
export async function readAgentModule(
  path: string,
  options: FromAgentOptions & { readonly version?: number } = {},
): Promise<TypeSource> {
  const url = pathToFileURL(resolve(path));
  // Node caches modules by their URL, so another URL makes it run the module anew.
  if (options.version !== undefined) url.searchParams.set('version', String(options.version));
  const agent = await importDefault(url.href, path);
  if (!isAgent(agent)) {
    throw new TypegenSourceError(
      `Cannot generate types because the default export of ${previewValue(path)} must be an agent made by defineAgent: current value is ${describeMistaken(agent, 'defineAgent({ name, version, skills: [skill] })')}`,
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
      `Cannot read ${previewValue(path)} because it must be a module that runs: ${reason}`,
      { cause, reason: 'module' },
    );
  }
}
