import type { Agent } from '@formwork/core';
import type { TypeSource } from '../generate/type-source.ts';
import { fromSchemas } from './from-schemas.ts';

/** Options of {@link fromAgent}. */
export interface FromAgentOptions {
  /** For the comment at the top of the module. Default: the agent's name. */
  readonly origin?: string;
  /** Where the agent is served. Default: not known, so that no function connects to it. */
  readonly url?: string;
}

/** Types for an agent made by `defineAgent`. */
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
