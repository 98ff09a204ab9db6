import type { Agent } from '@formwork/core';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * The types that a version of an agent has written, for comparison with those of the next version.
 */
export interface AgentTypes {
  /** The digest of the parts of the agent that the types are made from. */
  readonly source: string;
  /** The digest of the written module; `undefined` if it could not be read. */
  readonly module: string | undefined;
  /**
   * The warnings of the type generator; `undefined` if the types have not changed since the version
   * before.
   */
  readonly warnings: readonly string[] | undefined;
}

/** Options of {@link writeAgentTypes}. */
export interface WriteAgentTypesOptions {
  /** The path of the module to write. */
  readonly file: string;
  /** The types of the version before; `undefined` for the first version. */
  readonly before: Pick<AgentTypes, 'source' | 'module'> | undefined;
}

/**
 * Writes the types of an agent unless they are up to date. Most new versions change only handlers,
 * and loading the type generator takes longer than loading an agent.
 */
export async function writeAgentTypes(
  agent: Agent,
  { file, before }: WriteAgentTypesOptions,
): Promise<AgentTypes> {
  const source = hash('sha256', JSON.stringify(listParts(agent)), 'base64url');
  if (source === before?.source && (await digestFile(file)) === before.module) {
    return { ...before, warnings: undefined };
  }
  const { writeTypes } = await import('@formwork/typegen');
  const results = await writeTypes([{ source: agent, file }]);
  const warnings = results.flatMap((result) => result.warnings.map(({ message }) => message));
  return { source, module: await digestFile(file), warnings };
}

/** Lists the parts of an agent that its types are made from. */
function listParts({ name, description, schemas, skills }: Agent): unknown {
  return [
    name,
    description,
    [...schemas.values()].map((namedSchema) => [namedSchema.name, namedSchema.schema]),
    skills.map((skill) => [
      skill.id,
      skill.description,
      [...skill.inputs.keys()],
      [...skill.outputs.keys()],
    ]),
  ];
}

async function digestFile(file: string): Promise<string | undefined> {
  const text = await readFile(file).catch(() => undefined);
  return text === undefined ? undefined : hash('sha256', text, 'base64url');
}
